/// The decoded query of a URL.
struct Query: Sendable, Equatable {
    /// The pairs as received, possibly with duplicate keys.
    var pairs: [(key: String, value: String)] = []

    /// - Returns: Nil for anything but percent-encoded UTF-8.
    init?(_ text: some StringProtocol) {
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = Self.decode(pair[0]), let value = Self.decode(pair.count > 1 ? pair[1] : "") else {
                return nil
            }
            pairs.append((key, value))
        }
    }

    /// The value of each key; nil if there is a duplicate key.
    var fields: [String: String]? {
        var fields: [String: String] = [:]
        for (key, value) in pairs where fields.updateValue(value, forKey: key) != nil { return nil }
        return fields
    }

    static func == (one: Query, other: Query) -> Bool { one.pairs.elementsEqual(other.pairs, by: ==) }

    private static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            // A space in application/x-www-form-urlencoded.
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
