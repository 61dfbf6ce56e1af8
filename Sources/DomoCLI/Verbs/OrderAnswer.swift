import DomoLanguage

// The common parts of `set`, `dim` and `toggle`.

extension Request {
    /// The maximum time for the reply to an order.
    var orderPatience: Duration {
        // Only the daemon knows the deadline of the server.
        guard case .order(let order) = self, order.wait != .none else { return .seconds(10) + ControlClient.margin }
        return (order.deadline ?? Order.deadlines.upperBound) + ControlClient.margin
            // And how long the house may take to confirm the order.
            + (order.wait == .confirmed ? Order.deadlines.upperBound : .zero)
    }
}

extension Rendering {
    /// The reply to an order.
    func order(_ answer: Answer) throws(Fault) -> String {
        if case .order(let order) = answer.request, order.explain { return explanation(try answer.decode()) }
        return receipt(try answer.decode()) + "\n"
    }
}
