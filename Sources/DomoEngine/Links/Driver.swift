public import DomoModel

/// The port between the engine and whatever moves a house: an HTTP server, a bus, the simulator.
///
/// A driver sends, once, what it is told, and reports what became of it. It retries nothing and knows no state: that is
/// the engine's. It may hold a dispatch back for a moment where its server takes no more at once.
public protocol Driver: AnyObject, Sendable {
    /// The signal for an action as people read it, secrets left out: `POST http://…`.
    func signal(for action: Value, of target: Target) throws(SignalFault) -> String

    /// Sends a signal. Reports exactly once, from any thread, and no later than a moment after `dispatch.timeout`.
    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void)

    /// Gives a dispatch or a query up: it is reported at once, as lost if any of it may have left. Does nothing for one
    /// that has been reported.
    func cancel(_ id: Dispatch.ID)

    /// Of which types of an element the server tells the state.
    func readable(_ target: Target) -> FacetTypes

    /// Asks the server for states. Reports exactly once, as `send` does.
    func read(_ query: Query, report: @escaping @Sendable (Reading.Report) -> Void)
}

extension Driver {
    /// A server that tells nothing.
    public func readable(_ target: Target) -> FacetTypes { FacetTypes() }

    public func read(_ query: Query, report: @escaping @Sendable (Reading.Report) -> Void) {
        report(.unusable(reason: "the server tells no state"))
    }
}

/// An element as a driver sees it.
public struct Target: Sendable, Hashable {
    /// The name that the server knows.
    public var name: String
    /// The whole path, by which a configuration names single elements.
    public var path: String
    public var types: FacetTypes

    public init(name: String, path: String, types: FacetTypes) {
        self.name = name
        self.path = path
        self.types = types
    }
}

/// One sending of one order.
public struct Dispatch: Sendable, Equatable {
    /// Of a dispatch or a query; never used twice in the life of an engine.
    public struct ID: Hashable, Sendable {
        public let number: UInt64

        public init(_ number: UInt64) { self.number = number }
    }

    public var id: ID
    public var target: Target
    public var action: Value
    /// What is left of the order's deadline.
    public var timeout: Duration

    public init(id: ID, target: Target, action: Value, timeout: Duration) {
        self.id = id
        self.target = target
        self.action = action
        self.timeout = timeout
    }
}

/// What became of a dispatch.
public enum Outcome: Sendable, Equatable {
    /// The server took the order.
    case accepted
    /// The server answered and did not take it. `isPassing` where another try may fare better (HTTP 408, 429, 5xx);
    /// `retryAfter` where it said when.
    case refused(reason: String, isPassing: Bool, retryAfter: Duration? = nil)
    /// Nothing of it reached the server.
    case notSent(reason: String)
    /// It may have reached the server; no answer came.
    case lost(reason: String)
    /// There is no signal for this action; nothing was sent.
    case impossible(SignalFault)
}

/// Why there is no signal for an action.
public struct SignalFault: Error, Sendable, Equatable {
    public var message: String
    public var hint: String?

    public init(message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

/// One question for the state of elements.
public struct Query: Sendable {
    public var id: Dispatch.ID
    /// What is to be told: one element, or all that the server moves where one answer tells all.
    public var targets: [Target]
    /// True for the request that tells all.
    public var isForAll: Bool
    public var timeout: Duration

    public init(id: Dispatch.ID, targets: [Target], isForAll: Bool, timeout: Duration) {
        self.id = id
        self.targets = targets
        self.isForAll = isForAll
        self.timeout = timeout
    }
}

extension Reading {
    /// What a server said of one type of one element.
    public struct Observation: Sendable, Equatable {
        /// The element's place among the query's targets.
        public var target: Int
        public var type: FacetType
        /// Nil where the server says that it doesn't know, or says a word that means neither.
        public var value: Value?

        public init(target: Int, type: FacetType, value: Value?) {
            self.target = target
            self.type = type
            self.value = value
        }
    }

    /// What became of a query.
    public enum Report: Sendable, Equatable {
        /// Elements of which the answer says nothing are left out.
        case states([Observation])
        /// The server answered, and does not tell now (an HTTP status that is none of 2xx).
        case refused(reason: String, retryAfter: Duration? = nil)
        /// An answer came and made no sense.
        case unusable(reason: String)
        /// No answer came.
        case failed(reason: String)
        case cancelled
    }
}

/// How a server's state is read.
public struct ReadingPlan: Sendable, Equatable {
    /// There is a request that tells of one element.
    public var tellsOne: Bool
    /// There is a request that tells of all.
    public var tellsAll: Bool
    /// Each element is read that often.
    public var interval: Duration
    /// A reading older than this is stale.
    public var maximumAge: Duration
    /// How long after an order was accepted it is first read back; then at growing intervals.
    public var confirmDelay: Duration
    /// How long after its acceptance an order is waited for to be confirmed.
    public var confirmWithin: Duration
    /// More requests for state than this are not made in a second, those that confirm an order apart.
    public var perSecond: Int
    /// How long one answer may take.
    public var timeout: Duration

    public init(
        tellsOne: Bool = true,
        tellsAll: Bool = false,
        interval: Duration = .seconds(60),
        maximumAge: Duration? = nil,
        confirmDelay: Duration = .milliseconds(200),
        confirmWithin: Duration = .seconds(10),
        perSecond: Int = 10,
        timeout: Duration = .seconds(5)
    ) {
        self.tellsOne = tellsOne
        self.tellsAll = tellsAll
        self.interval = interval
        self.maximumAge = maximumAge ?? interval * 3
        self.confirmDelay = confirmDelay
        self.confirmWithin = confirmWithin
        self.perSecond = perSecond
        self.timeout = timeout
    }
}
