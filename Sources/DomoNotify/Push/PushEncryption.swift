import CLibCrypto

/// Encrypts messages to a browser: RFC 8291, with the content coding `aes128gcm` of RFC 8188.
enum PushEncryption {
    /// The maximum length of a message in octets, so that it is one record of 4,096: RFC 8291, section 4.
    static let maxLength = 3993

    /// - Parameters:
    ///   - message: at most `maxLength` octets.
    ///   - userKey: the public key of the subscription, `p256dh`.
    ///   - authentication: its secret, `auth`, 16 octets.
    ///   - ownKey, salt: new for each message; given only by tests.
    ///   - block: the length is padded to a multiple of this.
    static func encrypt(
        _ message: [UInt8],
        userKey: [UInt8],
        authentication: [UInt8],
        ownKey: PushKey,
        salt: [UInt8],
        block: Int = 128
    ) throws(PushKey.Fault) -> [UInt8] {
        guard message.count <= maxLength, authentication.count == 16, salt.count == 16 else {
            throw PushKey.Fault(message: "the message is too long, or the secret of the subscription has not 16 octets")
        }
        let ownPoint = ownKey.point
        let shared = try ownKey.secret(with: userKey)
        // RFC 8291, section 3.4.
        let combined = hmac(authentication, shared)
        let input = hmac(combined, Array("WebPush: info\0".utf8) + userKey + ownPoint + [1])
        // RFC 8188, sections 2.2 and 2.3.
        let random = hmac(salt, input)
        let key = Array(hmac(random, Array("Content-Encoding: aes128gcm\0".utf8) + [1]).prefix(16))
        let nonce = Array(hmac(random, Array("Content-Encoding: nonce\0".utf8) + [1]).prefix(12))
        // Padding hides the length of the text: RFC 8188, section 2.
        let padding = min(maxLength - message.count, (block - message.count % block) % block)
        let record = message + [2] + [UInt8](repeating: 0, count: padding)
        let sealed = try seal(record, key: key, nonce: nonce)
        // RFC 8188, section 2.1: the salt, the record size, and the public key as the identifier.
        return salt + [0, 0, 0x10, 0] + [UInt8(ownPoint.count)] + ownPoint + sealed
    }

    static func randomSalt() throws(PushKey.Fault) -> [UInt8] {
        var salt = [UInt8](repeating: 0, count: 16)
        guard RAND_bytes(&salt, 16) == 1 else { throw PushKey.Fault(message: "no random numbers") }
        return salt
    }

    /// HMAC with SHA-256; HKDF's two steps (RFC 5869) are each one call for up to 32 octets.
    private static func hmac(_ key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &digest, nil)
        return digest
    }

    private static func seal(_ bytes: [UInt8], key: [UInt8], nonce: [UInt8]) throws(PushKey.Fault) -> [UInt8] {
        guard let context = EVP_CIPHER_CTX_new() else { throw PushKey.Fault(message: "out of memory") }
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: bytes.count)
        var tag = [UInt8](repeating: 0, count: 16)
        var count: Int32 = 0
        var rest: Int32 = 0
        var none: UInt8 = 0
        // The standard nonce of GCM has 12 octets.
        guard EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
            EVP_EncryptUpdate(context, &sealed, &count, bytes, Int32(bytes.count)) == 1,
            EVP_EncryptFinal_ex(context, &none, &rest) == 1, Int(count) == bytes.count,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
        else { throw PushKey.Fault(message: "can't encrypt") }
        return sealed + tag
    }
}
