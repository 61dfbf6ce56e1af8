public import DomoLanguage

/// Why there is no reply.
public enum ClientFault: Error, Sendable {
    /// The daemon is unreachable, or closed the connection before it replied.
    case disconnected(reason: String)
    /// The request is not a single valid line.
    case badLine
    /// The line is not valid in the command language.
    case refused(Fault)
    /// There is no room for the reply now.
    case overloaded(Fault)
}
