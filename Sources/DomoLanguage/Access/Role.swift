/// The access level of a principal. Each role includes the ones before it.
public enum Role: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Nothing at all: no verb, no event.
    case none
    /// See states and events.
    case read
    /// Give orders, start and stop scenes.
    case act
    /// Manage the daemon: `reload`, `record`, `backup`, `restore`, `export`.
    case manage

    /// Its word in the configuration and in messages.
    public var word: String {
        switch self {
        case .none: "none"
        case .read: "read"
        case .act: "act"
        case .manage: "manage"
        }
    }

    public init?(word: some StringProtocol) {
        guard let role = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = role
    }

    /// All words, from the lowest role to the highest.
    public static let words = allCases.map(\.word)

    public static func < (one: Role, other: Role) -> Bool { one.rawValue < other.rawValue }
}
