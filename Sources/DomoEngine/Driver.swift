public import DomoModel

/// The port between the engine and whatever moves a house: an HTTP server, a bus, the simulator.
///
/// A driver sends, once, what it is told, and reports what became of it. It retries nothing and knows no state: that is
/// the engine's. It may hold a dispatch back for a moment where its server takes no more at once.
public protocol Driver: AnyObject, Sendable {
    /// The signal for an action as people read it, secrets left out: `POST http://…`.
    func signal(for action: Action, element: String) throws(SignalFault) -> String

    /// Sends a signal. Reports exactly once, from any thread, and no later than a moment after `dispatch.timeout`.
    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void)

    /// Gives a dispatch up: it is reported at once, as `lost` if any of it may have left. Does nothing for one that
    /// has been reported.
    func cancel(_ id: Dispatch.ID)
}

/// One sending of one order.
public struct Dispatch: Sendable, Equatable {
    /// Never used twice in the life of an engine.
    public struct ID: Hashable, Sendable {
        public let number: UInt64

        public init(_ number: UInt64) { self.number = number }
    }

    public var id: ID
    /// The name that the server knows.
    public var element: String
    public var action: Action
    /// What is left of the order's deadline.
    public var timeout: Duration

    public init(id: ID, element: String, action: Action, timeout: Duration) {
        self.id = id
        self.element = element
        self.action = action
        self.timeout = timeout
    }
}

/// What became of a dispatch.
public enum Outcome: Sendable, Equatable {
    /// The server took the order.
    case accepted
    /// The server answered and did not take it. `isPassing` where another try may fare better (HTTP 408, 429, 5xx).
    case refused(reason: String, isPassing: Bool)
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
