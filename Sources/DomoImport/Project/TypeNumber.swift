import DomoKNX

/// The number of a datapoint type, supported or not, with or without a subtype.
struct TypeNumber: Hashable, Comparable, CustomStringConvertible {
    var main: Int
    var sub: Int?

    init(_ main: Int, _ sub: Int? = nil) {
        self.main = main
        self.sub = sub
    }

    /// Parses the notation of ETS in XML and CSV: `DPST-9-1`, `DPT-9`.
    init?(ets text: some StringProtocol) {
        let parts = text.split(separator: "-")
        guard parts.count >= 2, let main = Int(parts[1]), (1..<65_536).contains(main) else { return nil }
        switch parts[0] {
        case "DPT": self.init(main)
        case "DPST":
            guard parts.count >= 3, let sub = Int(parts[2]), (0..<65_536).contains(sub) else { return nil }
            self.init(main, sub)
        default: return nil
        }
    }

    /// `9.001`, `9.xxx`, `9`
    init?(text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let main = Int(parts[0]), (1..<65_536).contains(main) else { return nil }
        self.init(main)
        guard parts.count == 2, parts[1] != "xxx", parts[1] != "*" else { return }
        guard let sub = Int(parts[1]), (0..<65_536).contains(sub) else { return nil }
        self.sub = sub
    }

    /// Parses several types, separated by spaces, commas or semicolons.
    static func list(ets text: String?) -> [TypeNumber] {
        var types: [TypeNumber] = []
        for part in (text ?? "").split(whereSeparator: { $0 == " " || $0 == "," || $0 == ";" }) {
            guard let type = TypeNumber(ets: part), !types.contains(type) else { continue }
            types.append(type)
        }
        return types
    }

    /// `9.001`, or `9` without a subtype.
    var description: String {
        guard let sub else { return "\(main)" }
        let digits = String(sub)
        return "\(main)." + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    /// Whether domo supports the type.
    var isKnown: Bool { registered != nil }

    /// The supported type; nil without a subtype.
    var registered: DatapointType? {
        guard let sub, let main = UInt16(exactly: main), let sub = UInt16(exactly: sub) else { return nil }
        return DatapointType(main: main, sub: sub)
    }

    static func < (one: Self, other: Self) -> Bool { (one.main, one.sub ?? -1) < (other.main, other.sub ?? -1) }
}
