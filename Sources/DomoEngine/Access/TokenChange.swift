public import DomoLanguage
public import DomoModel

/// Something that is to be done with tokens, and is allowed.
public enum TokenChange: Sendable, Equatable {
    case new(NewToken, AccessRules.Grant, by: Cause)
    /// - Parameter name: the only one that is shown; nil for all.
    case list(name: String?)
    case revoke(name: String)
}

extension Engine {
    /// What somebody wants to do with tokens, as far as it may: no token can do more than whoever makes it, and only who
    /// manages everything sees and revokes those of others.
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
                "a token can't have the role \(role.word): whoever makes it has \(right.role.word)",
                hint: "use --role \(right.role.word)"
            )
        }
        guard !token.places.isEmpty else { return AccessRules.Grant(role: role, places: right.scope.places) }
        var places: [String] = []
        for name in token.places {
            let path = try houses.path(named: name, seenIn: right.scope)
            guard right.scope.holds(path) else {
                throw Fault(.notAllowed, "a token can't have \(path): whoever makes it sees only a part of it")
            }
            if !places.contains(path) { places.append(path) }
        }
        return AccessRules.Grant(role: role, places: places)
    }
}
