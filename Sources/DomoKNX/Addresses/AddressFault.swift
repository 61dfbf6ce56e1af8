/// Why a text is not an address.
public struct AddressFault: Error, Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        /// Not numbers with the separators of an address, or too many numbers.
        case wrongForm
        /// A part is greater than its level allows.
        case outOfRange
        /// 0 is the broadcast address; nothing can be bound to it.
        case reserved
    }

    public var code: Code
    /// What is wrong, with the text: `"1/2/300" is not a group address: the sub group 300 is not in 0–255`.
    public var message: String
    /// What to write instead.
    public var hint: String?

    public init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}

/// One part of an address: its name and its maximum value.
struct AddressLevel {
    var name: String
    var limit: UInt32
}

/// Reads `text` as whole numbers between separators. Nil if it has another form. A number with more than 32 bits
/// becomes the maximum, which is out of range for every level.
func addressParts(of text: some StringProtocol, separator: UInt8) -> [UInt32]? {
    var parts: [UInt32] = []
    var current: UInt32?
    for octet in text.utf8 {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let (shifted, overflows) = (current ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, carries) = shifted.addingReportingOverflow(UInt32(octet - UInt8(ascii: "0")))
            current = overflows || carries || current == .max ? .max : sum
        case separator:
            guard let number = current, parts.count < 3 else { return nil }
            parts.append(number)
            current = nil
        default:
            return nil
        }
    }
    guard let number = current else { return nil }
    parts.append(number)
    return parts
}

/// Checks each part against its level.
func checkAddress(
    _ parts: [UInt32],
    _ levels: [AddressLevel],
    _ text: some StringProtocol,
    is what: String
) throws(AddressFault) {
    for (part, level) in zip(parts, levels) where part > level.limit {
        throw AddressFault(
            .outOfRange,
            "\"\(text)\" is not \(what): the \(level.name) \(part) is not in 0–\(level.limit)"
        )
    }
}
