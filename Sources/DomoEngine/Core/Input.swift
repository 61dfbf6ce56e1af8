public import DomoLanguage
public import DomoModel

/// A request's number, given by the shell; never used twice in the life of an engine.
public struct RequestID: Hashable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) { self.number = number }
}

/// Everything that can happen to an engine.
public enum Input: Sendable {
    /// Somebody asks. It is answered by exactly one `Effect.reply`, now or later.
    case request(Request, id: RequestID, principal: Principal)
    /// A driver reports what became of a dispatch.
    case outcome(Dispatch.ID, Outcome)
    /// A driver reports what became of a query. Where an answer tells much it comes in several, of which only the last is
    /// final.
    case readings(Dispatch.ID, Reading.Report, isLast: Bool = true)
    /// What was stored in an earlier life. Newer knowledge is kept.
    case remembered(Memory)
    /// The moment asked for with `Effect.wake` has come, or an earlier one.
    case wake
    /// The houses were read. Replaces what was known of them; readings of elements that stay are kept.
    /// Answers the requests that asked for it.
    case load(Catalog, ids: [RequestID])
    /// The houses could not be read. What was known of them stays.
    case loadFailed(Fault, ids: [RequestID])
    /// The daemon is stopping: orders that wait are given up, those in flight may finish, new ones are refused.
    case stop
    /// The daemon ends now: orders in flight end without their outcome.
    case giveUp
}

/// Everything that an engine can want done.
public enum Effect: Sendable {
    case send(Dispatch, via: any Driver)
    case read(Query, via: any Driver)
    case cancel(Dispatch.ID, via: any Driver)
    case reply(RequestID, Reply)
    /// A reply that waits until all records before it are stored: nothing that was answered is forgotten.
    case replyStored(RequestID, Reply)
    case persist(Record)
    /// Wants an answer out of what was stored; `otherwise` where nothing is.
    case recall(RequestID, Recall, otherwise: Reply)
    case publish(Event)
    /// Somebody was not allowed to do something, which is told in the log.
    case refused(Refusal)
    /// Wants `Input.wake` at this moment; takes the place of any earlier wish.
    case wake(at: Instant)
    /// Wants the houses read again: answered by `Input.load` or `Input.loadFailed` with the same number.
    case load(RequestID)
}
