public import DomoModel

/// The identity that makes a request. Its rights are looked up for each request and each event, since a load may change
/// them.
public enum Principal: Hashable, Sendable {
    /// A user of the machine, as the kernel reports the peer of a connection.
    case user(User)
    /// Whoever presented a token.
    case token(Token)
    /// What is delivered to a hook.
    case hook(Hook)

    /// A token by its identity, which no other token ever has: another one of the same name is somebody else.
    public struct Token: Hashable, Sendable {
        public var id: UInt64
        /// For people, and for the records of its orders.
        public var name: String

        public init(id: UInt64, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// A hook by its identity, which no other hook ever has.
    public struct Hook: Hashable, Sendable {
        public var id: UInt64
        public var name: String

        public init(id: UInt64, name: String) { (self.id, self.name) = (id, name) }
    }

    public struct User: Hashable, Sendable {
        public var id: UInt32
        /// For people, and for the records of the user's orders.
        public var name: String
        /// The ids of all its groups, in no particular order.
        public var groups: [UInt32]

        public init(id: UInt32, name: String, groups: [UInt32] = []) {
            self.id = id
            self.name = name
            self.groups = groups
        }
    }

    public static func user(_ id: UInt32, name: String, groups: [UInt32] = []) -> Principal {
        .user(User(id: id, name: name, groups: groups))
    }

    /// The cause recorded for what the principal does.
    public var cause: Cause {
        switch self {
        case .user(let user): .user(user.name)
        case .token(let token): .token(token.name)
        case .hook(let hook): .hook(hook.name)
        }
    }
}
