/// What somebody may do. Each role may do all that the one before it may.
public enum Role: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Nothing at all: no verb, no event.
    case none
    /// See states and events.
    case read
    /// Give orders, start and stop scenes.
    case act
    /// Change what the daemon is and knows: `reload`, `record`, `backup`, `restore`, `export`.
    case manage

    /// The word for it in the configuration and in messages.
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

    /// All words, from the least role to the widest.
    public static let words = allCases.map(\.word)

    public static func < (one: Role, other: Role) -> Bool { one.rawValue < other.rawValue }
}
