import DomoFleet

/// What the fleet sends to a house, and what houses send to the fleet.
///
/// The first line of an input is what is fed (`do`, `ask`, `report` …), the rest is the payload.
public struct FleetMessages: FuzzTarget {
    public static let name = "fleet"

    private let probe: HouseProbe

    public init() throws(Finding) {
        guard let probe = HouseProbe(house: "casa0001") else { throw Finding("casa0001 is not the ID of a house") }
        self.probe = probe
    }

    public let maxLength = 8192

    public var corpus: [[UInt8]] {
        probe.examples.map { kind, payload in Array("\(kind.rawValue)\n".utf8) + payload }
    }

    public var words: [String] {
        HouseProbe.Kind.allCases.map { "\($0.rawValue)\n" } + [
            "\"unsynchronized\":true", "\"error\":", "\"v\":1", "\"key\":", "\"sent\":", "\"deadline\":", "\"token\":",
            "\"line\":", "\"part\":1",
            "\"end\":true",
            "\"\(HouseProbe.now)\"", "\(HouseProbe.now)", "set Lamp on", " --until 2026-01-01T00:00:00Z", "off Casa",
            "ls",
            "watch", "\\n", "\\u0000", "{", "}", "[", "]", ",", "\"", ".", "domo1.", "null", "-1", "1e400",
        ]
    }

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = HouseProbe.Kind(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
            return
        }
        if let problem = probe.feed(Array(parts[1]), as: kind) { throw Finding(problem) }
    }
}
