import DomoLanguage
import DomoModel

extension Orders {
    enum Step: Sendable {
        case send(Dispatch.ID, Value, of: ElementID, to: EndpointID, timeout: Duration)
        case cancel(Dispatch.ID, via: any LinkPort)
        case ended(PendingOrder, Ending)
        /// An order for an element that domo itself holds.
        case hold(PendingOrder)
        /// An order that ended with its deadline was accepted after all, and nothing newer was sent to its element.
        case acceptedLate(element: ElementID, Value, cause: Cause)
        /// A press that ended with its deadline has an outcome.
        case pressAnswered(OrderID, ElementID?, hasActed: Bool)
    }

    /// The minimum time left for another try.
    static let minTry: Duration = .milliseconds(50)
    /// The time after the deadline in which a link can report why it got no answer.
    static let grace: Duration = .milliseconds(100)

    static let stopping = Fault(
        .stopping,
        "the daemon is stopping",
        hint: "give the order again once it is back"
    )

    static let leftBefore = Fault(
        .unknownElement,
        "the element was removed or changed before the order was sent",
        hint: "\"domo ls -r\" lists the present elements"
    )

    static let leftUnderWay = Fault(
        .unknownElement,
        "the element was removed or changed while the order was in flight",
        hint: "it may have been carried out: check the house"
    )

    /// The reason for a wake-up.
    enum Due: Hashable, Sendable {
        /// An order's deadline.
        case deadline(OrderID)
        /// An order may be tried again.
        case retry(OrderID)
    }
}
