import DomoEngine
import DomoModel

/// An event in simulated time.
enum WorldEvent {
    /// A link reports an outcome. `run` is the run of the daemon that sent the dispatch.
    case outcome(UInt64, Outcome, run: Int)
    case readings(UInt64, Answer, isLast: Bool, run: Int)
    /// A server answers a query with the state of the house at that moment.
    case answer(UInt64, run: Int)
    case commit(run: Int)
    case loaded(RequestID, run: Int)
    case earlyWake
    case user
    case wallSwitch
    case serverFails(Int)
    case serverRecovers(Int)
    case linkComesUp(Int, LinkID, run: Int)
    /// A pushing link reports an element.
    case push(Int)
    case diskFails
    case diskWorks
    case wallClockSteps
    case reload
    case kill
    case stop
    case giveUp(run: Int)
    case start
    /// The last moment for the reply to a request.
    case replyDue(RequestID)
    /// The last moment for an order to be accepted or to end.
    case orderDue(UInt64, run: Int)
    /// The last moment for an accepted order to be confirmed or not.
    case confirmationDue(UInt64, run: Int)
    /// All faults end.
    case faultsEnd
    /// The last orders have ended: from now on every reading must converge.
    case convergenceBegins
    case end
}
