import DomoLanguage

// The records of orders.

extension Orders {
    /// The orders of the present input that were not persisted yet.
    var unsaved: [OrderID] { log.new }

    /// True for an order of the present input.
    func isNew(_ id: OrderID) -> Bool { log.isNew(id) }

    mutating func noteSaved() { log.clearNew() }

    /// - Returns: the record to persist.
    mutating func takeChanges(of order: inout PendingOrder) -> Record {
        log.note(order.record)
        return order.takeChanges()
    }

    /// Counts an order that domo itself carried out.
    mutating func noteHeld() { log.countHeld() }

    /// - Parameter milliseconds: from the request of an order to its acceptance.
    mutating func note(latency milliseconds: Double) { log.note(latency: milliseconds) }

    /// The last records, newest first.
    ///
    /// - Parameters:
    ///   - elements: nil for all.
    ///   - before: only lower numbers; nil for all.
    func last(_ count: Int, of elements: [String]?, before: UInt64? = nil) -> [OrderRecord] {
        log.last(count, of: elements, before: before)
    }

    /// The outcomes of orders since the start.
    var counts: OrderCounts {
        OrderCounts(
            accepted: log.accepted,
            failed: log.failed,
            confirmed: confirmations.confirmed + log.held,
            unconfirmed: confirmations.unconfirmed,
            latency: log.latency
        )
    }
}
