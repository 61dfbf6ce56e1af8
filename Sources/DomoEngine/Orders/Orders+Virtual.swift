// Orders for elements that domo itself holds, which wait for nothing.

extension Orders {
    mutating func submitHeld(_ order: consuming PendingOrder) {
        log.noteNew(order.id)
        if isStopping { return report(order, .fault(Self.stopping)) }
        decide(.hold(order))
    }
}
