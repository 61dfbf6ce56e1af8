public import DomoModel

/// How the states of a link are read.
public struct ReadPolicy: Sendable, Equatable {
    public enum Mode: Sendable, Equatable {
        /// Each element is read every `interval`.
        case polled
        /// Each element is read once when its endpoint comes up; after that the link reports changes.
        case pushed
    }

    public var mode: Mode
    /// A single element can be read.
    public var readsOne: Bool
    /// One request can read all elements.
    public var readsAll: Bool
    public var interval: Duration
    /// A reading older than this is stale; nil if readings do not become stale with age.
    public var maximumAge: Duration?
    /// The delay between the acceptance of an order and the first read-back; later ones follow at growing intervals.
    public var confirmDelay: Duration
    /// How long after its acceptance an order may be confirmed.
    public var confirmWithin: Duration
    /// The maximum number of reads per second, not counting those that confirm an order.
    public var perSecond: Int
    /// The timeout of an answer.
    public var timeout: Duration

    public init(
        mode: Mode = .polled,
        readsOne: Bool = true,
        readsAll: Bool = false,
        interval: Duration = .seconds(60),
        maximumAge: Duration? = nil,
        confirmDelay: Duration = .milliseconds(200),
        confirmWithin: Duration = .seconds(10),
        perSecond: Int = 10,
        timeout: Duration = .seconds(5)
    ) {
        self.mode = mode
        self.readsOne = readsOne
        self.readsAll = readsAll
        self.interval = interval
        self.maximumAge = maximumAge ?? (mode == .polled ? interval * 3 : nil)
        self.confirmDelay = confirmDelay
        self.confirmWithin = confirmWithin
        self.perSecond = perSecond
        self.timeout = timeout
    }
}

extension ReadPolicy {
    /// How an endpoint is checked that has no states to read.
    static func check(every interval: Duration) -> ReadPolicy {
        var policy = ReadPolicy(readsOne: false, interval: interval, perSecond: 1, timeout: .seconds(3))
        policy.maximumAge = nil
        return policy
    }
}

/// How one facet is read if that differs from its link.
public struct FacetReadPolicy: Sendable, Equatable {
    /// False if it is never read: its readings are only what the link reports.
    public var isRead: Bool
    /// False if the link never reports the result of domo's own orders.
    public var confirmsOrders: Bool
    /// A reading older than this is stale; nil if readings do not become stale with age.
    public var maximumAge: Duration?
    /// How long after its acceptance an order may be confirmed; nil for the link's setting.
    public var confirmWithin: Duration?
    /// The smallest difference between two values; nil if unknown.
    public var resolution: Decimal?

    public init(
        isRead: Bool = true,
        confirmsOrders: Bool = true,
        maximumAge: Duration? = nil,
        confirmWithin: Duration? = nil,
        resolution: Decimal? = nil
    ) {
        self.isRead = isRead
        self.confirmsOrders = confirmsOrders
        self.maximumAge = maximumAge
        self.confirmWithin = confirmWithin
        self.resolution = resolution
    }
}
