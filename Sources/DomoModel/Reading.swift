/// How a reading is known.
public enum Certainty: String, Sendable, CaseIterable, Codable {
    /// Nothing is known.
    case unknown
    /// The server accepted an order; nobody saw the house obey it.
    case assumed
    /// The house itself reported it.
    case confirmed
}

/// What is known of one type of one element.
public struct Reading: Hashable, Sendable {
    /// The facet's state, said as the action that leads to it; nil while nothing is known.
    public var value: Value?
    public var certainty: Certainty
    /// True where the value was known once and may no longer hold.
    public var isStale: Bool
    public var since: Timestamp
    public var cause: Cause

    public init(value: Value?, certainty: Certainty, isStale: Bool = false, since: Timestamp, cause: Cause) {
        self.value = value
        self.certainty = certainty
        self.isStale = isStale
        self.since = since
        self.cause = cause
    }
}
