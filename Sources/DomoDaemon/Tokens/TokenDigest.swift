import CDigest
import DomoLanguage

/// The stored form of a token or a code: its SHA-256, from which the token can't be recovered. 256 random bits need no
/// salt.
struct TokenDigest: Hashable, Sendable {
    let bytes: [UInt8]

    init(of secret: String) throws(Fault) { try self.init(of: Array(secret.utf8)) }

    init(of secret: [UInt8]) throws(Fault) {
        var digest = [UInt8](repeating: 0, count: 32)
        if let problem = domo_sha256(secret, secret.count, &digest) {
            throw Fault(.badConfiguration, "tokens can't be used: \(String(cString: problem))")
        }
        bytes = digest
    }

    /// - Returns: nil for anything but 64 hexadecimal digits.
    init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.compactMap { Int(String(UnicodeScalar($0)), radix: 16) }
        guard text.utf8.count == 64, digits.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
