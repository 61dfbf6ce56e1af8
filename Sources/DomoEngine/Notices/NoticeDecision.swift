import DomoLanguage
import DomoModel

/// A decision of the notices, carried out by the engine in order.
enum NoticeDecision: Sendable {
    /// Stores all notices, before any later message is handed over.
    case keep(NoticeTable)
    case deliver(Delivery)
    /// Asks the notifier to leave a message that it has not sent.
    case withdraw(Delivery)
    case publish(NoticeView)
    case reply(RequestID, Reply)
    /// A call of a scene has ended.
    case callEnded(StrandID, Result<CallAnswer, Fault>)
}
