import DomoLanguage
import DomoModel

/// A decision of the scenes, carried out by the engine in order.
enum SceneDecision: Sendable {
    /// Give an order of a strand. The result, an order number or a refusal, is passed back before anything else.
    case giveOrder(Order, for: StrandID, from: OrderOrigin, by: Cause)
    /// Give the orders of a strand for a place. Their number, or a refusal, is passed back before anything else.
    case giveGroup(GroupOrder, for: StrandID, from: OrderOrigin, by: Cause)
    /// Raise a notice of a strand. The result is passed back before anything else.
    case raise(RaisedNotice, for: StrandID)
    /// Resolve the notices of a cause. Their number is passed back before anything else.
    case resolve(about: String, text: String?, for: StrandID)
    /// Call a program. The answer is passed back later.
    case call(Script.Call, text: String?, paths: [String], scene: String, for: StrandID)
    /// Withdraw an order that was not sent; one in flight continues.
    case withdrawOrder(OrderID)
    case publish(Event)
    case persist(Record)
    case reply(RequestID, Reply)
    /// The same, once all earlier records are stored.
    case replyWhenStored(RequestID, Reply)
}
