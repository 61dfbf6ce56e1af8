/// What libcurl is to do: complete, so that the thread of the transfers decides nothing.
struct TransferRequest: Equatable, Sendable {
    enum Form: Equatable, Sendable {
        case http(method: String, headers: [String], body: [UInt8]?)
        case mail(from: String, to: [String], message: [UInt8], encryption: MailTarget.Encryption)
        /// Only looks at the server's certificate.
        case certificate
    }

    /// With secrets.
    var url: String
    /// For messages, without.
    var shown: String
    var form: Form
    var user: String?
    var password: String?
    var caFile: String?
    /// For all of it.
    var timeout: Duration
    /// How much of the answer is kept; a longer one ends the transfer.
    var maxAnswer = 64 * 1024
    /// Connects only to addresses of the public Internet.
    var isOnlyPublic = false
    /// Whether the same request may be sent twice.
    var isIdempotent = false
}
