import CLibCrypto

/// The secret half of an NKey. It is never printed: only `text` returns it.
public struct NKeySeed: Sendable, CustomStringConvertible, CustomReflectable {
    public let key: NKey
    /// 32 octets.
    private let octets: [UInt8]

    /// Makes a new one.
    public init(new kind: NKeyKind = .user) throws(NKeyFault) {
        var octets = [UInt8](repeating: 0, count: 32)
        guard RAND_bytes(&octets, 32) == 1 else { throw NKeyFault(.failed, "can't make a key: no random numbers") }
        try self.init(kind, octets)
    }

    /// Reads a text such as `SUAM…`.
    ///
    /// - Parameter kind: nil for any.
    public init(_ text: String, kind: NKeyKind? = .user) throws(NKeyFault) {
        let bytes = try NKeyText.bytes(of: text)
        guard bytes[0] & 0xF8 == NKeyText.seedPrefix else {
            throw NKeyFault(.wrongHalf, "this is a public key; expected a seed, which starts with S")
        }
        guard bytes.count == 34 else {
            throw NKeyFault(.wrongLength, "a seed has 58 characters, not \(text.utf8.count)")
        }
        guard let found = NKeyKind(rawValue: bytes[0] << 5 | bytes[1] >> 3), bytes[1] & 7 == 0 else {
            throw NKeyFault(.wrongKind, "this is not a seed of a user, account or operator")
        }
        try NKeyText.check(found, is: kind)
        try self.init(found, Array(bytes[2...]))
    }

    /// Reads a file with one seed. Empty lines, comments with # and lines such as `-----BEGIN USER NKEY SEED-----` are
    /// skipped.
    public init(file text: String, kind: NKeyKind? = .user) throws(NKeyFault) {
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            String(line.drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
        }.filter { !$0.isEmpty && !$0.hasPrefix("#") && !$0.hasPrefix("-") }
        guard let line = lines.first, lines.count == 1 else {
            throw NKeyFault(.notOne, "expected one seed in the file, found \(lines.count)")
        }
        try self.init(line, kind: kind)
    }

    private init(_ kind: NKeyKind, _ octets: [UInt8]) throws(NKeyFault) {
        let key = try Self.privateKey(octets)
        defer { EVP_PKEY_free(key) }
        var point = [UInt8](repeating: 0, count: 32)
        var count = point.count
        guard EVP_PKEY_get_raw_public_key(key, &point, &count) == 1, count == 32 else {
            throw NKeyFault(.failed, "can't derive the public key")
        }
        (self.key, self.octets) = (NKey(kind, point), octets)
    }

    /// The secret as a text of 58 characters.
    public var text: String {
        let kind = key.kind.rawValue
        return Base32.encode(CRC16.appended(to: [NKeyText.seedPrefix | kind >> 5, kind << 3] + octets))
    }

    /// Signs with Ed25519.
    ///
    /// - Returns: 64 octets.
    public func signature(of bytes: [UInt8]) throws(NKeyFault) -> [UInt8] {
        let key = try Self.privateKey(octets)
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { throw NKeyFault(.failed, "can't sign: out of memory") }
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 64)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1, count == 64
        else { throw NKeyFault(.failed, "can't sign") }
        return signature
    }

    /// The caller frees it.
    private static func privateKey(_ octets: [UInt8]) throws(NKeyFault) -> OpaquePointer {
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, octets, octets.count) else {
            throw NKeyFault(.failed, "libcrypto has no Ed25519")
        }
        return key
    }

    public var description: String { "the seed of \(key)" }
    public var customMirror: Mirror { Mirror(self, children: ["key": key]) }
}
