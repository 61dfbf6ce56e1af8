/// Creates secrets for tokens and codes.
enum TokenSecret {
    /// Identifies a leaked token as one of domo's.
    static let prefix = "domo_"

    /// 256 random bits in base64url.
    static func token(using random: inout some RandomNumberGenerator) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        var text = Array(prefix.utf8)
        var (bits, count) = (0, 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | Int(byte), count + 8)
            while count >= 6 {
                count -= 6
                text.append(alphabet[bits >> count & 63])
            }
            bits &= 1 << count - 1
        }
        if count > 0 { text.append(alphabet[bits << (6 - count) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// 50 random bits that are easy to type: no letters that look like digits (Crockford's base 32).
    static func code(using random: inout some RandomNumberGenerator) -> String {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        let digits = (0..<10).map { _ in alphabet[Int.random(in: 0..<32, using: &random)] }
        return String(decoding: digits[..<5] + [UInt8(ascii: "-")] + digits[5...], as: UTF8.self)
    }

    /// Normalizes a typed code: replaces letters that look like digits.
    static func readCode(_ text: String) -> String {
        let digits = text.uppercased().unicodeScalars.compactMap { scalar -> Character? in
            switch scalar {
            case "O": "0"
            case "I", "L": "1"
            case "-", " ": nil
            default: Character(scalar)
            }
        }
        guard digits.count == 10 else { return text }
        return String(digits[..<5]) + "-" + String(digits[5...])
    }
}
