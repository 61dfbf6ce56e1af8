public import DomoModel

/// An element as passed to a link.
public struct Target: Sendable, Hashable {
    /// Its own name.
    public var name: String
    /// The name of the device that it is a part of; nil if it is not a part.
    public var device: String?
    /// What the part is for its device.
    public var role: FacetRole?
    /// The full path, by which a configuration names single elements.
    public var path: String
    public var types: FacetTypes

    public init(name: String, device: String? = nil, role: FacetRole? = nil, path: String, types: FacetTypes) {
        self.name = name
        self.device = device
        self.role = role
        self.path = path
        self.types = types
    }
}

extension Target {
    public init(_ id: ElementID, in index: HouseIndex) {
        let element = index[id]
        self.init(
            name: element.name,
            device: index.owner(of: id).map { index[$0].name },
            role: element.details?.role,
            path: index.path(of: id),
            types: element.types
        )
    }
}

/// One transmission of one order.
public struct Dispatch: Sendable, Equatable {
    /// The ID of a dispatch or a query; never reused by an engine.
    public struct ID: Hashable, Sendable {
        public let number: UInt64

        public init(_ number: UInt64) { self.number = number }
    }

    public var id: ID
    public var target: Target
    public var value: Value
    /// The time left until the order's deadline.
    public var timeout: Duration
    /// It ends a movement at this moment: it goes before everything that waits to be sent.
    public var isUrgent: Bool
    /// It acts each time: the port must not send it a second time.
    public var isSentOnce: Bool
    /// What its link prepared for the value; nil if the port works it out.
    public var content: (any PreparedSignal.Content)?

    public init(
        id: ID,
        target: Target,
        value: Value,
        timeout: Duration,
        isUrgent: Bool = false,
        isSentOnce: Bool = false,
        content: (any PreparedSignal.Content)? = nil
    ) {
        self.id = id
        self.target = target
        self.value = value
        self.timeout = timeout
        self.isUrgent = isUrgent
        self.isSentOnce = isSentOnce
        self.content = content
    }

    /// The content follows from the rest.
    public static func == (one: Self, other: Self) -> Bool {
        (one.id, one.target, one.value, one.timeout, one.isUrgent, one.isSentOnce)
            == (other.id, other.target, other.value, other.timeout, other.isUrgent, other.isSentOnce)
    }
}

/// The outcome of a dispatch.
public enum Outcome: Sendable, Equatable {
    /// The server accepted the order.
    case accepted
    /// The server answered and did not accept the order. `isPassing` if a retry may succeed (HTTP 408, 429, 5xx);
    /// `retryAfter` if the server sent a time; `hint` if the link knows a remedy.
    case refused(reason: String, isPassing: Bool, retryAfter: Duration? = nil, hint: String? = nil)
    /// It was sent, and no receiver acknowledged it: one of several may have carried it out while another was busy.
    case unacknowledged(reason: String)
    /// Nothing of it reached the server; `hint` if the link knows a remedy.
    case notSent(reason: String, hint: String? = nil)
    /// The port held it behind others for the same endpoint until its timeout; nothing was sent, and nothing follows
    /// about whether the endpoint is reachable.
    case expired
    /// It may have reached the server; no answer came.
    case lost(reason: String)
    /// There is no signal for this value; nothing was sent.
    case impossible(SignalFault)
}

extension Outcome {
    /// For people, as an attempt's result.
    var text: String {
        switch self {
        case .accepted: "accepted"
        case .refused(let reason, _, _, _): "refused: \(reason)"
        case .unacknowledged(let reason): reason
        case .notSent(let reason, _): "not sent: \(reason)"
        case .expired: "not sent: the timeout passed before it could be sent"
        case .lost(let reason): "no answer: \(reason)"
        case .impossible(let fault): "not sent: \(fault.message)"
        }
    }

    /// True if the signal was carried out, or may have been.
    var mayHaveActed: Bool {
        switch self {
        case .accepted, .unacknowledged, .lost: true
        case .refused, .notSent, .expired, .impossible: false
        }
    }

    /// False if nothing was tried, so that nothing follows about the endpoint.
    var concernsEndpoint: Bool {
        switch self {
        case .accepted, .refused, .unacknowledged, .notSent, .lost: true
        case .expired, .impossible: false
        }
    }
}

/// Why there is no signal for a value.
public struct SignalFault: Error, Sendable, Equatable {
    public var message: String
    public var hint: String?

    public init(message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
