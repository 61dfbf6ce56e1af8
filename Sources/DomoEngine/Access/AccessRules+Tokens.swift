// What the rules know of tokens. Tokens form trees: a token that a token has made has at most the rights that its creator
// has now, and ends with it.

extension AccessRules {
    /// A token as a rule.
    public struct Token: Sendable, Equatable {
        public var grant: Grant
        public var creator: Creator
        /// Whether it may make tokens although its role is below `manage`.
        public var mayCreateTokens: Bool

        public init(grant: Grant, creator: Creator = .unknown, mayCreateTokens: Bool = false) {
            (self.grant, self.creator, self.mayCreateTokens) = (grant, creator, mayCreateTokens)
        }
    }

    /// Who made a token.
    public enum Creator: Hashable, Sendable {
        /// Not recorded: the token is older than the record.
        case unknown
        /// A user of the machine, with the groups it had when that was last looked up.
        case user(Principal.User)
        /// A token, by its identity.
        case token(UInt64)
    }

    /// Whose limits count: all tokens that descend from one share them.
    public enum Account: Hashable, Sendable {
        case user(UInt32)
        /// The token at the root of the tree, which no token has made.
        case tree(UInt64)
        /// A hook.
        case hook(UInt64)
    }
}

extension AccessRules.Grant {
    /// The part of it that is within another.
    public func within(_ other: Self) -> Self {
        Self(
            role: min(role, other.role),
            places: Scope(places: places).and(Scope(places: other.places)).places,
            opensDoors: opensDoors && other.opensDoors
        )
    }
}

extension [UInt64: AccessRules.Token] {
    /// Whose limits count for what a creator makes; nil if that is not known.
    public func account(of creator: AccessRules.Creator) -> AccessRules.Account? {
        switch creator {
        case .unknown: return nil
        case .user(let user): return .user(user.id)
        case .token(let token): return .tree(root(of: token))
        }
    }

    /// The token that a token descends from and no token has made.
    func root(of token: UInt64) -> UInt64 {
        var root = token
        // A token is younger than its creator: no tree is a ring, whatever its file holds.
        while case .token(let parent)? = self[root]?.creator, parent < root { root = parent }
        return root
    }
}
