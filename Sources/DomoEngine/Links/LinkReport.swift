public import DomoLanguage
public import DomoModel

/// An unsolicited report of a link.
public enum LinkReport: Sendable, Equatable {
    case observed([Observation])
    /// Telegrams seen, in order. They carry no states: those are reported before as observations, so that scenes
    /// triggered by a telegram know them.
    case messages([LinkMessage])
    /// Orders from the bus, for facets of this link or another.
    case requested([LinkOrder])
    /// A scene number on the bus runs a scene: its address and sender, as the link writes them.
    case runScene(name: String, address: String, source: String?)
    /// The state of an endpoint, by its label; nil for the whole link.
    case state(endpoint: String?, LinkState)
    /// How the link is connected to its bus now; replaces earlier reports.
    case connection(LinkConnection)
}

/// The state of a link.
public enum LinkState: Sendable, Equatable {
    case up
    /// It is up, but reports may have been missed. What is known stays, unverified until the house reports it again; what
    /// nobody can read is stale. With `readsAgain` everything is read now, otherwise another such report follows.
    case missedReports(readsAgain: Bool)
    case down(reason: String)
    /// Others used part of the line, or the link did with what is neither an order nor a read: reads may have to wait.
    case traffic(cost: Int)
    /// The link read something by itself, which used part of the budget as a query does.
    case reads(cost: Int)
}

/// A running link: its key in the configuration, and a number that changes when another link replaces it. Late reports
/// of the earlier link are recognized by it and dropped.
public struct LinkID: Hashable, Sendable {
    public let key: String
    public let generation: Int

    public init(key: String, generation: Int) {
        self.key = key
        self.generation = generation
    }
}

/// An unsolicited report about a facet.
public struct Observation: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// The house reports the facet's state.
        case state
        /// Somebody else commanded it; whether the house obeyed is unknown. Without a value its present state is
        /// unknown too.
        case commandSeen
        /// Something happened (a push button): repetitions count, and it is not a state.
        case event
        /// Only reports whether the element is moving.
        case movement
        /// What is known may not be the present state any more: it is too old, or what could have changed it can't be
        /// decoded.
        case outdated
    }

    public var facet: FacetName
    /// Nil if the house reports that it doesn't know.
    public var value: Value?
    /// When it was observed; nil for now.
    public var time: Instant?
    /// True if domo's own signal caused it.
    public var isOwn: Bool
    public var kind: Kind
    /// True if the element is moving to another value; nil if that is unknown.
    public var isMoving: Bool?
    /// Why a reported state can't be used: its bytes and what is wrong with them. Then there is no value.
    public var problem: String?
    /// True if it answers a read, also somebody else's: it confirms a state and triggers no scene.
    public var isResponse: Bool

    public init(
        _ facet: FacetName,
        _ value: Value?,
        kind: Kind = .state,
        time: Instant? = nil,
        isOwn: Bool = false,
        isMoving: Bool? = nil,
        isResponse: Bool = false
    ) {
        self.facet = facet
        self.value = value
        self.kind = kind
        self.time = time
        self.isOwn = isOwn
        self.isMoving = isMoving
        self.isResponse = isResponse
    }
}
