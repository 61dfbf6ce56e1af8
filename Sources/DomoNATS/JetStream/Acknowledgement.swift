/// What happens with a delivered message.
public enum Acknowledgement: String, Sendable {
    /// It is done; a WorkQueue deletes it.
    case done = "+ACK"
    /// It comes again at once.
    case again = "-NAK"
    /// It never comes again; a WorkQueue deletes it.
    case drop = "+TERM"
    /// More time: the wait for its acknowledgement starts anew.
    case inProgress = "+WPI"
}
