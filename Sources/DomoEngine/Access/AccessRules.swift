public import DomoLanguage

/// Who may do what, as given by a load.
public struct AccessRules: Sendable, Equatable {
    public enum Subject: Hashable, Sendable {
        /// A user of the machine, by its id.
        case user(UInt32)
        /// A member of the group, by the group's id.
        case group(UInt32)
    }

    /// A role, and where it applies.
    public struct Grant: Sendable, Equatable {
        public var role: Role
        /// The full paths of houses, sectors and elements; nil for everywhere.
        public var places: [String]?
        /// Whether it includes orders for locks, gates, garages and doors. The role `manage` always does, since it could
        /// give itself the right; a role that gives no orders never does.
        public let opensDoors: Bool

        public init(role: Role, places: [String]? = nil, opensDoors: Bool = true) {
            self.role = role
            self.places = places
            self.opensDoors = role == .manage || role == .act && opensDoors
        }
    }

    /// The user that the daemon runs as; nil where that does not matter.
    public var owner: UInt32?
    /// The front end's user; nil if there is none. It has no rights of its own, only those of the tokens that its users
    /// present.
    public var frontEnd: UInt32?
    public var grants: [Subject: Grant]
    public var orderRates = OrderRates()

    /// The name of the front end's user. It is recognized by name as well as by id: the name may be unknown while a
    /// directory server does not answer, and the id if the user was created after the load.
    public static let frontEndName = "domo-web"
    /// The name of the MQTT bridge's user. It has no rights of its own either, only those of its token.
    public static let bridgeName = "domo-mqtt"
    /// The name of the notifier's user. It sees everything and may raise notices, but gives no orders.
    public static let notifierName = "domo-notify"

    public init(owner: UInt32? = nil, frontEnd: UInt32? = nil, grants: [Subject: Grant] = [:]) {
        self.owner = owner
        self.frontEnd = frontEnd
        self.grants = grants
    }
}
