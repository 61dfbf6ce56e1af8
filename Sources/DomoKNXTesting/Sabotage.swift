/// A fault injected between the engine and the world, to check that an invariant detects it.
public enum Sabotage: String, Sendable, CaseIterable {
    /// The link reports an order twice.
    case reportsTwice
    /// The link reports unsent orders as accepted.
    case acceptsWhatWasNotSent
    /// The engine and the link have five times the budget.
    case ignoresTheBudget
    /// Orders wait until no read is open.
    case servesReadsFirst
    /// The link holds orders beyond their deadline.
    case sendsLate
    /// A stop is sent once more.
    case stopsTwice
    /// The link sends a write when its connection comes up.
    case writesAtConnect
    /// The link reports a state that no device sent.
    case inventsStates
    /// The link drops states.
    case losesStates
    /// The link forgets queries.
    case forgetsQueries

    /// The invariants, one of which has to detect it.
    public var invariants: Set<String> {
        switch self {
        case .reportsTwice: ["dispatchesAreReportedOnce"]
        case .acceptsWhatWasNotSent: ["acceptedMeansThatTheBusTookIt"]
        case .ignoresTheBudget:
            ["ordersAreNotSentPastTheBudget", "readsAreNotSentPastTheBudget", "wireBudgetIsKept"]
        case .servesReadsFirst: ["personsDoNotWait", "ordersAreNotSentAfterTheirDeadline"]
        case .sendsLate: ["ordersAreNotSentAfterTheirDeadline", "dispatchesAreReportedInTime"]
        case .stopsTwice: ["everyWriteHasACause", "stepsAreSentOnce"]
        case .writesAtConnect: ["everyWriteHasACause"]
        case .inventsStates: ["beliefsHaveTheirTelegram"]
        case .losesStates: ["readingIsTrue", "whatIsReadIsKnown"]
        case .forgetsQueries: ["everythingComesToRest"]
        }
    }
}
