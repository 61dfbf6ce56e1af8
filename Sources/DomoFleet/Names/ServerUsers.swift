/// The users of the fleet's account as configuration text of nats-server, which `include users.conf` reads.
public struct ServerUsers: Equatable, Sendable {
    public struct User: Equatable, Sendable {
        /// The public key, `U…`.
        public var key: String
        public var permissions: Permissions
        /// What it is, for people.
        public var comment: String

        public init(key: String, _ permissions: Permissions, comment: String) {
            self.key = key
            self.permissions = permissions
            self.comment = comment
        }
    }

    public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String
    }

    public private(set) var users: [User] = []

    public init() {}

    /// - Throws: if the key is not that of a user, or is already that of another.
    public mutating func add(_ user: User) throws(Fault) {
        guard Self.isKey(user.key) else {
            throw Fault(
                description: "\"\(user.key.prefix(80))\" is not the public key of a user: expected U and 55 of A–Z, 2–7"
            )
        }
        guard keys.insert(user.key).inserted else {
            throw Fault(description: "the key \(user.key) is already that of another user")
        }
        users.append(user)
    }

    public mutating func add(house: HouseID, key: String) throws(Fault) {
        try add(User(key: key, .house(house), comment: house.text))
    }

    private var keys: Set<String> = []

    private static func isKey(_ text: String) -> Bool {
        text.utf8.count == 56 && text.hasPrefix("U")
            && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) }
    }

    /// `users: [ … ]`, one user per line.
    public var configuration: String {
        var text = "users: [\n"
        for user in users {
            let publish = Self.list(user.permissions.publish)
            let subscribe = Self.list(user.permissions.subscribe)
            text += "  # \(Self.comment(user.comment))\n"
            text += "  { nkey: \(user.key), permissions: { publish: { allow: \(publish) },"
            text += " subscribe: { allow: \(subscribe) } } }\n"
        }
        return text + "]\n"
    }

    private static func list(_ subjects: [String]) -> String {
        "[" + subjects.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }

    /// One line, so that a name can't add a user.
    private static func comment(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(80).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
            )
        )
    }
}
