public import DomoLanguage

/// Who may do what, as a load brings it.
public struct AccessRules: Sendable, Equatable {
    public enum Subject: Hashable, Sendable {
        /// A user of the machine, by its id.
        case user(UInt32)
        /// Whoever is in the group, by the group's id.
        case group(UInt32)
    }

    /// A role, and where it holds.
    public struct Grant: Sendable, Equatable {
        public var role: Role
        /// The whole paths of houses, sectors and elements; nil where it is not limited to any.
        public var places: [String]?

        public init(role: Role, places: [String]? = nil) {
            self.role = role
            self.places = places
        }
    }

    /// The user that the daemon runs as; nil where that does not matter.
    public var owner: UInt32?
    /// The front end's user; nil where there is none. It may do nothing itself, only what the tokens of its own users let
    /// it.
    public var frontEnd: UInt32?
    public var grants: [Subject: Grant]

    /// What the front end's user is called. It is known by its name as well as by its id: the name may be unknown while a
    /// directory server does not answer, and the id where the user was made after the load.
    public static let frontEndName = "domo-web"

    public init(owner: UInt32? = nil, frontEnd: UInt32? = nil, grants: [Subject: Grant] = [:]) {
        self.owner = owner
        self.frontEnd = frontEnd
        self.grants = grants
    }
}
