public import DomoLanguage

/// A reply to a request that changes nothing.
public struct PlainReply: Sendable {
    /// How long others who see everything get the same reply to the same request, unless an input comes in between.
    public enum Lifetime: Equatable, Sendable {
        /// It is computed for each request.
        case once
        case untilInput
        /// A reading in it becomes stale with age then.
        case until(Instant)
    }

    public let reply: Reply
    public let lifetime: Lifetime

    init(_ reply: Reply, lasts lifetime: Lifetime) {
        (self.reply, self.lifetime) = (reply, lifetime)
    }
}
