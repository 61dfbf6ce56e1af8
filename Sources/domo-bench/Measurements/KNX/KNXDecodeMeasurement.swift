import DomoKNX

/// Decodes a million cEMI frames from a tunnel in the bench; xknx decodes the same frames in turn, but fewer of them,
/// so that it takes about as long.
enum KNXDecodeMeasurement: Measurement {
    static let number = 17
    static let title = "cEMI frames decoded"

    private static let runs = 7
    private static let decodes = 1_000_000
    private static let peerDecodes = 20_000

    /// Writes of a switch, a level, a temperature and a text; a read and its response; a confirmation; a frame with
    /// additional information.
    private static let frames: [[UInt8]] = [
        [0x29, 0, 0xBC, 0xE0, 0x11, 0x05, 0x08, 0x01, 1, 0, 0x81],
        [0x29, 0, 0xBC, 0xE0, 0x11, 0x06, 0x0A, 0x02, 2, 0, 0x80, 0x66],
        [0x29, 0, 0xBC, 0xE0, 0x11, 0x07, 0x18, 0x01, 3, 0, 0x80, 0x0C, 0x33],
        [0x29, 0, 0xBC, 0xE0, 0x11, 0x08, 0x20, 0x01, 15, 0, 0x80] + Array("KNX is OK".utf8) + [0, 0, 0, 0, 0],
        [0x29, 0, 0xBC, 0xE0, 0x11, 0x09, 0x0C, 0x01, 1, 0, 0x00],
        [0x29, 0, 0xBC, 0xE0, 0x11, 0x05, 0x0C, 0x01, 1, 0, 0x41],
        [0x2E, 0, 0xBC, 0xE0, 0x11, 0xF1, 0x08, 0x01, 1, 0, 0x80],
        [0x29, 4, 0x04, 0x02, 0x12, 0x34, 0xBC, 0xE0, 0x11, 0x05, 0x08, 0x02, 1, 0, 0x80],
    ]

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let peer = try XKNXPeer.start(bench, on: .anywhere)
        let hexadecimal = frames.map { frame in
            frame.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }.joined(separator: " ")
        var domoRates: [Double] = []
        var peerRates: [Double] = []
        for run in 0...runs {
            let start = Moment.now()
            let groups = try decodeAll()
            let seconds = Moment.now().since(start)
            guard groups == decodes else { throw BenchFault("only \(groups) of \(decodes) frames are group telegrams") }
            let peerSeconds = try peer.measure("decode \(peerDecodes) \(hexadecimal)")
            guard run > 0 else { continue }
            domoRates.append(Double(decodes) / seconds)
            peerRates.append(Double(peerDecodes) / peerSeconds)
        }
        return [
            Row(
                number: number,
                what: "\(title), a million (xknx: \(peerDecodes))",
                unit: .perSecond,
                domo: .init(runs: domoRates),
                peerName: "xknx",
                peer: .init(runs: peerRates),
                target: .atLeast(20)
            )
        ]
    }

    /// - Returns: the number of group telegrams, which must be all frames.
    private static func decodeAll() throws(BenchFault) -> Int {
        var groups = 0
        for number in 0..<decodes {
            do {
                guard case .data(let frame) = try CEMIFrame(decoding: frames[number % frames.count]),
                    case .group = frame.content
                else { continue }
                groups += 1
            } catch {
                throw BenchFault("can't decode frame \(number % frames.count): \(error)")
            }
        }
        return groups
    }
}
