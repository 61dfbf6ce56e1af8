public import DomoKNX
public import DomoModel

/// A value that domo exposes on the bus: `Expone`.
public struct KNXExposure: Sendable, Equatable {
    public enum Subject: Sendable, Hashable {
        /// Any facet of any link.
        case facet(FacetName)
        /// 1 while the scene runs.
        case scene(String)
        /// The local time of a house, by its name (types 10, 11 and 19): sent on connecting, every hour (or
        /// `every`), when the clocks change, and as the answer to a read.
        case clock(house: String)
    }

    public var subject: Subject
    /// The name of the house that exposes it.
    public var house: String
    public var position: String
    public var group: GroupAddress
    public var type: DatapointType
    public var isInverted: Bool
    /// Whether a write to the address is an order for the facet.
    public var receives: Bool
    /// Whether changes are sent to the address.
    public var sends: Bool
    /// The time after which an unchanged value is sent again.
    public var every: Duration?
    /// The minimum time between two telegrams.
    public var cooldown: Duration?
    /// Whether a read of the address is answered.
    public var answers: Bool
    /// Whether a value that is only assumed is not sent.
    public var onlyConfirmed: Bool

    public init(
        _ subject: Subject,
        house: String = "",
        position: String = "",
        group: GroupAddress,
        type: DatapointType,
        isInverted: Bool = false,
        receives: Bool = false,
        sends: Bool = true,
        every: Duration? = nil,
        cooldown: Duration? = nil,
        answers: Bool = true,
        onlyConfirmed: Bool = false
    ) {
        self.subject = subject
        self.house = house
        self.position = position
        self.group = group
        self.type = type
        self.isInverted = isInverted
        self.receives = receives
        self.sends = sends
        self.every = every
        self.cooldown = cooldown
        self.answers = answers
        self.onlyConfirmed = onlyConfirmed
    }
}

/// A scene number on the bus that runs a scene of domo: `Escena`.
public struct KNXScene: Sendable, Equatable {
    public var position: String
    public var group: GroupAddress
    /// 17.001 or 18.001.
    public var type: DatapointType
    /// 1–64.
    public var number: Int
    /// The name of the scene.
    public var run: String
    /// The name of the house whose file has this entry.
    public var house: String

    public init(
        position: String = "",
        group: GroupAddress,
        type: DatapointType,
        number: Int,
        run: String,
        house: String = ""
    ) {
        self.position = position
        self.group = group
        self.type = type
        self.number = number
        self.run = run
        self.house = house
    }
}
