import CLibCrypto
import DomoSystem
import Glibc

/// A key pair on the curve P-256, for ECDH and ES256.
///
/// `@unchecked Sendable`: the key is never changed after it is made, and libcrypto allows its use by several threads.
final class PushKey: @unchecked Sendable {
    /// libcrypto failed, such as without memory, or the bytes are no key.
    struct Fault: Error, Equatable {
        var message: String
    }

    private let key: OpaquePointer

    private init(owning key: OpaquePointer) { self.key = key }

    deinit { EVP_PKEY_free(key) }

    /// A new key.
    init() throws(Fault) {
        guard let key = domo_p256_key() else { throw Fault(message: "can't make a key") }
        self.key = key
    }

    /// A private key in DER.
    init(der: [UInt8]) throws(Fault) {
        let key = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_AutoPrivateKey(nil, &start, bytes.count)
        }
        guard let key else { throw Fault(message: "not a private key") }
        guard EVP_PKEY_get_bits(key) == 256, EVP_PKEY_is_a(key, "EC") == 1 else {
            EVP_PKEY_free(key)
            throw Fault(message: "not a key on the curve P-256")
        }
        self.key = key
    }

    /// The private key in DER.
    var der: [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_PrivateKey(key, &bytes)
        guard count > 0, let bytes else { return [] }
        defer { CRYPTO_free(bytes, #file, #line) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// The public key as an uncompressed point of 65 octets: SEC 1, section 2.3.3.
    var point: [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = EVP_PKEY_get1_encoded_public_key(key, &bytes)
        guard count == 65, let bytes else { return [] }
        defer { CRYPTO_free(bytes, #file, #line) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The secret that is shared with the holder of another key (ECDH). The other point is checked to be on the curve.
    func secret(with point: [UInt8]) throws(Fault) -> [UInt8] {
        guard point.count == 65, point.first == 4, let peer = EVP_PKEY_new() else {
            throw Fault(message: "not a public key of 65 octets")
        }
        defer { EVP_PKEY_free(peer) }
        guard EVP_PKEY_copy_parameters(peer, key) == 1,
            EVP_PKEY_set1_encoded_public_key(peer, point, point.count) == 1
        else { throw Fault(message: "not a point on the curve P-256") }
        guard let context = EVP_PKEY_CTX_new(key, nil) else { throw Fault(message: "out of memory") }
        defer { EVP_PKEY_CTX_free(context) }
        var secret = [UInt8](repeating: 0, count: 32)
        var count = secret.count
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer) == 1,
            EVP_PKEY_derive(context, &secret, &count) == 1, count == 32
        else { throw Fault(message: "can't derive a secret") }
        return secret
    }

    /// Signs with ES256: the two numbers, 32 octets each (RFC 7518, section 3.4).
    func signature(of bytes: [UInt8]) throws(Fault) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw Fault(message: "out of memory") }
        defer { EVP_MD_CTX_free(context) }
        var der = [UInt8](repeating: 0, count: 80)
        var count = der.count
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &der, &count, bytes, bytes.count) == 1
        else { throw Fault(message: "can't sign") }
        let pair = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_ECDSA_SIG(nil, &start, count)
        }
        guard let pair else { throw Fault(message: "can't sign") }
        defer { ECDSA_SIG_free(pair) }
        var signature = [UInt8](repeating: 0, count: 64)
        let isWritten = signature.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return false }
            return BN_bn2binpad(ECDSA_SIG_get0_r(pair), start, 32) == 32
                && BN_bn2binpad(ECDSA_SIG_get0_s(pair), start + 32, 32) == 32
        }
        guard isWritten else { throw Fault(message: "can't sign") }
        return signature
    }

    /// The key of a file, which is made the first time, for its owner alone (0600). Browsers have subscribed to this
    /// key: another one would lose them.
    static func kept(in path: String) throws(Fault) -> PushKey {
        if FileBytes.isThere(path) {
            do throws(FileBytes.Fault) {
                return try PushKey(file: try FileBytes.read(path, maxBytes: 4096), path)
            } catch {
                throw Fault(message: "\(path): \(error.message)")
            }
        }
        let key = try PushKey()
        do throws(FileBytes.Fault) {
            try FileBytes.replace(path, with: key.der)
        } catch {
            throw Fault(message: "\(path): \(error.message)")
        }
        return key
    }

    private convenience init(file bytes: [UInt8], _ path: String) throws(FileBytes.Fault) {
        do throws(Fault) {
            try self.init(der: bytes)
        } catch {
            throw FileBytes.Fault(message: "\(error.message); remove the file for a new key", code: EINVAL)
        }
    }
}
