public import DomoModel

/// How the states of a link are read.
public struct ReadPolicy: Sendable, Equatable {
    public enum Mode: Sendable, Equatable {
        /// Each element is asked for every `interval`.
        case polled
        /// Each is asked for once when its endpoint comes up; after that the link reports changes by itself.
        case pushed
    }

    public var mode: Mode
    /// There is a request that covers one element.
    public var readsOne: Bool
    /// There is a request that covers all.
    public var readsAll: Bool
    public var interval: Duration
    /// A reading older than this is stale; nil where age makes none stale.
    public var maximumAge: Duration?
    /// How long after an order was accepted it is first read back; then at growing intervals.
    public var confirmDelay: Duration
    /// How long after its acceptance an order is waited for to be confirmed.
    public var confirmWithin: Duration
    /// The most requests for state in a second, those that confirm an order apart.
    public var perSecond: Int
    /// How long one answer may take.
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

/// How one facet is read where that differs from its link.
public struct FacetReadPolicy: Sendable, Equatable {
    /// False where it is never asked for: what is known of it is what the link reports by itself.
    public var isRead: Bool
    /// A reading older than this is stale; nil where age makes none stale.
    public var maximumAge: Duration?
    /// How long after its acceptance an order is waited for to be confirmed; nil for as long as the link says.
    public var confirmWithin: Duration?
    /// The least difference that counts as one; nil where it is not known.
    public var resolution: Decimal?

    public init(
        isRead: Bool = true,
        maximumAge: Duration? = nil,
        confirmWithin: Duration? = nil,
        resolution: Decimal? = nil
    ) {
        self.isRead = isRead
        self.maximumAge = maximumAge
        self.confirmWithin = confirmWithin
        self.resolution = resolution
    }
}
