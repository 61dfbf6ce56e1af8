public import DomoEngine
public import DomoKNX

/// Something of domo on the bus: `Expone`.
public struct KNXExposure: Sendable, Equatable {
    public enum Subject: Sendable, Hashable {
        /// Any facet of any link.
        case facet(FacetName)
        /// 1 while the scene runs.
        case scene(String)
        /// The local time of a house, by its name (types 10, 11 and 19): sent at connect, each hour, and when asked.
        case clock(house: String)

        /// What the engine passes the values of; nil for the time.
        var exposed: Exposed? {
            switch self {
            case .facet(let facet): .facet(facet)
            case .scene(let name): .scene(name)
            case .clock: nil
            }
        }
    }

    public var subject: Subject
    /// The house that exposes it, by its name.
    public var house: String
    public var position: String
    public var group: GroupAddress
    public var type: DatapointType
    public var isInverted: Bool
    /// What the bus writes to the address is an order for the facet.
    public var receives: Bool
    /// Changes are sent to the address.
    public var sends: Bool
    /// Sent again after this time without a change.
    public var every: Duration?
    /// Not sent more often than this.
    public var cooldown: Duration?
    /// A read of the address is answered.
    public var answers: Bool

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
        answers: Bool = true
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
    /// The house that it is written in, by its name.
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
