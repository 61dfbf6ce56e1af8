public import DomoKNX
public import DomoModel

/// The group addresses to which a house file binds one facet.
public struct KNXFacet: Sendable, Equatable {
    /// How a facet is read.
    public enum Read: Sendable, Hashable {
        /// Never read: its state is known only from telegrams.
        case never
        /// Read when the connection comes up.
        case atStart
        /// Read when the connection comes up and when its last state has expired.
        case onExpiry
        /// Read when the connection comes up and at this interval, for what never reports by itself.
        case every(Duration)

        /// How often it is read without a new state; nil if it is not.
        public func interval(expires: Duration?) -> Duration? {
            switch self {
            case .never, .atStart: nil
            case .onExpiry: expires
            case .every(let interval): interval
            }
        }
    }

    public var facet: FacetName
    /// `house.xml:12:7`
    public var position: String
    /// The address that orders are sent to; nil for a facet that can't be ordered.
    public var command: GroupAddress?
    /// The addresses on which its state is reported; the first is the one that is read. One may be that of the orders: on
    /// it a write is a command, unless the device sends it that answers reads there (`isShared`).
    public var states: [GroupAddress]
    /// The device that reports the state on an address that orders use too; nil if only its answers show which it is.
    public var device: IndividualAddress?
    /// Other addresses that command it too: central and group addresses.
    public var listens: [KNXListen]
    public var type: DatapointType
    /// Whether 0 and 1 are swapped; for a level, whether 0 % means 100 %.
    public var isInverted: Bool
    public var read: Read
    /// The age at which a state becomes stale; with `Read.onExpiry` it is then read again.
    public var expires: Duration?
    /// How long to wait for the state after an order.
    public var within: Duration?
    /// Whether an order may be sent again that was not confirmed; nil if its type decides.
    public var repeats: Bool?
    /// The smallest difference that counts as a change.
    public var resolution: Decimal?
    /// For a level: the address of relative dimming (3.007).
    public var relative: GroupAddress?
    /// For a facet of a cover.
    public var motion: KNXMotion?
    /// For a set-point that is ordered as a difference.
    public var shift: KNXShift?
    /// For a colour: all its objects. `command`, `states` and `type` are those of the first.
    public var colour: KNXColour?
    /// For a value: names of its raw values, in place of those of the type.
    public var words: [KNXWord]

    public init(
        _ facet: FacetName,
        position: String = "",
        command: GroupAddress? = nil,
        states: [GroupAddress] = [],
        device: IndividualAddress? = nil,
        listens: [KNXListen] = [],
        type: DatapointType,
        isInverted: Bool = false,
        read: Read = .atStart,
        expires: Duration? = nil,
        within: Duration? = nil,
        repeats: Bool? = nil,
        resolution: Decimal? = nil,
        relative: GroupAddress? = nil,
        motion: KNXMotion? = nil,
        shift: KNXShift? = nil,
        colour: KNXColour? = nil,
        words: [KNXWord] = []
    ) {
        self.facet = facet
        self.position = position
        self.command = command
        self.states = states
        self.device = device
        self.listens = listens
        self.type = type
        self.isInverted = isInverted
        self.read = read
        self.expires = expires
        self.within = within
        self.repeats = repeats
        self.resolution = resolution
        self.relative = relative
        self.motion = motion
        self.shift = shift
        self.colour = colour
        self.words = words
    }
}

extension KNXFacet {
    /// True if orders and states use this address, as for the set-point of a thermostat (flags R, W, T and U).
    public func isShared(_ address: GroupAddress) -> Bool { address == command && states.contains(address) }
}

/// An additional address that commands a facet.
public struct KNXListen: Sendable, Equatable {
    public var group: GroupAddress
    /// The type of the address; by default that of the facet.
    public var type: DatapointType
    public var isInverted: Bool

    public init(group: GroupAddress, type: DatapointType, isInverted: Bool = false) {
        self.group = group
        self.type = type
        self.isInverted = isInverted
    }
}

/// What a cover has in addition to its command address: `Movimiento`.
public struct KNXMotion: Sendable, Equatable {
    /// Stops it (1.007, 1.010, 1.017): any value.
    public var stop: GroupAddress?
    /// The bit that domo sends to `stop`.
    public var stopBit: UInt8
    /// Stops it while it moves, steps its slats while it is at rest (1.007).
    public var step: GroupAddress?
    /// The travel time from one end to the other.
    public var up: Duration?
    public var down: Duration?
    /// 1 while it moves; with `movingDown`, while it moves up.
    public var moving: GroupAddress?
    /// 1 while it moves down.
    public var movingDown: GroupAddress?
    /// Whether 0 and 1 are swapped on the addresses that report movement.
    public var isMovingInverted: Bool
    /// 1.008: the direction of the current or last movement.
    public var direction: GroupAddress?
    /// 1 while it must not move.
    public var locked: GroupAddress?
    /// Whether 0 and 1 are swapped on `locked`.
    public var isLockedInverted: Bool

    public init(
        stop: GroupAddress? = nil,
        stopBit: UInt8 = 1,
        step: GroupAddress? = nil,
        up: Duration? = nil,
        down: Duration? = nil,
        moving: GroupAddress? = nil,
        movingDown: GroupAddress? = nil,
        isMovingInverted: Bool = false,
        direction: GroupAddress? = nil,
        locked: GroupAddress? = nil,
        isLockedInverted: Bool = false
    ) {
        self.stop = stop
        self.stopBit = stopBit
        self.step = step
        self.up = up
        self.down = down
        self.moving = moving
        self.movingDown = movingDown
        self.isMovingInverted = isMovingInverted
        self.direction = direction
        self.locked = locked
        self.isLockedInverted = isLockedInverted
    }
}

/// The name of one raw value.
public struct KNXWord: Sendable, Equatable {
    public var value: String
    public var raw: Int64

    public init(value: String, raw: Int64) {
        self.value = value
        self.raw = raw
    }
}
