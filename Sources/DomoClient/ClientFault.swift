public import DomoLanguage

/// Why there is no reply.
public enum ClientFault: Error, Sendable {
    /// The daemon can't be reached, or ended the connection before it replied.
    case disconnected(reason: String)
    /// A line that would be several, or hold what no line holds.
    case badLine
    /// The daemon refused it.
    case refused(Fault)
}
