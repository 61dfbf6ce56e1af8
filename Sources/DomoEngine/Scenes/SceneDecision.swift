import DomoLanguage
import DomoModel

/// What the scenes want done. Whoever asked them carries it out, in order.
enum SceneDecision: Sendable {
    /// Give an order of a strand. Its number, or why it was refused, is reported back before anything else is asked of
    /// the scenes.
    case giveOrder(Order, for: StrandID, from: OrderOrigin, by: Cause)
    /// Withdraw an order that was not sent; one that was goes on.
    case withdrawOrder(OrderID)
    case publish(Event)
    case persist(Record)
    case reply(RequestID, Reply)
    /// The same, once all that was to be persisted before is stored.
    case replyWhenStored(RequestID, Reply)
}
