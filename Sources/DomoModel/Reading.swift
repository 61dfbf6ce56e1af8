/// How certain a reading is.
public enum Certainty: String, Sendable, CaseIterable, Codable {
    /// Nothing is known.
    case unknown
    /// The server accepted an order, but the house has not confirmed it.
    case assumed
    /// The house itself reported it.
    case confirmed
}

/// The state of one type of an element.
public struct Reading: Hashable, Sendable {
    /// The facet's state, as the value that would lead to it; nil while unknown.
    public var value: Value?
    public var certainty: Certainty
    /// True if the value was known once but may be outdated.
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
