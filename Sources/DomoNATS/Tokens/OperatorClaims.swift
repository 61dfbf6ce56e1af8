import DomoLanguage

/// What is claimed about an operator, by itself: servers that trust it let in the accounts that it has signed.
public struct OperatorClaims: Equatable, Sendable {
    /// The account whose users administer the servers.
    public var systemAccount: NKey

    public init(systemAccount: NKey) { self.systemAccount = systemAccount }

    func write(to json: inout JSONWriter) {
        json.key("system_account")
        json.string("\(systemAccount)")
    }
}
