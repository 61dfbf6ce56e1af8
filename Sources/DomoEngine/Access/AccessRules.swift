public import DomoLanguage

/// Who may do what, as a load brings it.
public struct AccessRules: Sendable, Equatable {
    public enum Subject: Hashable, Sendable {
        /// A user of the machine, by its id.
        case user(UInt32)
        /// Whoever is in the group, by the group's id.
        case group(UInt32)
        /// Whoever presented the token of that name.
        case token(String)
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
    public var grants: [Subject: Grant]

    public init(owner: UInt32? = nil, grants: [Subject: Grant] = [:]) {
        self.owner = owner
        self.grants = grants
    }
}
