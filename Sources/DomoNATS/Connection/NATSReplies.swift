/// What a message means for a request that has several replies.
public enum NATSReplyStep: Sendable {
    /// Keep it, and wait for more.
    case keep
    /// Keep it; it is the last one.
    case last
    /// It only ends the replies.
    case end
    /// Wait for more.
    case skip
}

/// The replies to a request.
public struct NATSReplies: Equatable, Sendable {
    public var messages: [NATSMessage] = []
    /// The message that only ended them, such as a status of JetStream.
    public var end: NATSMessage?
}
