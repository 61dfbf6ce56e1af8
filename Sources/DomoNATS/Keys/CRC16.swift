/// The checksum of NKeys: CRC-16/XMODEM, polynomial 0x1021, initial value 0.
enum CRC16 {
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var value: UInt16 = 0
        for byte in bytes {
            value ^= UInt16(byte) << 8
            for _ in 0..<8 { value = value & 0x8000 != 0 ? value << 1 ^ 0x1021 : value << 1 }
        }
        return value
    }

    /// The bytes with their checksum, low octet first.
    static func appended(to bytes: [UInt8]) -> [UInt8] {
        let sum = checksum(bytes)
        return bytes + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
    }
}
