/// What a server sends.
enum ServerOperation: Equatable, Sendable {
    case info(ServerInfo)
    case message(NATSMessage, subscription: UInt64)
    /// A message that was larger than the limit, and was skipped.
    case oversized(subject: String, octets: Int)
    case ping
    case pong
    case ok
    case error(ServerError)
}
