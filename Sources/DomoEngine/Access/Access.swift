import DomoLanguage
import DomoModel

/// Who may do what. Nothing is cached per principal: its rights are looked up in the rules of the last load for each
/// request, so that a load also applies to open connections.
struct Access: Sendable {
    /// What a principal may do, and where.
    struct Right: Sendable, Equatable {
        let role: Role
        let scope: Scope
        /// Whether it includes orders for locks, gates, garages and doors. A role that gives no orders never does.
        let opensDoors: Bool

        init(_ role: Role, in scope: Scope = .everything, opensDoors: Bool = true) {
            self.role = role
            self.scope = role == .none ? .nothing : scope
            self.opensDoors = role >= .act && opensDoors
        }

        /// The part of it that is within another.
        func within(_ other: Right) -> Right {
            Right(min(role, other.role), in: scope.and(other.scope), opensDoors: opensDoors && other.opensDoors)
        }

        fileprivate init(_ grant: AccessRules.Grant) {
            self.init(grant.role, in: Scope(places: grant.places), opensDoors: grant.opensDoors)
        }
    }

    private var rules: AccessRules
    /// The rules of files that can't be loaded: nobody has more rights than by both.
    private var narrower: AccessRules?
    private var tokens: [UInt64: AccessRules.Token] = [:]
    private var hooks: [UInt64: AccessRules.Token] = [:]
    /// Loads requested by principals with limited visibility: their replies report only what they see.
    private var limitedLoads: [RequestID: Principal] = [:]
    private var refusals = RefusalCounts()
    /// Whether any principal is limited to places.
    private(set) var hasLimits = false

    init(_ rules: AccessRules = AccessRules()) {
        self.rules = rules
    }

    var orderRates: AccessRules.OrderRates { rules.orderRates }

    mutating func load(_ new: AccessRules) {
        rules = new
        noteLimits()
    }

    /// - Parameter other: the rules of files that can't be loaded; nil if these rules alone apply.
    mutating func narrow(to other: AccessRules?) {
        narrower = other
        noteLimits()
    }

    /// Tokens that are missing here lose all rights at once.
    mutating func use(tokens new: [UInt64: AccessRules.Token]) {
        tokens = new
        noteLimits()
    }

    /// The same for hooks.
    mutating func use(hooks new: [UInt64: AccessRules.Token]) {
        hooks = new
        noteLimits()
    }

    private mutating func noteLimits() {
        hasLimits =
            rules.grants.values.contains { $0.places != nil }
            || narrower?.grants.values.contains { $0.places != nil } ?? false
            || tokens.values.contains { $0.grant.places != nil }
            || hooks.values.contains { $0.grant.places != nil }
    }

    /// A rule for the user itself takes precedence over rules for its groups, and those over the built-in rights.
    func right(of principal: Principal) -> Right {
        switch principal {
        case .token(let token): return right(ofToken: token.id)
        case .hook(let hook): return hooks[hook.id].map { right(of: $0) { _ in true } } ?? Right(.none)
        case .user(let user):
            let right = right(of: user, by: rules)
            return narrower.map { right.within(self.right(of: user, by: $0)) } ?? right
        }
    }

    private func right(of user: Principal.User, by rules: AccessRules) -> Right {
        if rules.grants.isEmpty { return builtIn(user) }
        if let grant = rules.grants[.user(user.id)] { return Right(grant) }
        // Services are in the group that opens the socket, and get no rights with it.
        if let service = service(of: user) { return Right(service.role) }
        return widest(of: user.groups, by: rules) ?? builtIn(user)
    }

    /// Its own right, within the present rights of all that it descends from.
    private func right(ofToken id: UInt64) -> Right {
        // A token is younger than its creator: no tree is a ring, whatever its file holds.
        tokens[id].map { right(of: $0) { $0 < id } } ?? Right(.none)
    }

    /// - Parameter mayDescend: whether it may descend from the token with this identity.
    private func right(of token: AccessRules.Token, mayDescend: (UInt64) -> Bool) -> Right {
        let own = Right(token.grant)
        switch token.creator {
        case .unknown: return own
        case .user(let user): return own.within(right(of: .user(user)))
        case .token(let parent): return mayDescend(parent) ? own.within(right(ofToken: parent)) : Right(.none)
        }
    }

    /// Whose limits count for what the principal uses.
    func account(of principal: Principal) -> AccessRules.Account {
        switch principal {
        case .user(let user): return .user(user.id)
        case .token(let token):
            let root = tokens.root(of: token.id)
            // However many tokens somebody makes, they are one.
            if case .user(let user)? = tokens[root]?.creator, isPerson(user) { return .user(user.id) }
            return .tree(root)
        case .hook(let hook): return .hook(hook.id)
        }
    }

    func managesAll(_ principal: Principal) -> Bool {
        let right = right(of: principal)
        return right.role == .manage && !right.scope.isLimited
    }

    /// Whether the principal may make tokens. A token below `manage` needs a right of its own for that.
    func mayCreateTokens(_ principal: Principal) -> Bool {
        switch principal {
        case .user: true
        case .token(let token): right(ofToken: token.id).role == .manage || tokens[token.id]?.mayCreateTokens ?? false
        case .hook: false
        }
    }

    private func builtIn(_ user: Principal.User) -> Right {
        if user.id == 0 || user.id == rules.owner { return Right(.manage) }
        return Right(service(of: user)?.role ?? .act)
    }

    /// Whether it is a user of the machine without rights over all others.
    private func isPerson(_ user: Principal.User) -> Bool {
        user.id != 0 && user.id != rules.owner && service(of: user) == nil
    }

    /// The token at the root of the tree of a token; nil for others.
    func tree(of principal: Principal) -> UInt64? {
        guard case .token(let token) = principal else { return nil }
        return tokens.root(of: token.id)
    }

    /// The program of ours that runs as a user; nil for people.
    private func service(of user: Principal.User) -> ServiceUser? {
        guard user.id != 0, user.id != rules.owner else { return nil }
        return rules.services[user.id] ?? ServiceUser(rawValue: user.name)
    }

    /// Whether a user presents tokens of others, which then count for themselves.
    func presentsTokens(_ user: Principal.User) -> Bool { service(of: user)?.presentsTokens ?? false }

    /// The highest role that a group gives, in the places of all groups that give it; nil where no group has a rule.
    private func widest(of groups: [UInt32], by rules: AccessRules) -> Right? {
        let grants = groups.compactMap { rules.grants[.group($0)] }
        guard let role = grants.map(\.role).max() else { return nil }
        let widest = grants.filter { $0.role == role }
        let scope = widest.reduce(Scope.nothing) { $0.or(Scope(places: $1.places)) }
        return Right(role, in: scope, opensDoors: widest.contains { $0.opensDoors })
    }

    /// Whether the principal is the user of the notifier: it sees everything, to know what to report.
    func isNotifier(_ principal: Principal) -> Bool {
        guard case .user(let user) = principal, service(of: user) == .notifier else { return false }
        let right = right(of: principal)
        return right.role >= .read && !right.scope.isLimited
    }

    // MARK: - Requests

    /// - Returns: nil if this refusal is not logged; otherwise how many were omitted since the last one logged.
    mutating func noteRefusal(of principal: Principal, at now: Instant) -> Int? {
        refusals.note(account(of: principal), at: now)
    }

    /// - Returns: why the principal may not make the request; nil if it may.
    func refusal(of request: Request, to principal: Principal) -> Fault? {
        let right = right(of: principal)
        if isNotifier(principal) {
            if request.isOfNotifier { return nil }
            // It needs no more than to see the house, whatever rights its groups have.
            guard request.onlyReads || request.verb == .watch else {
                return Fault(
                    .notAllowed,
                    "the notifier can't use \"\(request.verb.rawValue)\"",
                    hint: "ask an administrator"
                )
            }
        }
        // There is no higher right.
        if right.role == .manage, !right.scope.isLimited { return nil }
        let (role, needsAllPlaces) = (request.role, request.needsAllPlaces)
        guard right.role < role || needsAllPlaces && right.scope.isLimited else { return nil }
        let needed = needsAllPlaces ? "\(role.word) for all places" : role.word
        let message =
            "\"\(request.verb.rawValue)\" needs the role \(needed); \(principal.cause.label) has \(right.text)"
        // An entry with the lower role would take away what the user may do in some places.
        guard right.role <= role else {
            return Fault(.notAllowed, message, hint: "ask an administrator")
        }
        let places = right.role == .none || needsAllPlaces ? nil : right.scope.places
        return Fault(
            .notAllowed,
            message,
            hint: principal.remedy(role, in: places).map {
                "an administrator can allow it in the configuration of domod: \($0)"
            }
        )
    }

    /// Why the principal may not give an order for a door.
    ///
    /// - Parameter what: what would be ordered, for people.
    func refusal(ofDoor what: String, to principal: Principal) -> Fault {
        let right = right(of: principal)
        let hint: String
        switch principal {
        case .user:
            let entry = principal.remedy(right.role, in: right.scope.places, opensDoors: true) ?? ""
            hint = "an administrator can allow it in the configuration of domod: \(entry)"
        case .token(let token):
            hint = "an administrator can allow it: domo token doors \(Words.quoted(token.name)) on"
        case .hook: hint = "an administrator can make the hook again with --doors"
        }
        return Fault(
            .notAllowed,
            "\(what): \(principal.cause.label) has no right to orders for locks, gates, garages and doors",
            hint: hint
        )
    }

    // MARK: - Loads

    mutating func noteLoad(_ id: RequestID, for principal: Principal) {
        if right(of: principal).scope.isLimited { limitedLoads[id] = principal }
    }

    /// What the principal that requested the load sees now; everything if it was not limited at the time of the
    /// request.
    mutating func takeLoad(_ id: RequestID) -> Scope {
        limitedLoads.removeValue(forKey: id).map { right(of: $0).scope } ?? .everything
    }
}

extension Access.Right {
    /// For people.
    fileprivate var text: String {
        guard let places = scope.places, role != .none else { return role.word }
        return "\(role.word) in \(places.isEmpty ? "no place" : places.joined(separator: ", "))"
    }
}

extension Principal {
    /// The entry of the configuration that gives it a role; nil where no entry can.
    fileprivate func remedy(_ role: Role, in places: [String]?, opensDoors: Bool = false) -> String? {
        guard case .user(let user) = self else { return nil }
        let places = places.map { ", places: [\($0.map(Self.yaml).joined(separator: ", "))]" } ?? ""
        let doors = opensDoors ? ", doors: true" : ""
        return "access: {users: {\(user.key): {role: \(role.word)\(places)\(doors)}}}"
    }

    /// A text as a plain YAML scalar where that is safe inside braces, otherwise quoted.
    private static func yaml(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "/_-. ".contains($0) }
        guard !isPlain || text.first?.isLetter != true || text.last == " " else { return text }
        let escaped = text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined()
        return "\"\(escaped)\""
    }
}

extension Principal.User {
    /// Its name if that can't be read as anything but a name, otherwise its id.
    fileprivate var key: String {
        let isName =
            name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
        return isName ? name : String(id)
    }
}
