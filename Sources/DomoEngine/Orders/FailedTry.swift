/// An order whose last try failed, and may be repeated.
struct FailedTry: Sendable {
    let order: PendingOrder
    /// The failure that explains the order best so far.
    let failure: PendingOrder.Failure

    init(_ order: PendingOrder, _ last: PendingOrder.Failure, at now: Instant) {
        self.order = order
        failure = order.decisive(last, at: now)
    }
}
