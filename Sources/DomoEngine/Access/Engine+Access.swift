public import DomoLanguage
import DomoModel

// The one place where requests are allowed or refused, and where views and events are limited to what the principal
// sees.

extension Engine {
    /// - Returns: what the principal sees, for the code that answers the request.
    mutating func allow(_ request: Request, by principal: Principal) throws(Fault) -> Scope {
        let right = access.right(of: principal)
        guard let fault = access.refusal(of: request, to: principal) else {
            if !right.opensDoors { try requireNoDoor(request, by: principal, seenIn: right.scope) }
            return right.scope
        }
        // A principal that sees something learns first that a name is unknown, then that the request is not allowed.
        // One that sees nothing learns nothing about names.
        if right.role > .none { try findNames(in: request, seenIn: right.scope) }
        noteRefusal(of: request.subject, by: principal, needed: request.role)
        throw fault
    }

    /// Logs a refused request, unless there were too many of the same account.
    ///
    /// - Parameter needsDoors: whether the right to orders for doors is missing.
    mutating func noteRefusal(
        of subject: String,
        by principal: Principal,
        needed role: Role,
        needsDoors: Bool = false
    ) {
        guard let omitted = access.noteRefusal(of: principal, at: now) else { return }
        outbox.refuse(
            Refusal(principal: principal, request: subject, needed: role, needsDoors: needsDoors, omitted: omitted)
        )
    }

    /// The present rights of a principal, for people.
    ///
    /// - Returns: `doors` is nil if it gives no orders at all.
    public func right(of principal: Principal) -> (role: Role, places: [String]?, doors: Bool?) {
        let right = access.right(of: principal)
        return (right.role, right.scope.places, right.role < .act ? nil : right.opensDoors)
    }

    /// Whether the principal may see the whole house.
    public func seesEverything(_ principal: Principal) -> Bool {
        let right = access.right(of: principal)
        return right.role >= .read && !right.scope.isLimited
    }

    /// Whose limits count for what the principal uses.
    public func account(of principal: Principal) -> AccessRules.Account { access.account(of: principal) }

    /// Whether a user presents tokens of others.
    public func presentsTokens(_ user: Principal.User) -> Bool { access.presentsTokens(user) }

    /// The identity of the token at the root of the tree that a token belongs to; nil for a user.
    public func tree(of principal: Principal) -> UInt64? {
        access.tree(of: principal)
    }

    /// Throws if the request names something that does not exist or is not visible.
    private func findNames(in request: Request, seenIn scope: Scope) throws(Fault) {
        switch request.named {
        case .element(let name): _ = try houses.element(named: name, seenIn: scope)
        case .place(let path): _ = try houses.find(path, seenIn: scope)
        case .scene(let name): try scenes.requireScene(named: name, seenIn: scope, in: self)
        case .run(let name): try scenes.requireVisible(named: name, seenIn: scope, in: self)
        case .sceneOrPlace(let name): try scenes.requireCalendar(of: name, seenIn: scope, in: self)
        case .new, .nothing: break
        }
    }

    // MARK: - Events

    /// How much of an event is shown to somebody.
    public enum Sight: Equatable, Sendable {
        case nothing
        case whole
        /// Another event instead.
        case instead(Event)
    }

    /// What a principal is shown of an event, by its present rights.
    public func sight(of event: Event, for principal: Principal) -> Sight {
        let right = access.right(of: principal)
        // Telegrams reveal more about the house than its states do.
        guard right.role >= (event.kind == .telegram ? .manage : .read) else { return .nothing }
        guard right.scope.isLimited else { return .whole }
        switch event.kind {
        case .notice: return event.notice?.isSeen(in: right.scope) == true ? .whole : .nothing
        case .reading, .input, .difference: return event.path.map(right.scope.holds) == true ? .whole : .nothing
        case .order:
            return event.path.map(right.scope.holds) == true ? .instead(event.withoutAddresses) : .nothing
        case .scene:
            let isSeen = event.places?.allSatisfy(right.scope.holds) == true
            return isSeen ? .instead(event.withoutAddresses) : .nothing
        case .reload:
            // The message counts elements that this principal does not see.
            var shown = event
            shown.message = "reloaded"
            return .instead(shown)
        case .server, .memory, .telegram, .delivery, .withdrawal: return .nothing
        }
    }

    // MARK: - Replies

    func shown(_ status: StatusView, to scope: Scope) -> StatusView {
        guard let places = scope.places else { return status }
        let index = houses.index
        let roots = index.roots.filter { scope.shows($0, of: index) }
        let names = Set(roots.map { index[$0].name })
        var shown = status
        shown.places = places
        shown.houses = status.houses.filter { names.contains($0.name) }
        for (number, root) in roots.enumerated() where shown.houses.indices.contains(number) {
            shown.houses[number].elements = count(in: root, seenIn: scope)
            if shown.houses[number].server != nil { shown.houses[number].server = "a server" }
        }
        shown.servers = status.servers.compactMap { server in
            var server = server
            server.houses = server.houses.filter(names.contains)
            return server.houses.isEmpty ? nil : server
        }.enumerated().map { number, server in server.withoutAddress(numbered: number + 1) }
        shown.links = status.links?.filter { !names.isDisjoint(with: houses.houses(on: $0.key)) }.enumerated().map {
            number,
            link in link.withoutAddress(numbered: number + 1)
        }
        (shown.latency, shown.files, shown.sources, shown.limited) = (nil, nil, nil, nil)
        shown.notifier = nil
        shown.standIn?.problem = nil
        (shown.accepted, shown.failed, shown.confirmed, shown.unconfirmed) = (0, 0, 0, 0)
        shown.warnings = []
        shown.comparisons = nil
        return shown
    }

    func shown(_ report: ReloadReport, to scope: Scope) -> ReloadReport {
        guard scope.isLimited else { return report }
        let roots = houses.index.roots.filter { scope.shows($0, of: houses.index) }
        return ReloadReport(
            houses: roots.count,
            elements: roots.reduce(0) { $0 + count(in: $1, seenIn: scope) },
            scenes: scenes.count(seenIn: scope, in: self),
            warnings: []
        )
    }

    /// The reasons why a load was refused name things that this principal does not see.
    func shown(_ fault: Fault, to scope: Scope) -> Fault {
        guard scope.isLimited else { return fault }
        return Fault(
            fault.code,
            "reload failed, the previous version is still active",
            hint: "an administrator finds the reasons in the log of domod"
        )
    }
}

// Of the network only whether it works: somebody limited to a room need not know addresses and serial numbers.

extension ServerView {
    fileprivate func withoutAddress(numbered number: Int) -> ServerView {
        var view = self
        view.server = "server \(number)"
        view.problem = problem.map { _ in "it is not reachable" }
        view.readingProblem = readingProblem.map { _ in "its states can't be read" }
        (view.waiting, view.inFlight) = (0, 0)
        return view
    }
}

extension LinkView {
    fileprivate func withoutAddress(numbered number: Int) -> LinkView {
        LinkView(
            key: "\(kind) \(number)",
            kind: kind,
            endpoints: endpoints.enumerated().map { Endpoint(endpoint: "\($0 + 1)", reachable: $1.reachable) },
            problem: problem.map { _ in "it is not reachable" }
        )
    }
}
