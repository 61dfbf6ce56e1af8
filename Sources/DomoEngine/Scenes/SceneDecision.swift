import DomoLanguage
import DomoModel

/// A decision of the scenes, carried out by the engine in order.
enum SceneDecision: Sendable {
    /// Give an order of a strand. The result, an order number or a refusal, is passed back before anything else.
    case giveOrder(Order, for: StrandID, from: OrderOrigin, by: Cause)
    /// Give the orders of a strand for a place. Their number, or a refusal, is passed back before anything else.
    case giveGroup(GroupOrder, for: StrandID, from: OrderOrigin, by: Cause)
    /// Withdraw an order that was not sent; one in flight continues.
    case withdrawOrder(OrderID)
    case publish(Event)
    case persist(Record)
    case reply(RequestID, Reply)
    /// The same, once all earlier records are stored.
    case replyWhenStored(RequestID, Reply)
}
