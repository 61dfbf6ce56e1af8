/// Why a pull ended.
public enum PullEnd: Equatable, Sendable {
    /// The batch is complete, or so many octets have come.
    case full
    /// No more messages in the given time.
    case noMessages
    /// The consumer has no leader for a moment, was changed or deleted, or has too many pending messages: the status.
    case stopped(status: Int, String)
    /// The connection ended, or the server did not end the pull; some messages have come before.
    case broken
}
