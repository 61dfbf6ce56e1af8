public import DomoModel

/// A read of the state of elements.
public struct Query: Sendable {
    public var id: Dispatch.ID
    /// The label of the endpoint.
    public var endpoint: String
    /// The elements to read: one, or all of the endpoint if one answer covers all.
    public var targets: [Target]
    /// True for the request that covers all elements.
    public var isForAll: Bool
    public var timeout: Duration
    /// Not nil if it reads no state and only checks whether the endpoint is reachable.
    public var check: Check?

    /// How an endpoint that reports no states is checked. The answer is `states` without a state, or `failed`.
    public enum Check: Sendable, Equatable {
        /// It accepts a connection.
        case connection
        /// It answers a request that changes nothing: it accepted connections before, and did not answer.
        case response
    }

    public init(
        id: Dispatch.ID,
        endpoint: String = "",
        targets: [Target],
        isForAll: Bool,
        timeout: Duration,
        check: Check? = nil
    ) {
        self.id = id
        self.endpoint = endpoint
        self.targets = targets
        self.isForAll = isForAll
        self.timeout = timeout
        self.check = check
    }
}

/// The answer to a query.
public enum Answer: Sendable, Equatable {
    /// The state of one facet.
    public struct State: Sendable, Equatable {
        /// The element's index in the query's targets.
        public var target: Int
        public var type: FacetType
        /// Nil if the server reports that it doesn't know, or an unknown word.
        /// Of a cover that moves, the direction: its end or position is where it is on its way.
        public var value: Value?
        /// Of a cover: whether it moves; nil if the server does not report that.
        public var isMoving: Bool?

        public init(target: Int, type: FacetType, value: Value?, isMoving: Bool? = nil) {
            self.target = target
            self.type = type
            self.value = value
            self.isMoving = isMoving
        }
    }

    /// Elements missing in the answer are left out.
    case states([State])
    /// The server answered, but reports no state now (an HTTP status other than 2xx).
    case refused(reason: String, retryAfter: Duration? = nil)
    /// The answer could not be understood.
    case unusable(reason: String)
    /// No answer came.
    case failed(reason: String)
    /// It was cancelled, or held behind others until its timeout: nothing follows about the endpoint.
    case cancelled
}
