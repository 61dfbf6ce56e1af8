extension IndividualAddress {
    /// Reads `1.1.5`.
    public init(_ text: some StringProtocol) throws(AddressFault) {
        guard let parts = addressParts(of: text, separator: UInt8(ascii: ".")), parts.count == 3 else {
            throw AddressFault(
                .wrongForm,
                "\"\(text)\" is not an individual address",
                hint: "use area, line and device: 1.1.5"
            )
        }
        let levels = [
            AddressLevel(name: "area", limit: 15), AddressLevel(name: "line", limit: 15),
            AddressLevel(name: "device", limit: 255),
        ]
        try checkAddress(parts, levels, text, is: "an individual address")
        self.init(raw: UInt16(parts[0] << 12 | parts[1] << 8 | parts[2]))
    }
}

extension IndividualAddress: CustomStringConvertible {
    /// `1.1.5`
    public var description: String { "\(raw >> 12).\(raw >> 8 & 0xF).\(raw & 0xFF)" }
}

extension IndividualAddress: Comparable {
    public static func < (one: Self, other: Self) -> Bool { one.raw < other.raw }
}
