/// What the answer to an order waits for.
public enum Awaited: String, Sendable, CaseIterable {
    /// Nothing: the order's number comes back at once.
    case none
    /// The server takes it.
    case accepted
    /// The house is seen to obey.
    case confirmed
}

extension Awaited {
    init(argument word: String) throws(Fault) {
        guard let awaited = Awaited(rawValue: word) else {
            throw Fault(
                .badRequest,
                "an order can't wait for \"\(word.prefix(80))\"",
                hint: "it waits for: \(Awaited.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        self = awaited
    }
}
