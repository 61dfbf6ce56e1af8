import CLibCrypto

/// A text encrypted with AES-256-GCM (NIST SP 800-38D): 12 octets of nonce, the text, 16 octets of tag.
enum SealedSecret {
    private static let nonce = 12
    private static let tag = 16
    /// Of the text, in octets.
    static let maxLength = 2048

    static func random(_ count: Int) throws(StoreFault) -> [UInt8] {
        var octets = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&octets, CInt(count)) == 1 else { throw fault("no random numbers") }
        return octets
    }

    private static func fault(_ what: String) -> StoreFault {
        StoreFault(.exhausted, "can't encrypt: \(what)", hint: "end other programs")
    }

    /// - Parameter place: what the text belongs to: it can't be opened as that of another.
    static func seal(_ text: String, for place: String, key: [UInt8]) throws(StoreFault) -> [UInt8] {
        let (bytes, place) = (Array(text.utf8), Array(place.utf8))
        guard bytes.count <= maxLength else {
            throw StoreFault(.data, "the token is longer than \(maxLength) octets", hint: "use a token of domod")
        }
        let nonce = try random(nonce)
        guard let context = EVP_CIPHER_CTX_new() else { throw fault("out of memory") }
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: bytes.count)
        var tag = [UInt8](repeating: 0, count: tag)
        var (count, rest): (CInt, CInt) = (0, 0)
        var none: UInt8 = 0
        guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            EVP_EncryptUpdate(context, nil, &rest, place, CInt(place.count)) == 1,
            EVP_EncryptUpdate(context, &sealed, &count, bytes, CInt(bytes.count)) == 1,
            EVP_EncryptFinal_ex(context, &none, &rest) == 1, Int(count) == bytes.count,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, CInt(tag.count), &tag) == 1
        else { throw fault("libcrypto failed") }
        return nonce + sealed + tag
    }

    /// - Returns: nil if it was not sealed with this key for this place.
    static func open(_ sealed: [UInt8], for place: String, key: [UInt8]) throws(StoreFault) -> String? {
        guard sealed.count >= nonce + tag, sealed.count <= nonce + maxLength + tag else { return nil }
        let place = Array(place.utf8)
        let bytes = Array(sealed[nonce..<(sealed.count - tag)])
        var tag = Array(sealed.suffix(tag))
        guard let context = EVP_CIPHER_CTX_new() else { throw fault("out of memory") }
        defer { EVP_CIPHER_CTX_free(context) }
        var text = [UInt8](repeating: 0, count: max(1, bytes.count))
        var (count, rest): (CInt, CInt) = (0, 0)
        var none: UInt8 = 0
        guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, Array(sealed.prefix(nonce))) == 1,
            EVP_DecryptUpdate(context, nil, &rest, place, CInt(place.count)) == 1,
            EVP_DecryptUpdate(context, &text, &count, bytes, CInt(bytes.count)) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, CInt(tag.count), &tag) == 1,
            EVP_DecryptFinal_ex(context, &none, &rest) == 1
        else { return nil }
        return String(validating: text.prefix(Int(count)), as: UTF8.self)
    }
}
