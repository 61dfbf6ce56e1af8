public import DomoEngine
public import DomoKNX
public import DomoModel

/// The group addresses of one facet: what a house file binds it to.
public struct KNXFacet: Sendable, Equatable {
    /// How a facet is read.
    public enum Read: Sendable, Hashable, CaseIterable {
        /// Never: what is known of it is what the bus sends.
        case never
        /// When the connection comes up.
        case atStart
        /// Also when its last state has expired.
        case onExpiry
    }

    public var facet: FacetName
    /// `house.xml:12:7`
    public var position: String
    /// Written to by an order; nil for a facet that can't be ordered.
    public var command: GroupAddress?
    /// On which the house reports it; the first is the one that is read.
    public var states: [GroupAddress]
    /// Others that command the same thing: central and group addresses.
    public var listens: [KNXListen]
    public var type: DatapointType
    /// 0 and 1 mean the opposite of what the type says; for a level 0 % means 100 %.
    public var isInverted: Bool
    public var read: Read
    /// A state older than this is stale, and read again with `Read.onExpiry`.
    public var expires: Duration?
    /// How long after an order its state is waited for.
    public var within: Duration?
    /// The least difference that counts as one.
    public var resolution: Decimal?
    /// For a level: relative dimming (3.007), understood on receipt.
    public var relative: GroupAddress?
    /// For a facet of a cover.
    public var motion: KNXMotion?
    /// For a value: what its raw values are called here, in place of the words of the type.
    public var words: [KNXWord]

    public init(
        _ facet: FacetName,
        position: String = "",
        command: GroupAddress? = nil,
        states: [GroupAddress] = [],
        listens: [KNXListen] = [],
        type: DatapointType,
        isInverted: Bool = false,
        read: Read = .atStart,
        expires: Duration? = nil,
        within: Duration? = nil,
        resolution: Decimal? = nil,
        relative: GroupAddress? = nil,
        motion: KNXMotion? = nil,
        words: [KNXWord] = []
    ) {
        self.facet = facet
        self.position = position
        self.command = command
        self.states = states
        self.listens = listens
        self.type = type
        self.isInverted = isInverted
        self.read = read
        self.expires = expires
        self.within = within
        self.resolution = resolution
        self.relative = relative
        self.motion = motion
        self.words = words
    }
}

/// An address that commands a facet beside its own.
public struct KNXListen: Sendable, Equatable {
    public var group: GroupAddress
    /// That of the facet where nothing else is said.
    public var type: DatapointType
    public var isInverted: Bool

    public init(group: GroupAddress, type: DatapointType, isInverted: Bool = false) {
        self.group = group
        self.type = type
        self.isInverted = isInverted
    }
}

/// What a cover has beside its command: `Movimiento`.
public struct KNXMotion: Sendable, Equatable {
    /// Stops it (1.007, 1.010, 1.017): any value.
    public var stop: GroupAddress?
    /// Stops it while it moves, steps its slats at rest (1.007).
    public var step: GroupAddress?
    /// How long it takes from one end to the other.
    public var up: Duration?
    public var down: Duration?
    /// 1 while it moves.
    public var moving: GroupAddress?
    /// 1.008: where it moves to, or moved last.
    public var direction: GroupAddress?
    /// 1 while it must not move.
    public var locked: GroupAddress?

    public init(
        stop: GroupAddress? = nil,
        step: GroupAddress? = nil,
        up: Duration? = nil,
        down: Duration? = nil,
        moving: GroupAddress? = nil,
        direction: GroupAddress? = nil,
        locked: GroupAddress? = nil
    ) {
        self.stop = stop
        self.step = step
        self.up = up
        self.down = down
        self.moving = moving
        self.direction = direction
        self.locked = locked
    }
}

/// What one raw value is called.
public struct KNXWord: Sendable, Equatable {
    public var value: String
    public var raw: Int64

    public init(value: String, raw: Int64) {
        self.value = value
        self.raw = raw
    }
}
