/// Base64 encoding with padding: RFC 4648, section 4.
///
/// Foundation has it too, but would make the daemon megabytes larger.
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// The value of each character; 64 if it is not in the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
    private static let padding = UInt8(ascii: "=")

    public static func text(of bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            var index = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let count = min(3, bytes.count - start)
                var group: UInt32 = 0
                for number in 0..<3 { group = group << 8 | (number < count ? UInt32(bytes[start + number]) : 0) }
                for number in 0..<4 {
                    let value = Int(group >> (18 - 6 * UInt32(number)) & 63)
                    text.initializeElement(at: index, to: number <= count ? alphabet[value] : padding)
                    index += 1
                }
            }
            return index
        }
    }

    /// - Returns: nil if the text is not base64 as `text(of:)` writes it.
    public static func bytes(of text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count.isMultiple(of: 4) else { return nil }
        let padded = characters.suffix(2).count { $0 == padding }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        for start in stride(from: 0, to: characters.count, by: 4) {
            let missing = start + 4 == characters.count ? padded : 0
            var group: UInt32 = 0
            for number in 0..<4 {
                let character = characters[start + number]
                let value = number < 4 - missing ? values[Int(character)] : character == padding ? 0 : 64
                guard value < 64 else { return nil }
                group = group << 6 | UInt32(value)
            }
            // The unused bits before the padding must be 0.
            guard group & (1 << (8 * UInt32(missing)) - 1) == 0 else { return nil }
            for number in 0..<3 - missing {
                bytes.append(UInt8(truncatingIfNeeded: group >> (16 - 8 * UInt32(number))))
            }
        }
        return bytes
    }
}
