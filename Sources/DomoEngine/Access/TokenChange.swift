public import DomoLanguage
public import DomoModel

/// A change or listing of tokens that was requested and is allowed.
public enum TokenChange: Sendable, Equatable {
    case new(NewToken, AccessRules.Grant, by: Cause)
    /// - Parameter name: the only token to list; nil for all.
    case list(name: String?)
    case revoke(name: String)
}

extension Engine {
    /// What the principal may change: a token can't have more rights than its creator, and only who manages everything
    /// sees and revokes other tokens.
    func tokenChange(_ step: TokenStep, by principal: Principal) throws(Fault) -> TokenChange {
        let right = access.right(of: principal)
        var own: String?
        if case .token(let name) = principal { own = name }
        let managesAll = right.role == .manage && !right.scope.isLimited
        switch step {
        case .new(let token): return .new(token, try grant(for: token, within: right), by: principal.cause)
        case .list:
            if !managesAll, own == nil { throw needsManage("token list") }
            return .list(name: managesAll ? nil : own)
        case .revoke(let name):
            if !managesAll, own != name { throw needsManage("token revoke") }
            return .revoke(name: name)
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
        guard !token.places.isEmpty else { return AccessRules.Grant(role: role, places: right.scope.places) }
        var places: [String] = []
        for name in token.places {
            let path = try houses.path(named: name, seenIn: right.scope)
            guard right.scope.holds(path) else {
                throw Fault(.notAllowed, "a token can't have \(path): its creator sees only a part of it")
            }
            if !places.contains(path) { places.append(path) }
        }
        return AccessRules.Grant(role: role, places: places)
    }
}
