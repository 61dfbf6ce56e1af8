import NIOCore

/// The resources that a client may use before it has authenticated.
struct ConnectionLimits: Sendable {
    /// From the start of a connection, or the first byte of a later request, to the end of the request's headers.
    var headers: TimeAmount = .seconds(10)
    /// From the end of the headers to the end of the body.
    var body: TimeAmount = .seconds(30)
    /// The same, for networks from which nobody has signed in.
    var bodyOfStrangers: TimeAmount = .seconds(8)
    /// For the rest of a body whose request has been answered.
    var rest: TimeAmount = .seconds(5)
    /// Between two requests.
    var idle: TimeAmount = .seconds(60)
    /// For a client that reads nothing of what is sent to it.
    var write: TimeAmount = .seconds(30)
    /// For a client to read the last response, before the connection is closed.
    var linger: TimeAmount = .seconds(2)
    /// In bytes.
    var maxBody = API.maxBody
    /// What is read at once, in bytes.
    var read = 4096
    /// In bytes; applies to each header, the URL, and all headers together.
    var maxHeaders = 16 * 1024
    var maxHeaderFields = 100
    var maxConnections = 2048
    /// Of these, for networks from which somebody has signed in.
    var reserve = 256
    /// More than a household behind one address needs. Connections from the proxy count for the client that it names.
    var maxConnectionsPerAddress = 512

    static let standard = ConnectionLimits()
}
