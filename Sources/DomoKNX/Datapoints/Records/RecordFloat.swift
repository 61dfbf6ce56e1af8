/// The number format of two octets: 0.01 × M × 2ᴱ, with 4 bits of E and a sign and 11 bits of M in two's complement.
///
/// Source: KNX 03/07/02, 3.10: 0x7FFF is "invalid data"; so the greatest number is 670433.28.
enum RecordFloat {
    static let range = -671088.64...670433.28

    /// Nil for invalid data.
    static func value(of raw: UInt16) -> Double? {
        guard raw != 0x7FFF else { return nil }
        let mantissa = Int(raw & 0x7FF) - (raw & 0x8000 == 0 ? 0 : 0x800)
        return Double(mantissa << Int(raw >> 11 & 0xF)) / 100
    }

    /// With the least exponent; nil out of range.
    static func raw(of value: Double) -> UInt16? {
        guard range.contains(value) else { return nil }
        for exponent in 0...15 {
            let mantissa = (value * 100 / Double(1 << exponent)).rounded()
            guard mantissa >= -2048, mantissa <= 2047 else { continue }
            let raw = UInt16(mantissa < 0 ? 0x8000 : 0) | UInt16(exponent) << 11 | UInt16(Int(mantissa) & 0x7FF)
            return raw == 0x7FFF ? nil : raw
        }
        return nil
    }
}
