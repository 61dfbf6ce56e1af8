/// The serial number of a KNX device: the manufacturer (2 octets) and a number that the manufacturer assigns.
///
/// Source: KNX 03/05/01 Resources, PID_SERIAL_NUMBER.
public struct SerialNumber: Hashable, Sendable, CustomStringConvertible {
    /// 48 bits.
    public let raw: UInt64

    public init(raw: UInt64) { self.raw = raw & 0xFFFF_FFFF_FFFF }

    /// Reads 12 hexadecimal digits, with or without colons, hyphens or spaces between them: `00fa:12345678`,
    /// `00:fa:12:34:56:78`. Nil for anything else.
    public init?(_ text: some StringProtocol) {
        var raw: UInt64 = 0
        var digits = 0
        for character in text {
            if ":- ".contains(character) { continue }
            guard character.isASCII, let digit = character.hexDigitValue, digits < 12 else { return nil }
            raw = raw << 4 | UInt64(digit)
            digits += 1
        }
        guard digits == 12 else { return nil }
        self.raw = raw
    }

    /// As shown in ETS: `00fa:12345678`
    public var description: String {
        hexadecimal(raw >> 32, groups: 2, separator: "") + ":"
            + hexadecimal(raw & 0xFFFF_FFFF, groups: 4, separator: "")
    }
}
