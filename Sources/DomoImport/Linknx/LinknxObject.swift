import DomoKNX

/// An object of a linknx configuration.
struct LinknxObject: Equatable {
    struct Listener: Equatable {
        var address: GroupAddress
        /// Whether linknx reads the value from this address.
        var isRead: Bool
    }

    var id: String
    /// The name; the id if the configuration has none.
    var name: String
    /// Nil for a variable, which becomes a virtual element.
    var address: GroupAddress?
    var type: TypeNumber
    /// Whether an 8-bit value means 0–255, not 0–100 %.
    var isRaw: Bool
    /// Whether linknx sends to it.
    var isSent: Bool
    /// The line in the file.
    var line: Int
    var listeners: [Listener] = []
    /// The value that a variable begins with; nil if the configuration has none.
    var initial: String?

    /// Parses an address. Without slashes it is a hexadecimal number (linknx, `ReadGroupAddr`).
    static func address(_ text: String) -> GroupAddress? {
        if text.contains("/") { return GroupNotation.address(text) }
        guard !text.isEmpty, text.utf8.count <= 4, text.allSatisfy(\.isHexDigit) else { return nil }
        return UInt16(text, radix: 16).flatMap { $0 > 0 ? GroupAddress(raw: $0) : nil }
    }

    /// - Returns: nil for an unknown type.
    static func type(_ text: String?) -> (type: TypeNumber, isRaw: Bool)? {
        guard let text, !text.isEmpty else { return (TypeNumber(1, 1), false) }
        // linknx before 0.0.1.25 used EIS names.
        let old: [String: TypeNumber] = [
            "EIS1": TypeNumber(1, 1), "EIS2": TypeNumber(3, 7), "EIS3": TypeNumber(10, 1), "EIS4": TypeNumber(11, 1),
            "EIS5": TypeNumber(9), "EIS6": TypeNumber(5), "EIS7": TypeNumber(1, 8), "EIS8": TypeNumber(2, 1),
            "EIS9": TypeNumber(14), "EIS10": TypeNumber(7), "EIS11": TypeNumber(12), "EIS13": TypeNumber(4, 1),
            "EIS14": TypeNumber(6), "EIS15": TypeNumber(16, 0), "heat-mode": TypeNumber(20, 102),
        ]
        guard let type = old[text] ?? TypeNumber(text: text) else { return nil }
        return (type, type == TypeNumber(5))
    }

    /// The words of linknx for the heating modes of 20.102.
    static let heatingWords = ["auto", "comfort", "standby", "night", "frost"].enumerated()
        .map { FacetDraft.Word(value: $1, raw: $0) }
}
