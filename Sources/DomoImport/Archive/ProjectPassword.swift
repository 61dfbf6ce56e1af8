import CLibCrypto
import DomoLanguage

/// The password that encrypts the archive of a protected project.
enum ProjectPassword {
    /// The first schema, that of ETS 6, with AES and a derived password. Earlier ones use ZipCrypto and the plain
    /// password.
    static let firstDerived = 21

    /// - Parameter schema: the schema of the project.
    static func archivePassword(_ password: String, schema: Int) throws(Fault) -> String {
        schema >= firstDerived ? try derived(from: password) : password
    }

    /// Base64 of PBKDF2 with HMAC-SHA-256 (RFC 8018) of the password in UTF-16LE. Source of salt, rounds and length:
    /// xknxproject 3.10.
    static func derived(from password: String) throws(Fault) -> String {
        let secret = password.utf16.flatMap {
            [CChar(truncatingIfNeeded: $0 & 0xFF), CChar(truncatingIfNeeded: $0 >> 8)]
        }
        let salt = Array("21.project.ets.knx.org".utf8)
        var key = [UInt8](repeating: 0, count: 32)
        let result = PKCS5_PBKDF2_HMAC(
            secret,
            CInt(secret.count),
            salt,
            CInt(salt.count),
            65_536,
            EVP_sha256(),
            CInt(key.count),
            &key
        )
        guard result == 1 else {
            throw Fault(.badConfiguration, "OpenSSL can't derive a key from the project password")
        }
        return base64(key)
    }

    /// RFC 4648, section 4.
    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for index in 0..<3 { bits = bits << 8 | (index < group.count ? UInt32(group[start + index]) : 0) }
            for index in 0..<4 {
                text.append(
                    index <= group.count ? alphabet[Int(bits >> (18 - 6 * UInt32(index)) & 63)] : UInt8(ascii: "=")
                )
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
