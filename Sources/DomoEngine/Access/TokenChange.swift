public import DomoLanguage
public import DomoModel

/// A change or listing of tokens that was requested and is allowed.
public enum TokenChange: Sendable, Equatable {
    case new(NewToken, AccessRules.Token, by: Cause)
    /// - Parameter name: the only token to list; nil for all.
    case list(name: String?)
    /// - Parameter mode: what happens to the tokens that it has made.
    case revoke(name: String, TokenStep.Revocation, by: Cause)
    /// Gives the right to orders for doors, or takes it away.
    case doors(name: String, Bool, by: Cause)
}

extension Engine {
    /// What the principal may change: a token can't have more rights than its creator, and only who manages everything
    /// sees and revokes other tokens.
    func tokenChange(_ step: TokenStep, by principal: Principal) throws(Fault) -> TokenChange {
        let right = access.right(of: principal)
        var own: String?
        if case .token(let token) = principal { own = token.name }
        let managesAll = access.managesAll(principal)
        switch step {
        case .new(let token):
            guard access.mayCreateTokens(principal) else {
                throw Fault(
                    .notAllowed,
                    "the \(principal.cause.label) may not create tokens",
                    hint: "a token below the role manage needs --may-create-tokens when it is made"
                )
            }
            let grant = try grant(for: token, within: right)
            let made = AccessRules.Token(
                grant: grant,
                creator: principal.asCreator,
                mayCreateTokens: token.mayCreateTokens
            )
            return .new(token, made, by: principal.cause)
        case .list:
            if !managesAll, own == nil { throw needsManage("token list") }
            return .list(name: managesAll ? nil : own)
        case .revoke(let name, let mode):
            if !managesAll, own != name { throw needsManage("token revoke") }
            return .revoke(name: name, mode, by: principal.cause)
        case .doors(let name, let isOn):
            // A token may give up its own right.
            if !managesAll, isOn || own != name { throw needsManage("token doors") }
            return .doors(name: name, isOn, by: principal.cause)
        }
    }

    private func needsManage(_ what: String) -> Fault {
        Fault(.notAllowed, "\"\(what)\" needs the role manage for all places")
    }

    private func grant(for token: NewToken, within right: Access.Right) throws(Fault) -> AccessRules.Grant {
        let role = token.role ?? min(right.role, .act)
        guard role <= right.role else {
            throw Fault(
                .notAllowed,
                "a token can't have the role \(role.word): its creator has \(right.role.word)",
                hint: "use --role \(right.role.word)"
            )
        }
        if token.opensDoors {
            guard role >= .act else {
                throw Fault(
                    .badRequest,
                    "a token with the role \(role.word) gives no orders, for doors neither",
                    hint: "remove --doors, or use --role act"
                )
            }
            guard right.opensDoors else {
                throw Fault(
                    .notAllowed,
                    "a token can't have the right to orders for doors: its creator has none",
                    hint: "remove --doors"
                )
            }
        }
        guard !token.places.isEmpty else {
            return AccessRules.Grant(role: role, places: right.scope.places, opensDoors: token.opensDoors)
        }
        var places: [String] = []
        for name in token.places {
            let path = try houses.path(named: name, seenIn: right.scope)
            guard right.scope.holds(path) else {
                throw Fault(.notAllowed, "a token can't have \(path): its creator sees only a part of it")
            }
            if !places.contains(path) { places.append(path) }
        }
        return AccessRules.Grant(role: role, places: places, opensDoors: token.opensDoors)
    }
}

extension Principal {
    var asCreator: AccessRules.Creator {
        switch self {
        case .user(let user): .user(user)
        case .token(let token): .token(token.id)
        // A hook makes nothing.
        case .hook: .unknown
        }
    }
}
