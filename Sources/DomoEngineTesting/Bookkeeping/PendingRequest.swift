import DomoLanguage

/// A request without a reply.
struct PendingRequest {
    enum Kind {
        case order, scene, reload, other
    }

    var kind: Kind
    var wait = Awaited.accepted
    /// The last moment for its reply.
    var due: Int64
    /// The deadline of an order.
    var deadline: Int64?
    /// What the name in it means; nil if that is not followed.
    var meaning: NameMeaning?
    /// The wish of an order.
    var wish: Order.Wish?
}
