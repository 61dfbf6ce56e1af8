/// What a link does for an element. It includes the address, so that bindings of different links can be compared.
public struct Binding: Hashable, Sendable {
    /// A signal for each action, or for one sample value of each type that has many, exactly as it is sent.
    public var signals: [String]
    /// How its states are read, and what is taken from the answer: two elements that read something else from one answer
    /// differ here. Empty if they are not read.
    public var queries: [String]

    public init(signals: [String], queries: [String] = []) {
        self.signals = signals
        self.queries = queries
    }

    var isEmpty: Bool { signals.isEmpty && queries.isEmpty }

    mutating func append(_ other: Binding) {
        signals += other.signals
        queries += other.queries
    }
}
