import DomoKNX

/// An object of a linknx configuration.
struct LinknxObject: Equatable {
    struct Listener: Equatable {
        var address: GroupAddress
        /// Its value is asked for there.
        var isRead: Bool
    }

    var id: String
    /// What people call it; the id where the configuration says nothing.
    var name: String
    /// Nil for an object that is no more than a variable of rules.
    var address: GroupAddress?
    var type: TypeNumber
    /// 8 bits that mean 0–255 and not for 0–100 %.
    var isRaw: Bool
    /// linknx sends to it.
    var isSent: Bool
    var listeners: [Listener] = []

    /// Without slashes it is the number of the address, in hexadecimal (linknx, `ReadGroupAddr`).
    static func address(_ text: String) -> GroupAddress? {
        if text.contains("/") { return GroupNotation.address(text) }
        guard !text.isEmpty, text.utf8.count <= 4, text.allSatisfy(\.isHexDigit) else { return nil }
        return UInt16(text, radix: 16).flatMap { $0 > 0 ? GroupAddress(raw: $0) : nil }
    }

    /// - Returns: nil for what linknx has no type for.
    static func type(_ text: String?) -> (type: TypeNumber, isRaw: Bool)? {
        guard let text, !text.isEmpty else { return (TypeNumber(1, 1), false) }
        // Before 0.0.1.25 it took the names of EIS.
        let old: [String: TypeNumber] = [
            "EIS1": TypeNumber(1, 1), "EIS2": TypeNumber(3, 7), "EIS3": TypeNumber(10, 1), "EIS4": TypeNumber(11, 1),
            "EIS5": TypeNumber(9), "EIS6": TypeNumber(5), "EIS7": TypeNumber(1, 8), "EIS8": TypeNumber(2, 1),
            "EIS9": TypeNumber(14), "EIS10": TypeNumber(7), "EIS11": TypeNumber(12), "EIS13": TypeNumber(4, 1),
            "EIS14": TypeNumber(6), "EIS15": TypeNumber(16, 0), "heat-mode": TypeNumber(20, 102),
        ]
        guard let type = old[text] ?? TypeNumber(text: text) else { return nil }
        return (type, type == TypeNumber(5))
    }

    /// The words that linknx uses for the heating modes of 20.102.
    static let heatingWords = ["auto", "comfort", "standby", "night", "frost"].enumerated()
        .map { FacetDraft.Word(value: $1, raw: $0) }
}
