/// Where a browser gets messages, and the keys with which only it can read them (RFC 8291, section 2).
public struct PushSubscription: Equatable, Sendable {
    /// A secret: whoever knows it may be able to send to it.
    public var endpoint: String
    /// The uncompressed point of its public key on P-256, in base64url: 65 bytes.
    public var p256dh: String
    /// Its authentication secret, in base64url: 16 bytes.
    public var auth: String

    /// In bytes.
    public static let maxEndpoint = 1024

    public init(endpoint: String, p256dh: String, auth: String) {
        (self.endpoint, self.p256dh, self.auth) = (endpoint, p256dh, auth)
    }

    /// The host of its service.
    public var host: String { Self.host(of: endpoint) ?? "" }

    /// - Throws: what is wrong with it. Which services are allowed is decided by the notifier, which connects to them.
    public static func readEndpoint(_ text: String) throws(Fault) -> String {
        guard text.utf8.count <= maxEndpoint, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !text.contains(where: { "#\\".contains($0) }), host(of: text) != nil
        else {
            throw Fault(
                .badRequest,
                "this is not the endpoint of a push service",
                hint: "use https on port 443, without a user, in at most \(maxEndpoint) bytes"
            )
        }
        return text
    }

    /// Nil unless it is an https URL on port 443 without a user.
    private static func host(of endpoint: String) -> String? {
        let scheme = "https://"
        guard endpoint.lowercased().hasPrefix(scheme) else { return nil }
        let authority = endpoint.dropFirst(scheme.count).prefix { !"/?".contains($0) }
        let host = authority.hasSuffix(":443") ? authority.dropLast(4) : authority
        let isName = host.utf8.allSatisfy { byte in
            let character = Character(UnicodeScalar(byte))
            return character.isLetter || character.isNumber || "-.".contains(character)
        }
        guard isName, (1...253).contains(host.count), host.first != ".", host.first != "-" else { return nil }
        return host.lowercased()
    }

    public static func readKey(_ text: String) throws(Fault) -> String {
        // The first byte of an uncompressed point is 4 (SEC 1, section 2.3.3).
        guard let bytes = bytes(text), bytes.count == 65, bytes[0] == 4 else {
            throw Fault(.badRequest, "the key of a browser has 65 bytes in base64url, the first of them 4")
        }
        return withoutPadding(text)
    }

    public static func readSecret(_ text: String) throws(Fault) -> String {
        guard let bytes = bytes(text), bytes.count == 16 else {
            throw Fault(.badRequest, "the secret of a browser has 16 bytes in base64url")
        }
        return withoutPadding(text)
    }

    private static func withoutPadding(_ text: String) -> String { String(text.prefix { $0 != "=" }) }

    /// Nil for a text that is not base64url (RFC 4648, section 5), with or without padding.
    private static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= 200 else { return nil }
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding == 0 || text.utf8.count % 4 == 0 && padding < 3 else { return nil }
        var (bytes, rest, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
        for byte in text.utf8.dropLast(padding) {
            guard let digit = digits.firstIndex(of: byte) else { return nil }
            rest = rest << 6 | UInt32(digit)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: rest >> bits))
            rest &= (1 << bits) - 1
        }
        return bits < 6 && rest == 0 ? bytes : nil
    }
}
