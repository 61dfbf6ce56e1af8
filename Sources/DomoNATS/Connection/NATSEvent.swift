public import NIOCore

/// What happens to a connection, for logs and for people.
public enum NATSEvent: Equatable, Sendable {
    case connected(serverVersion: String, name: String)
    /// The connection failed or ended.
    case disconnected(reason: String, retryIn: TimeAmount)
    /// The key, the certificate or the version is wrong: an administrator must act. It is tried again seldom.
    case refused(reason: String, retryIn: TimeAmount)
    /// The server is about to stop; it closes the connection when it is this client's turn.
    case lameDuck(name: String)
    /// An operation was refused, such as a subject that the user has no permission for.
    case warning(String)
}
