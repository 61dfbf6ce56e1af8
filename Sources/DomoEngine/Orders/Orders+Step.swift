import DomoLanguage
import DomoModel

extension Orders {
    enum Step: Sendable {
        case send(Dispatch.ID, Value, of: ElementID, to: EndpointID, timeout: Duration)
        case cancel(Dispatch.ID, via: any LinkPort)
        case ended(PendingOrder, Ending)
        /// An order that ended with its deadline was accepted after all, and nothing newer was sent to its element.
        case acceptedLate(element: ElementID, Value, cause: Cause)
    }

    /// The shortest time left in which another try makes sense.
    static let minTry: Duration = .milliseconds(50)
    /// How long after the deadline a link has to report itself why it got no answer.
    static let grace: Duration = .milliseconds(100)

    static let stopping = Fault(
        .stopping,
        "the daemon is stopping",
        hint: "give the order again once it is back"
    )

    static let leftBefore = Fault(
        .unknownElement,
        "the element left the house, or changed, before the order was sent",
        hint: "look with \"domo ls -r\" at what there is now"
    )

    static let leftUnderWay = Fault(
        .unknownElement,
        "the element left the house, or changed, while the order was under way",
        hint: "whether it was carried out is not known: look at the house"
    )

    /// Why it wants to be woken.
    enum Due: Hashable, Sendable {
        /// An order's deadline.
        case deadline(OrderID)
        /// An order may be tried again.
        case retry(OrderID)
    }
}
