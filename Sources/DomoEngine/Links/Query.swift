public import DomoModel

/// One question for the state of elements.
public struct Query: Sendable {
    public var id: Dispatch.ID
    /// The label of the endpoint that is asked.
    public var endpoint: String
    /// What is asked for: one element, or all that the endpoint moves where one answer covers all.
    public var targets: [Target]
    /// True for the request that covers all.
    public var isForAll: Bool
    public var timeout: Duration

    public init(id: Dispatch.ID, endpoint: String = "", targets: [Target], isForAll: Bool, timeout: Duration) {
        self.id = id
        self.endpoint = endpoint
        self.targets = targets
        self.isForAll = isForAll
        self.timeout = timeout
    }
}

/// What became of a query.
public enum Answer: Sendable, Equatable {
    /// What the answer says of one facet.
    public struct State: Sendable, Equatable {
        /// The element's place among the query's targets.
        public var target: Int
        public var type: FacetType
        /// Nil where the server says that it doesn't know, or uses a word that means neither.
        public var value: Value?

        public init(target: Int, type: FacetType, value: Value?) {
            self.target = target
            self.type = type
            self.value = value
        }
    }

    /// Elements of which the answer says nothing are left out.
    case states([State])
    /// The server answered, and reports no state now (an HTTP status other than 2xx).
    case refused(reason: String, retryAfter: Duration? = nil)
    /// An answer came and made no sense.
    case unusable(reason: String)
    /// No answer came.
    case failed(reason: String)
    /// It was given up, or held behind others until its time was over: nothing is known of the endpoint.
    case cancelled
}
