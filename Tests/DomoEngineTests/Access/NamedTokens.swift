package import DomoEngine

extension Principal.Token: ExpressibleByUnicodeScalarLiteral {}
extension Principal.Token: ExpressibleByExtendedGraphemeClusterLiteral {}
extension Principal.Token: ExpressibleByStringLiteral {
    /// A token with an identity that follows from its name.
    package init(stringLiteral name: String) { self.init(named: name) }

    init(named name: String) {
        self.init(id: name.utf8.reduce(7) { ($0 &* 31 &+ UInt64($1)) % 1_000_003 }, name: name)
    }
}

extension [UInt64: AccessRules.Token] {
    /// Tokens of unknown creators, by name.
    static func named(_ grants: [String: AccessRules.Grant]) -> Self {
        Dictionary(
            uniqueKeysWithValues: grants.map { (Principal.Token(named: $0.key).id, AccessRules.Token(grant: $0.value)) }
        )
    }
}
