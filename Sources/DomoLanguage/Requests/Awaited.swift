/// What the reply to an order waits for.
public enum Awaited: String, Sendable, CaseIterable {
    /// Nothing: the reply has the number of the order.
    case none
    /// The server accepts it.
    case accepted
    /// The house confirms it.
    case confirmed
}

extension Awaited {
    init(argument word: String) throws(Fault) {
        guard let awaited = Awaited(rawValue: word) else {
            throw Fault(
                .badRequest,
                "an order can't wait for \"\(word.prefix(80))\"",
                hint: "use one of \(Awaited.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        self = awaited
    }
}
