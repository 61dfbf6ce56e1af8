public import DomoLanguage
public import DomoModel

/// What a link reports by itself.
public enum LinkReport: Sendable, Equatable {
    case observed([Observation])
    /// Traffic that went by, in its order. It says nothing of states: what it means for those is reported as observations,
    /// before it, so that scenes which it starts know them.
    case messages([LinkMessage])
    /// Somebody on the bus orders a facet of this link or of another.
    case requested([LinkOrder])
    /// A scene number on the bus runs a scene: the address that it was sent to, and who sent it, as the link writes them.
    case runScene(name: String, address: String, source: String?)
    /// About an endpoint, by its label; nil for all of the link.
    case state(endpoint: String?, LinkState)
    /// How it is connected to its bus now, in place of what it reported before.
    case connection(LinkConnection)
}

/// How a link is.
public enum LinkState: Sendable, Equatable {
    case up
    case down(reason: String)
    /// Others' traffic took its share of the budget.
    case traffic(cost: Int)
    /// The link read something by itself: that took its share of the budget, as a query does.
    case reads(cost: Int)
}

/// A link as it is now: the key in the configuration, and a number that changes when another takes its place there. What
/// an earlier one reports late is known by it, and dropped.
public struct LinkID: Hashable, Sendable {
    public let key: String
    public let generation: Int

    public init(key: String, generation: Int) {
        self.key = key
        self.generation = generation
    }
}

/// A facet by name, as a link knows it over reloads.
public struct FacetName: Hashable, Sendable {
    /// The element's whole path.
    public var path: String
    public var type: FacetType

    public init(path: String, type: FacetType) {
        self.path = path
        self.type = type
    }
}

/// What a link reports of a facet, without having been asked.
public struct Observation: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// The house reports what it is.
        case state
        /// Somebody else commanded it; whether the house obeyed is not known. Without a value: nor where it is now.
        case commandSeen
        /// Something happened (a push button): repeats count, and it is no state.
        case event
        /// Only whether it is on its way is reported.
        case movement
    }

    public var facet: FacetName
    /// Nil where the house reports that it doesn't know.
    public var value: Value?
    /// When it was so; nil for now.
    public var time: Instant?
    /// True where domo's own signal caused it.
    public var isOwn: Bool
    public var kind: Kind
    /// True where the element is on its way to another value; nil where that isn't known.
    public var isMoving: Bool?
    /// True where it answers a read, somebody else's included: it confirms a state, and starts no scene.
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
