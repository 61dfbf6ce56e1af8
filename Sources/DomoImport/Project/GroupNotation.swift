import DomoKNX

/// The notation of group addresses.
enum GroupNotation {
    /// Formats an address in three levels, two levels, or as a number.
    static func text(of address: GroupAddress, style: GroupAddress.Style) -> String {
        let raw = address.raw
        return switch style {
        case .three: "\(raw >> 11)/\(raw >> 8 & 7)/\(raw & 255)"
        case .two: "\(raw >> 11)/\(raw & 2047)"
        case .free: "\(raw)"
        }
    }

    /// - Returns: nil for an invalid address: text, levels out of range, and 0, the broadcast address.
    static func address(_ text: some StringProtocol) -> GroupAddress? {
        guard let (raw, _) = read(text), raw > 0 else { return nil }
        return GroupAddress(raw: raw)
    }

    static func style(of text: some StringProtocol) -> GroupAddress.Style? { read(text)?.style }

    private static func read(_ text: some StringProtocol) -> (raw: UInt16, style: GroupAddress.Style)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        var numbers: [UInt16] = []
        for part in parts {
            guard !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(part) else {
                return nil
            }
            numbers.append(number)
        }
        switch numbers.count {
        case 1: return (numbers[0], .free)
        case 2 where numbers[0] < 32 && numbers[1] < 2048: return (numbers[0] << 11 | numbers[1], .two)
        case 3 where numbers[0] < 32 && numbers[1] < 8 && numbers[2] < 256:
            return (numbers[0] << 11 | numbers[1] << 8 | numbers[2], .three)
        default: return nil
        }
    }
}
