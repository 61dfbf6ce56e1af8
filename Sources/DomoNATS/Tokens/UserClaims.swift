import DomoLanguage

/// What is claimed about a user by its account, or by a signing key of the account.
public struct UserClaims: Equatable, Sendable {
    public var account: NKey
    /// Nil if the signing key has a scope: its template says what the user may do.
    public var rights: UserRights?
    /// `NAME:VALUE`, for placeholders of the template; lower case.
    public var tags: [String]

    public init(account: NKey, rights: UserRights?, tags: [String] = []) {
        (self.account, self.rights, self.tags) = (account, rights, tags)
    }

    func write(to json: inout JSONWriter) {
        rights?.write(to: &json)
        json.key("issuer_account")
        json.string("\(account)")
        guard !tags.isEmpty else { return }
        json.key("tags")
        json.array(tags) { $0.string($1) }
    }
}
