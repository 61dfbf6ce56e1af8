extension GroupAddress {
    /// Reads `1/2/3`, `1/515` or `2563`.
    public init(_ text: some StringProtocol) throws(AddressFault) {
        let hint = "use three levels (1/2/3), two (1/515) or one number (2563)"
        guard let parts = addressParts(of: text, separator: UInt8(ascii: "/")) else {
            throw AddressFault(.wrongForm, "\"\(text)\" is not a group address", hint: hint)
        }
        let main = AddressLevel(name: "main group", limit: 31)
        let value: UInt32
        switch parts.count {
        case 1:
            try checkAddress(parts, [AddressLevel(name: "number", limit: 65_535)], text, is: "a group address")
            value = parts[0]
        case 2:
            let levels = [main, AddressLevel(name: "sub group", limit: 2047)]
            try checkAddress(parts, levels, text, is: "a group address")
            value = parts[0] << 11 | parts[1]
        case 3:
            let levels = [
                main, AddressLevel(name: "middle group", limit: 7), AddressLevel(name: "sub group", limit: 255),
            ]
            try checkAddress(parts, levels, text, is: "a group address")
            value = parts[0] << 11 | parts[1] << 8 | parts[2]
        default:
            throw AddressFault(.wrongForm, "\"\(text)\" is not a group address", hint: hint)
        }
        guard value != 0 else {
            throw AddressFault(.reserved, "\"\(text)\" is the broadcast address, not a group address", hint: hint)
        }
        self.init(raw: UInt16(value))
    }

    /// The text that ETS shows in an installation with this style.
    public func text(in style: Style) -> String {
        switch style {
        case .free: "\(raw)"
        case .two: "\(raw >> 11)/\(raw & 0x7FF)"
        case .three: "\(raw >> 11)/\(raw >> 8 & 0x7)/\(raw & 0xFF)"
        }
    }
}

extension GroupAddress: CustomStringConvertible {
    /// The address in three levels.
    public var description: String { text(in: .three) }
}

extension GroupAddress: Comparable {
    public static func < (one: Self, other: Self) -> Bool { one.raw < other.raw }
}
