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
    /// The users that domo's own programs run as, by their ids. They are recognized by name as well as by id: the name may
    /// be unknown while a directory server does not answer, and the id if the user was created after the load.
    public var services: [UInt32: ServiceUser]
    public var grants: [Subject: Grant]
    public var orderRates = OrderRates()

    public init(owner: UInt32? = nil, services: [UInt32: ServiceUser] = [:], grants: [Subject: Grant] = [:]) {
        self.owner = owner
        self.services = services
        self.grants = grants
    }
}
