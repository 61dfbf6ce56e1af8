import CLibCrypto
import DomoSystem

/// What a person signs in with at the fleet: 32 random octets after a prefix. Only its hash is stored.
public struct FleetToken: Equatable, Sendable {
    private static let prefix = "domofleet_"

    public let text: String

    /// - Returns: nil unless it has the form of a token.
    public init?(_ text: some StringProtocol) {
        guard text.hasPrefix(Self.prefix), text.utf8.count < 100,
            Base64URL.bytes(of: text.dropFirst(Self.prefix.count))?.count == 32
        else { return nil }
        self.text = String(text)
    }

    private init(octets: [UInt8]) { text = Self.prefix + Base64URL.text(of: octets) }

    /// A new one.
    public static func random() throws(StoreFault) -> FleetToken {
        FleetToken(octets: try SealedSecret.random(32))
    }

    /// SHA-256 of its text.
    var hash: [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_Digest(Array(text.utf8), text.utf8.count, &digest, nil, EVP_sha256(), nil)
        return digest
    }

    /// The key of what its holder stores. It can't be derived from the hash.
    var key: [UInt8] {
        var key = [UInt8](repeating: 0, count: 32)
        let (secret, purpose) = (Array(text.utf8), Array("domo-fleet: tokens of houses".utf8))
        HMAC(EVP_sha256(), secret, CInt(secret.count), purpose, purpose.count, &key, nil)
        return key
    }
}
