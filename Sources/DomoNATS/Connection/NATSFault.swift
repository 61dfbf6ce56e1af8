/// Why a message was not sent, or has no reply.
public enum NATSFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no connection now. Nothing is kept for later.
    case notConnected
    /// The connection ended while the request waited. Whether it arrived is not known.
    case disconnected(reason: String)
    /// Nobody has subscribed the subject.
    case noResponders
    /// Whether the request arrived is not known.
    case timedOut
    /// The task of the request was cancelled.
    case cancelled
    /// The server does not read fast enough, or too many requests wait.
    case overloaded
    case payloadTooLarge(octets: Int, limit: Int)
    /// A subject or a header that can't be sent, or too many subscriptions.
    case invalid(String)

    public var description: String {
        switch self {
        case .notConnected: "not connected to a NATS server"
        case .disconnected(let reason): "the connection to the NATS server ended: \(reason)"
        case .noResponders: "nobody receives this subject"
        case .timedOut: "no reply in time"
        case .cancelled: "the request was cancelled"
        case .overloaded: "too many messages wait for the NATS server"
        case .payloadTooLarge(let octets, let limit):
            "the message has \(octets) octets; the limit of the NATS server is \(limit)"
        case .invalid(let problem): problem
        }
    }
}
