import DomoLanguage

/// What is claimed about a key.
public enum NATSClaims: Equatable, Sendable {
    case `operator`(OperatorClaims)
    case account(AccountClaims)
    case user(UserClaims)

    /// Whose key they are about.
    var subjectKind: NKeyKind {
        switch self {
        case .operator: .operator
        case .account: .account
        case .user: .user
        }
    }

    /// Whose key signs them.
    var issuerKind: NKeyKind {
        switch self {
        case .operator, .account: .operator
        case .user: .account
        }
    }

    /// Writes the members of `nats`.
    func write(to json: inout JSONWriter) {
        switch self {
        case .operator(let claims): claims.write(to: &json)
        case .account(let claims): claims.write(to: &json)
        case .user(let claims): claims.write(to: &json)
        }
        json.key("type")
        json.string(type)
        json.key("version")
        json.number(2)
    }

    private var type: String {
        switch self {
        case .operator: "operator"
        case .account: "account"
        case .user: "user"
        }
    }
}
