import DomoLanguage

extension Delivery {
    /// How many of what it holds; all 0 where every order has ended and every server has answered.
    var held: [String: Int] {
        [
            "orders": orders.count, "lanes": lanes.count, "flights": flights.count, "abandoned": abandoned.count,
            "order timers": timers.count, "delivery steps": steps.count,
            "waiting": servers.reduce(0) { $0 + $1.waiting }, "in flight": servers.reduce(0) { $0 + $1.inFlight },
        ]
    }

    static let stopping = Fault(
        .stopping,
        "the daemon is stopping",
        hint: "give the order again once it is back"
    )

    mutating func stop() {
        isStopping = true
        endWaiting(with: .fault(Self.stopping))
    }

    /// Ends an order that was not sent, or waits for another try.
    ///
    /// - Returns: false where it is under way, or has ended.
    mutating func withdraw(_ id: OrderID, with fault: Fault) -> Bool {
        guard let order = orders[id], let lane = lanes[order.element] else { return false }
        guard lane.current == id else {
            end(order, .fault(fault))
            return true
        }
        if case .inFlight = lane.phase { return false }
        finish(order, .fault(fault))
        return true
    }

    /// True for an order that `withdraw` would end.
    func isWithdrawable(_ id: OrderID) -> Bool {
        guard let order = orders[id], let lane = lanes[order.element] else { return false }
        if lane.current == id, case .inFlight = lane.phase { return false }
        return true
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
