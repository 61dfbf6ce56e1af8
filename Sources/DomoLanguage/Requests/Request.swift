// A verb needs a request here, a case in `Verb` and a row in `VerbRows.swift`, and its name in `PerVerb`. The compiler
// reports each that is missing.
public import DomoModel

/// A parsed line of the command language.
public enum Request: Equatable, Sendable {
    case list(path: String?, recursive: Bool, language: String? = nil)
    case show(element: String)
    /// The content of the house files: labels, icons, limits, positions.
    ///
    /// - Parameter ids: whether the reply has the IDs of all that is in it.
    case model(path: String?, ids: Bool = false)
    case order(Order)
    /// `off`, and `set --all`.
    case group(GroupOrder)
    case watch(Watched)
    /// - Parameters:
    ///   - tag: identifies the run in events, and in `scene stop` among other runs of the same scene.
    ///   - values: those that the scene takes.
    ///   - until: when it must have started, by the wall clock.
    case scene(
        name: String,
        explain: Bool,
        tag: String? = nil,
        values: [SceneValue] = [],
        until: Timestamp? = nil
    )
    /// Stops a scene; without a name, lists the running scenes.
    ///
    /// - Parameter until: when it must have been read, by the wall clock.
    case sceneStop(name: String?, tag: String? = nil, until: Timestamp? = nil)
    case scenes
    /// An ad-hoc scene, whose lines are in the request. It runs under the name, as a loaded scene would.
    ///
    /// - Parameter until: when it must have started, by the wall clock.
    case run(name: String, lines: [String], explain: Bool, tag: String? = nil, until: Timestamp? = nil)
    /// When scenes start by themselves.
    case calendar(CalendarQuestion)
    case record(RecordStep)
    case script(ScriptStep)
    case plan(PlanStep)
    /// The last orders: of an element, of a place, or of all houses.
    ///
    /// - Parameters:
    ///   - before: lists orders with lower numbers than this.
    ///   - since: lists orders given at this time or later.
    case orders(path: String?, last: Int, before: UInt64? = nil, since: TimePoint? = nil)
    /// Why an element does what it does, or does not.
    case why(element: String)
    case history(element: String, Period)
    /// `history --from`: the records of all elements, in the order of writing.
    case records(RecordsQuestion)
    /// The log of the house.
    case log(HouseLogQuestion)
    case stats(path: String?)
    case export(Period)
    /// The history of a path that the houses no longer have is that of an element or place.
    case rename(old: String, new: String)
    case backup(BackupStep)
    case restore(RestoreStep)
    case audit(LogQuestion)
    /// - Parameter link: the key in the configuration; nil for the only link that takes commands.
    case knx(LinkCommand, link: String? = nil)
    /// The reachable KNX interfaces.
    case discover(InterfaceQuery)
    case token(TokenStep)
    /// Incoming hooks.
    case hook(HookStep)
    /// What came in to a hook.
    case knock(Knock)
    /// Exchanges a single-use code for a token.
    ///
    /// - Parameters:
    ///   - isLook: whether it only shows what the token would be, and the code can still be used.
    ///   - from: the address of the user, as the front end sees it.
    case claim(code: String, isLook: Bool = false, from: String? = nil)
    /// Makes the connection act for the user of the token.
    ///
    /// - Parameter from: the address of the user, as the front end sees it.
    case login(token: String, from: String? = nil)
    /// Makes the connection act for the peer's user again.
    case logout
    /// A message to people.
    case notify(NewNotice)
    case notices(NoticesStep)
    /// What a notifier takes and reports.
    case notifier(NotifierStep)
    case push(PushStep)
    case status
    case doctor
    case reload

    public var verb: Verb {
        switch self {
        case .list: .list
        case .show: .show
        case .model: .model
        case .order(let order): order.verb
        case .group(let group): group.verb
        case .watch: .watch
        case .scene, .sceneStop: .scene
        case .scenes: .scenes
        case .run: .run
        case .calendar: .calendar
        case .record: .record
        case .script: .script
        case .plan: .plan
        case .orders: .orders
        case .why: .why
        case .history, .records: .history
        case .log: .log
        case .stats: .stats
        case .export: .export
        case .rename: .rename
        case .backup: .backup
        case .restore: .restore
        case .audit: .audit
        case .knx, .discover: .knx
        case .token: .token
        case .hook: .hook
        case .knock: .knock
        case .claim: .claim
        case .login: .login
        case .logout: .logout
        case .notify: .notify
        case .notices: .notices
        case .notifier: .notifier
        case .push: .push
        case .status: .status
        case .doctor: .doctor
        case .reload: .reload
        }
    }

    /// The line that is parsed as this request.
    public var line: String { ([verb.rawValue] + words).joined(separator: " ") }

    /// The words after the verb.
    private var words: [String] {
        switch self {
        case .list(let path, let recursive, let language):
            (recursive ? ["-r"] : []) + (language.map { ["--language", Words.quoted($0)] } ?? []) + Self.words(path)
        case .show(let element), .why(let element): Self.words(element)
        case .model(let path, let ids): (ids ? ["--ids"] : []) + Self.words(path)
        case .order(let order): order.words
        case .group(let group): group.words
        case .watch(let watched): watched.words
        case .scene(let name, let explain, let tag, let values, let until):
            Self.words(explain: explain, tag: tag, until: until) + Self.words(name) + values.map(\.word)
        case .sceneStop(let name, let tag, let until):
            ["stop"] + Self.words(explain: false, tag: tag, until: until) + Self.words(name)
        case .run(let name, let lines, let explain, let tag, let until):
            Self.words(explain: explain, tag: tag, until: until) + ([name] + lines).map(Words.quoted)
        case .calendar(let question): question.words
        case .record(let step): step.words
        case .script(let step): step.words
        case .plan(let step): step.words
        case .orders(let path, let last, let before, let since):
            (last == (since == nil ? Self.defaultOrders : Self.maxOrders) ? [] : ["--last", String(last)])
                + (before.map { ["--before", String($0)] } ?? []) + (since.map { ["--since", $0.text] } ?? [])
                + Self.words(path)
        case .history(let element, let period): period.words + Self.words(element)
        case .records(let question): question.words
        case .log(let question): question.words
        case .stats(let path): Self.words(path)
        case .export(let period): period.words
        case .rename(let old, let new): [old, new].map(Words.quoted)
        case .backup(let step): step.words
        case .restore(let step): step.words
        case .audit(let question): question.words
        case .knx(let command, let link): (link.map { ["--link", Words.quoted($0)] } ?? []) + command.words
        case .discover(let query): query.words
        case .token(let step): step.words
        case .hook(let step): step.words
        case .knock(let knock): knock.words
        case .claim(let code, let isLook, let from):
            (isLook ? ["--look"] : []) + (from.map { ["--from", Words.quoted($0)] } ?? []) + [Words.quoted(code)]
        case .login(let token, let from): (from.map { ["--from", Words.quoted($0)] } ?? []) + [Words.quoted(token)]
        case .notify(let notice): notice.words
        case .notices(let step): step.words
        case .notifier(let step): step.words
        case .push(let step): step.words
        case .scenes, .logout, .status, .doctor, .reload: []
        }
    }

    /// The thing that it names.
    public var named: Named {
        switch self {
        case .list(let path, recursive: _, language: _), .model(let path, ids: _), .stats(let path):
            path.map(Named.place) ?? .nothing
        case .watch(let watched): watched.path.map(Named.place) ?? .nothing
        case .group(let group): .place(group.place)
        case .plan(.show(let place)): .place(place)
        case .script(.show(let name)), .script(.remove(let name, tag: _)): .scene(name)
        case .script(.check(let name, lines: _)), .script(.save(let name, lines: _, tag: _)): .new(name)
        case .orders(let path, last: _, before: _, since: _): path.map(Named.place) ?? .nothing
        case .records(let question): question.path.map(Named.place) ?? .nothing
        case .log(let question): question.path.map(Named.place) ?? .nothing
        case .show(let element), .why(let element), .history(let element, _): .element(element)
        case .order(let order): .element(order.element)
        case .rename(old: _, let new): .place(new)
        case .scene(let name, explain: _, tag: _, values: _, until: _): .scene(name)
        case .sceneStop(let name, tag: _, until: _): name.map(Named.run) ?? .nothing
        case .calendar(let question): question.name.map(Named.sceneOrPlace) ?? .nothing
        case .run(let name, lines: _, explain: _, tag: _, until: _), .record(.begin(let name)): .new(name)
        case .scenes, .record(.stop), .export, .backup, .restore, .audit, .knx, .discover, .plan(.move), .token, .hook,
            .knock, .claim, .login, .logout, .notify, .notices, .notifier, .push, .status, .doctor, .reload:
            .nothing
        }
    }

    private static func words(_ name: String?) -> [String] { name.map { [Words.quoted($0)] } ?? [] }

    private static func words(explain: Bool, tag: String?, until: Timestamp?) -> [String] {
        (explain ? ["--explain"] : []) + (tag.map { ["--tag", Words.quoted($0)] } ?? [])
            + (until.map { ["--until", $0.rfc3339] } ?? [])
    }
}
