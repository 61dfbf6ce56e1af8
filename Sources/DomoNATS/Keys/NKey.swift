import CLibCrypto

/// A public key that a NATS server knows a user by: Ed25519, written in Base32 with a prefix and a checksum.
public struct NKey: Hashable, Sendable, CustomStringConvertible {
    public let kind: NKeyKind
    /// 32 octets.
    let octets: [UInt8]

    init(_ kind: NKeyKind, _ octets: [UInt8]) { (self.kind, self.octets) = (kind, octets) }

    /// Reads a text such as `UAD7OXQU…`.
    ///
    /// - Parameter kind: nil for any.
    public init(_ text: String, kind: NKeyKind? = .user) throws(NKeyFault) {
        let bytes = try NKeyText.bytes(of: text)
        guard bytes[0] & 0xF8 != NKeyText.seedPrefix else {
            throw NKeyFault(.wrongHalf, "this is a seed, which is secret; expected a public key")
        }
        guard let found = NKeyKind(rawValue: bytes[0]) else {
            throw NKeyFault(.wrongKind, "this is not a key of a user, account or operator")
        }
        guard bytes.count == 33 else {
            throw NKeyFault(.wrongLength, "a public key has 56 characters, not \(text.utf8.count)")
        }
        try NKeyText.check(found, is: kind)
        self.init(found, Array(bytes[1...]))
    }

    public var description: String { Base32.encode(CRC16.appended(to: [kind.rawValue] + octets)) }

    /// Whether this key's seed signed the bytes.
    public func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard signature.count == 64,
            let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, octets, octets.count)
        else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
    }
}

/// What seeds and public keys have in common as texts.
enum NKeyText {
    /// The first five bits of a seed, in the first octet.
    static let seedPrefix: UInt8 = 18 << 3

    /// The bytes without the checksum; at least one.
    static func bytes(of text: String) throws(NKeyFault) -> [UInt8] {
        // The longest one is a seed.
        guard text.utf8.count <= 58 else {
            throw NKeyFault(.wrongLength, "a key has 56 or 58 characters, not \(text.utf8.count)")
        }
        guard text.utf8.allSatisfy(Base32.isCharacter) else {
            throw NKeyFault(.notBase32, "a key has only the characters A to Z and 2 to 7")
        }
        guard text.utf8.count >= 5 else {
            throw NKeyFault(.wrongLength, "a key has 56 or 58 characters, not \(text.utf8.count)")
        }
        let damaged = NKeyFault(.wrongChecksum, "the checksum of the key does not match: it was changed or cut off")
        guard let bytes = Base32.decode(text.utf8) else { throw damaged }
        let content = Array(bytes.dropLast(2))
        guard CRC16.appended(to: content) == bytes else { throw damaged }
        return content
    }

    static func check(_ found: NKeyKind, is kind: NKeyKind?) throws(NKeyFault) {
        guard let kind, kind != found else { return }
        throw NKeyFault(.wrongKind, "this is the key of \(found.words); expected the key of \(kind.words)")
    }
}
