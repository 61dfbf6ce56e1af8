/// A fault that is put between the engine and the world on purpose, to see that an invariant finds it.
public enum Sabotage: String, Sendable, CaseIterable {
    /// The link reports an order twice.
    case reportsTwice
    /// The link reports what was not sent as accepted.
    case acceptsWhatWasNotSent
    /// The engine and the link have five times the budget.
    case ignoresTheBudget
    /// Orders wait until no read is open.
    case servesReadsFirst
    /// The link holds orders beyond their deadline.
    case sendsLate
    /// A stop is sent once more.
    case stopsTwice
    /// The link sends something when its connection is up.
    case writesAtConnect
    /// The link reports a state that nobody sent.
    case inventsStates
    /// The link keeps states to itself.
    case losesStates
    /// The link forgets queries.
    case forgetsQueries

    /// The invariants of which one has to find it.
    public var invariants: Set<String> {
        switch self {
        case .reportsTwice: ["dispatchesAreReportedOnce"]
        case .acceptsWhatWasNotSent: ["acceptedMeansThatTheBusTookIt"]
        case .ignoresTheBudget:
            ["ordersAreNotSentPastTheBudget", "readsAreNotSentPastTheBudget", "wireBudgetIsKept"]
        case .servesReadsFirst: ["personsAreNotBehindReads", "ordersAreNotSentAfterTheirDeadline"]
        case .sendsLate: ["ordersAreNotSentAfterTheirDeadline", "dispatchesAreReportedInTime"]
        case .stopsTwice: ["everyWriteHasACause", "stepsAreSentOnce"]
        case .writesAtConnect: ["everyWriteHasACause"]
        case .inventsStates: ["beliefsHaveTheirTelegram"]
        case .losesStates: ["readingIsTrue", "whatIsReadIsKnown"]
        case .forgetsQueries: ["everythingComesToRest"]
        }
    }
}
