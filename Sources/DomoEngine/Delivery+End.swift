import DomoLanguage

extension Delivery {
    static let stopping = Fault(
        .stopping,
        "the daemon is stopping",
        hint: "give the order again once it is back"
    )

    mutating func stop() {
        isStopping = true
        endWaiting(with: .fault(Self.stopping))
    }

    /// Ends the orders in flight too.
    mutating func giveUp(at now: Instant) {
        stop()
        for (dispatch, flight) in flights.sorted(by: { $0.key.number < $1.key.number })
        where !abandoned.contains(dispatch) {
            guard var order = orders[flight.order] else { continue }
            order.failure = .init(reason: "domo was stopped before the answer came", isOutOfReach: true)
            abandon(order, dispatch, at: now)
        }
    }
}
