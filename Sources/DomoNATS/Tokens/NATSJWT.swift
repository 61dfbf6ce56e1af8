import CLibCrypto
import DomoJSON
import DomoLanguage
import DomoSystem

/// What is claimed about a key, signed by the key above it: by an operator about an account, by an account about a user.
/// It is public; only the seed of the key that it is about is secret.
///
/// Source: github.com/nats-io/jwt, version 2: `ed25519-nkey`, the signature is over the text before the second point.
public struct NATSJWT: Hashable, Sendable, CustomStringConvertible {
    public static let maxLength = 16 << 10
    private static let header = Array(#"{"typ":"JWT","alg":"ed25519-nkey"}"#.utf8)

    public let text: String
    public let issuer: NKey
    public let subject: NKey
    public let name: String
    /// Seconds since 1970.
    public let issuedAt: Int64
    /// Seconds since 1970; nil if it does not end.
    public let expires: Int64?

    /// Signs claims.
    ///
    /// - Parameters:
    ///   - subject: the key that they are about.
    ///   - issuedAt: in seconds since 1970, as is `expires`.
    public init(
        _ claims: NATSClaims,
        about subject: NKey,
        name: String,
        issuedAt: Int64,
        expires: Int64? = nil,
        signedBy seed: NKeySeed
    ) throws(NKeyFault) {
        try NKeyText.check(subject.kind, is: claims.subjectKind)
        try NKeyText.check(seed.key.kind, is: claims.issuerKind)
        (self.subject, issuer, self.name, self.issuedAt, self.expires) = (subject, seed.key, name, issuedAt, expires)
        let payload = { (id: String?) -> [UInt8] in
            var json = JSONWriter()
            json.object { json in
                if let expires {
                    json.key("exp")
                    json.numeral("\(expires)")
                }
                json.optional("jti", id)
                json.key("iat")
                json.numeral("\(issuedAt)")
                json.key("iss")
                json.string("\(seed.key)")
                json.key("name")
                json.string(name)
                json.key("sub")
                json.string("\(subject)")
                json.key("nats")
                json.object { claims.write(to: &$0) }
            }
            return json.bytes
        }
        let id = Base32.encode(try Self.digest(of: payload(nil)))
        let signed = "\(Base64URL.text(of: Self.header)).\(Base64URL.text(of: payload(id)))"
        text = "\(signed).\(Base64URL.text(of: try seed.signature(of: Array(signed.utf8))))"
    }

    /// SHA-512/256.
    private static func digest(of bytes: [UInt8]) throws(NKeyFault) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha512_256(), nil) == 1 else {
            throw NKeyFault(.failed, "libcrypto has no SHA-512/256")
        }
        return Array(digest.prefix(Int(count)))
    }

    /// Reads one, and verifies that its issuer signed it. Whether the issuer may do so is not known here.
    ///
    /// - Parameter kind: whose it is; nil for any.
    /// - Throws: why it can't be used, for people.
    public init(_ text: some StringProtocol, kind: NKeyKind? = .user) throws(NKeyFault) {
        guard text.utf8.count <= Self.maxLength else {
            throw NKeyFault(.wrongLength, "a JWT has at most \(Self.maxLength) characters, not \(text.utf8.count)")
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.bytes(of: parts[0]), let payload = Base64URL.bytes(of: parts[1]),
            let signature = Base64URL.bytes(of: parts[2]),
            JSONDocument(header, maxDepth: 2, maxMemory: 16 << 10)?.root["alg"]?.string == "ed25519-nkey",
            let root = JSONDocument(payload, maxDepth: 16, maxMemory: 1 << 20)?.root, root.isObject
        else { throw NKeyFault(.notToken, "this is not a JWT of NATS: it was changed or cut off") }
        guard let issuer = root["iss"]?.string, let subject = root["sub"]?.string,
            let issuedAt = root["iat"]?.integer(Int64.self)
        else { throw NKeyFault(.notToken, "the JWT has no issuer (iss), subject (sub) or time (iat)") }
        self.text = String(text)
        self.issuer = try NKey(issuer, kind: nil)
        self.subject = try NKey(subject, kind: kind)
        name = root["name"]?.string ?? ""
        self.issuedAt = issuedAt
        expires = root["exp"]?.integer(Int64.self).flatMap { $0 == 0 ? nil : $0 }
        guard self.issuer.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8)) else {
            throw NKeyFault(.wrongSignature, "the signature of the JWT does not match: it was changed")
        }
    }

    /// The name and the tags in a JWT that a server has verified, such as that of a client in its list of connections.
    public static func user(inVerified text: String) -> (name: String, tags: [String])? {
        let parts = text.utf8.count <= maxLength ? text.split(separator: ".") : []
        guard parts.count == 3, let payload = Base64URL.bytes(of: parts[1]),
            let root = JSONDocument(payload, maxDepth: 16, maxMemory: 1 << 20)?.root, let name = root["name"]?.string
        else { return nil }
        let tags = root["nats"]?["tags"]
        return (name, (0..<(tags?.isArray == true ? tags?.count ?? 0 : 0)).compactMap { tags?[$0]?.string })
    }

    /// Whether a subject is in the list of those that a user may publish to, as it is there; false for a user with a scope.
    public func mayPublish(to subject: String) -> Bool {
        let parts = text.split(separator: ".")
        guard parts.count == 3, let payload = Base64URL.bytes(of: parts[1]),
            let root = JSONDocument(payload, maxDepth: 16, maxMemory: 1 << 20)?.root,
            let list = root["nats"]?["pub"]?["allow"],
            list.isArray
        else { return false }
        return (0..<list.count).contains { list[$0]?.string == subject }
    }

    public static func == (one: NATSJWT, other: NATSJWT) -> Bool { one.text == other.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    public var description: String { "the JWT of \(subject)" }
}
