import ArgumentParser
import DomoLanguage

/// The options of every order.
struct OrderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How long the order may take, such as 500ms or 2s.", valueName: "duration"))
    var deadline: String?

    // `-2d` is taken as a value, so that the error says how to write a time.
    @Option(parsing: .unconditional, help: ArgumentHelp(HelpText.until, valueName: "time"))
    var until: String?

    @Option(
        help: "What to wait for: none (return at once with the order's number), accepted (the default), confirmed.",
        completion: .list(Awaited.allCases.map(\.rawValue))
    )
    var wait: String?

    @Option(
        help: ArgumentHelp(
            "An idempotency key: an order with the same key is not carried out again.",
            valueName: "key"
        )
    )
    var key: String?

    @Flag(help: "Print the signal that would be sent, and send nothing.")
    var explain = false

    var words: [Words.Word] {
        (deadline.map { [.keyword("--deadline"), .literal($0)] } ?? [])
            + (until.map { [.keyword("--until"), .literal($0)] } ?? [])
            + (wait.map { [.keyword("--wait"), .literal($0)] } ?? [])
            + (key.map { [.keyword("--key"), .literal($0)] } ?? []) + (explain ? [.keyword("--explain")] : [])
    }
}

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
