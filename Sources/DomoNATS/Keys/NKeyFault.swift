/// Why a text is not the expected NKey or JWT. The message never contains the text: it may be a secret.
public struct NKeyFault: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Code: Sendable {
        /// Other characters than those of Base32.
        case notBase32
        case wrongLength
        /// Mistyped: the checksum does not match.
        case wrongChecksum
        /// A public key where a seed is needed, or a seed where a public key is needed.
        case wrongHalf
        /// A key of an account where a user's is needed, or of a kind that is not known.
        case wrongKind
        /// Not a JWT of NATS.
        case notToken
        /// Another key signed the JWT, or it was changed.
        case wrongSignature
        /// A file without a seed, or with several.
        case notOne
        /// libcrypto failed.
        case failed
    }

    public var code: Code
    public var message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    public var description: String { message }
}
