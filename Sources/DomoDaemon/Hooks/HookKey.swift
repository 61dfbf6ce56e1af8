import CDigest
import DomoLanguage
import DomoSystem

/// What a delivery to a hook is compared with.
enum HookKey: Sendable, Equatable {
    /// The digest of a secret.
    ///
    /// - Parameter mayBeInURL: whether the secret may be in the address.
    case secret(TokenDigest, mayBeInURL: Bool)
    /// The bytes that sign; nil if they are lost: then nothing is accepted.
    case signing([UInt8]?)

    /// How far the clock of a sender may be from that of the daemon, in milliseconds.
    static let tolerance: Int64 = 300_000
    /// What Standard Webhooks puts before a secret.
    static let prefix = "whsec_"

    var proof: NewHook.Proof {
        switch self {
        case .secret(_, mayBeInURL: false): .header
        case .secret(_, mayBeInURL: true): .url
        case .signing: .signature
        }
    }

    /// Whether a delivery is authentic. How long it takes depends on the delivery alone: neither on what is wrong, nor on
    /// whether there is such a hook, and of which kind.
    ///
    /// - Parameter key: nil if there is no such hook.
    static func accepts(_ knock: Knock, body: [UInt8], key: HookKey?) throws(Fault) -> Bool {
        switch knock.proof {
        case .none: return false
        case .secret(let secret, let isInURL):
            let given = try TokenDigest(of: secret).bytes
            guard case .secret(let digest, let mayBeInURL)? = key else {
                _ = areEqual(given, nobody)
                return false
            }
            return areEqual(given, digest.bytes) && (mayBeInURL || !isInURL)
        case .signature(let signatures, let time):
            guard let delivery = knock.delivery else { return false }
            let signing: [UInt8]? = if case .signing(let bytes)? = key { bytes } else { nil }
            let own = try signature(of: body, delivery: delivery, time: time, key: signing ?? nobody)
            // A sender that changes its secret signs with both.
            var isSigned = false
            for signature in signatures.split(separator: " ") {
                guard signature.hasPrefix("v1,"), let bytes = Base64.bytes(of: String(signature.dropFirst(3))) else {
                    continue
                }
                if areEqual(bytes, own) { isSigned = true }
            }
            return isSigned && signing != nil
        }
    }

    /// What stands for the key of no hook.
    private static let nobody = [UInt8](repeating: 0, count: 32)

    /// Standard Webhooks 1.0.0, "Signature scheme", symmetric: HMAC-SHA256 of `ID.TIME.BODY`.
    static func signature(
        of body: [UInt8],
        delivery: String,
        time: String,
        key: [UInt8]
    ) throws(Fault) -> [UInt8] {
        let content = Array("\(delivery).\(time).".utf8) + body
        var digest = [UInt8](repeating: 0, count: 32)
        if let problem = domo_hmac_sha256(key, key.count, content, content.count, &digest) {
            throw Fault(.badConfiguration, "signed hooks can't be used: \(String(cString: problem))")
        }
        return digest
    }

    /// Compares without saying by its time where the bytes differ.
    private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
