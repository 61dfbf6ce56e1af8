import ArgumentParser
import DomoLanguage

/// The options that every order takes.
struct OrderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How long the order may take, such as 500ms or 2s.", valueName: "duration"))
    var deadline: String?

    @Option(
        help: "What to wait for: none (return at once with the order's number), accepted (as without it), confirmed.",
        completion: .list(Awaited.allCases.map(\.rawValue))
    )
    var wait: String?

    @Option(
        help: ArgumentHelp("A name for this order: given again with it, it is not carried out again.", valueName: "key")
    )
    var key: String?

    @Flag(help: "Print the signal that would be sent, and send nothing.")
    var explain = false

    var words: [Words.Word] {
        (deadline.map { [.keyword("--deadline"), .literal($0)] } ?? [])
            + (wait.map { [.keyword("--wait"), .literal($0)] } ?? [])
            + (key.map { [.keyword("--key"), .literal($0)] } ?? []) + (explain ? [.keyword("--explain")] : [])
    }
}

extension Request {
    /// How long the answer to an order may take.
    var orderPatience: Duration {
        // A server's own deadline is known to the daemon alone.
        guard case .order(let order) = self, order.wait != .none else { return .seconds(10) + ControlClient.margin }
        return (order.deadline ?? Order.deadlines.upperBound) + ControlClient.margin
            // So is how long its house may take to be seen to obey.
            + (order.wait == .confirmed ? Order.deadlines.upperBound : .zero)
    }
}

extension Rendering {
    /// The answer to an order.
    func order(_ answer: Answer) throws(Fault) -> String {
        if case .order(let order) = answer.request, order.explain { return explanation(try answer.decode()) }
        return receipt(try answer.decode()) + "\n"
    }
}
