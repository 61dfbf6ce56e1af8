// All that a verb needs in the language, in one place: its case in `Verb`, its request, its row, and its name in
// `PerVerb`. The compiler asks for each that is missing.
import DomoModel

/// A line of the command language, understood.
public enum Request: Equatable, Sendable {
    case list(path: String?, recursive: Bool)
    case show(element: String)
    /// What the house files say: labels, icons, limits, positions.
    case model(path: String?)
    case order(Order)
    /// - Parameter telegrams: those of the buses as well.
    case watch(path: String?, telegrams: Bool = false)
    /// - Parameter tag: the run bears it in events, and can be stopped by it apart from others of the same scene.
    case scene(name: String, explain: Bool, tag: String? = nil)
    case sceneStop(name: String, tag: String? = nil)
    case scenes
    /// An ad-hoc scene: one that comes with the request, line by line. It runs under the name, as one that is loaded would.
    case run(name: String, lines: [String], explain: Bool, tag: String? = nil)
    /// What would run when.
    case calendar(CalendarQuestion)
    case record(RecordStep)
    /// The last orders: of one element, or of all.
    case orders(element: String?, last: Int)
    case history(element: String, Period)
    case stats(path: String?)
    case export(Period)
    case backup(BackupStep)
    case restore(RestoreStep)
    /// - Parameter link: its key in the configuration; nil for the only one that takes commands.
    case knx(LinkCommand, link: String? = nil)
    /// The KNX interfaces that can be reached.
    case discover(InterfaceQuery)
    case token(TokenStep)
    /// Exchanges a single-use code for a token.
    case claim(code: String)
    /// From now on the connection is whoever the token was made for.
    ///
    /// - Parameter from: where the user of the token is, as a front end sees it.
    case login(token: String, from: String? = nil)
    /// The connection is the peer's user again.
    case logout
    case status
    case reload

    public var verb: Verb {
        switch self {
        case .list: .list
        case .show: .show
        case .model: .model
        case .order(let order): order.verb
        case .watch: .watch
        case .scene, .sceneStop: .scene
        case .scenes: .scenes
        case .run: .run
        case .calendar: .calendar
        case .record: .record
        case .orders: .orders
        case .history: .history
        case .stats: .stats
        case .export: .export
        case .backup: .backup
        case .restore: .restore
        case .knx, .discover: .knx
        case .token: .token
        case .claim: .claim
        case .login: .login
        case .logout: .logout
        case .status: .status
        case .reload: .reload
        }
    }

    /// The line that is read back as this request.
    public var line: String { ([verb.rawValue] + words).joined(separator: " ") }

    /// The words after the verb.
    private var words: [String] {
        switch self {
        case .list(let path, let recursive): (recursive ? ["-r"] : []) + Self.words(path)
        case .show(let element): Self.words(element)
        case .model(let path): Self.words(path)
        case .order(let order): order.words
        case .watch(let path, let telegrams): (telegrams ? ["--telegrams"] : []) + Self.words(path)
        case .scene(let name, let explain, let tag): Self.words(explain: explain, tag: tag) + Self.words(name)
        case .sceneStop(let name, let tag): ["stop"] + Self.words(explain: false, tag: tag) + Self.words(name)
        case .run(let name, let lines, let explain, let tag):
            Self.words(explain: explain, tag: tag) + ([name] + lines).map(Words.quoted)
        case .calendar(let question): question.words
        case .record(let step): step.words
        case .orders(let element, let last):
            (last == Self.defaultOrders ? [] : ["--last", String(last)]) + Self.words(element)
        case .history(let element, let period): period.words + Self.words(element)
        case .stats(let path): Self.words(path)
        case .export(let period): period.words
        case .backup(let step): step.words
        case .restore(let step): step.words
        case .knx(let command, let link): (link.map { ["--link", Words.quoted($0)] } ?? []) + command.words
        case .discover(let query): query.words
        case .token(let step): step.words
        case .claim(let code): [Words.quoted(code)]
        case .login(let token, let from): (from.map { ["--from", Words.quoted($0)] } ?? []) + [Words.quoted(token)]
        case .scenes, .logout, .status, .reload: []
        }
    }

    /// What it names.
    public var named: Named {
        switch self {
        case .list(let path, recursive: _), .model(let path), .watch(let path, telegrams: _), .stats(let path):
            path.map(Named.place) ?? .nothing
        case .orders(let element, last: _): element.map(Named.element) ?? .nothing
        case .show(let element), .history(let element, _): .element(element)
        case .order(let order): .element(order.element)
        case .scene(let name, explain: _, tag: _): .scene(name)
        case .sceneStop(let name, tag: _): .run(name)
        case .calendar(let question): question.name.map(Named.sceneOrPlace) ?? .nothing
        case .run(let name, lines: _, explain: _, tag: _), .record(.begin(let name)): .new(name)
        case .scenes, .record(.stop), .export, .backup, .restore, .knx, .discover, .token, .claim, .login, .logout,
            .status, .reload:
            .nothing
        }
    }

    private static func words(_ name: String?) -> [String] { name.map { [Words.quoted($0)] } ?? [] }

    private static func words(explain: Bool, tag: String?) -> [String] {
        (explain ? ["--explain"] : []) + (tag.map { ["--tag", Words.quoted($0)] } ?? [])
    }
}

/// The verbs, in the order in which help lists them.
public enum Verb: String, Sendable, CaseIterable {
    case list = "ls"
    case show, model, set, dim, toggle, watch, scene, scenes, run, calendar, record, orders, history, stats
    case export, backup, restore, knx, token, claim, login, logout, status, reload
}

/// The table of the verbs.
enum VerbRows: PerVerb {
    static let list = VerbRow(
        "ls [-r] [PATH]",
        "What a house or sector holds, with readings.",
        needs: .read,
        operands: 0...1,
        flags: ["-r"],
        completes: VerbRow.inOrder(.places)
    ) { .list(path: $0.operands.first, recursive: $0.has("-r")) }

    static let show = VerbRow(
        "show ELEMENT",
        "All that is known of one element.",
        needs: .read,
        operands: 1...1,
        completes: VerbRow.inOrder(.elements(nil))
    ) { .show(element: $0.operands[0]) }

    static let model = VerbRow(
        "model [PATH]",
        "What the house files say of places and elements: labels, icons, units, limits.",
        needs: .read,
        operands: 0...1,
        completes: VerbRow.inOrder(.places)
    ) { .model(path: $0.operands.first) }

    static let set = VerbRow(
        "set ELEMENT VALUE [--as TYPE] [--deadline DURATION] [--wait none|accepted|confirmed] [--explain]",
        "Set an element: on, off, up, down, stop, 0–100 or any text, as its types allow.",
        needs: .act,
        operands: 2...2,
        flags: ["--explain"],
        options: ["--as", "--deadline", "--wait"],
        completes: VerbRow.inOrder(.elements(nil), .values(nil))
    ) { arguments throws(Misread) in .order(try .set(arguments)) }

    static let dim = VerbRow(
        "dim ELEMENT LEVEL [--deadline DURATION] [--wait none|accepted|confirmed] [--explain]",
        "Set a level, 0–100; +10 and -10 are steps from the last known one.",
        needs: .act,
        operands: 2...2,
        flags: ["--explain"],
        options: ["--deadline", "--wait"],
        completes: VerbRow.inOrder(.elements(.regulable), .values(.regulable))
    ) { arguments throws(Misread) in .order(try .dim(arguments)) }

    static let toggle = VerbRow(
        "toggle ELEMENT [--deadline DURATION] [--wait none|accepted|confirmed] [--explain]",
        "Switch to off what is on, and to on what is off.",
        needs: .act,
        operands: 1...1,
        flags: ["--explain"],
        options: ["--deadline", "--wait"],
        completes: VerbRow.inOrder(.elements(.binary))
    ) { arguments throws(Misread) in .order(try .toggle(arguments)) }

    static let watch = VerbRow(
        "watch [PATH] [--telegrams]",
        "Events as they happen, until stopped; also the telegrams of the buses.",
        needs: .read,
        operands: 0...1,
        flags: ["--telegrams"],
        completes: VerbRow.inOrder(.places)
    ) { .watch(path: $0.operands.first, telegrams: $0.has("--telegrams")) }

    static let scene = VerbRow(
        "scene NAME [--explain] [--tag TAG] | scene stop NAME [--tag TAG]",
        "Run a scene, or stop one that runs.",
        needs: .act,
        operands: 1...2,
        flags: ["--explain"],
        options: ["--tag"],
        completes: { before in before.isEmpty || before == ["stop"] ? .scenes : .nothing },
        parse: { arguments throws(Misread) in try .scene(arguments) }
    )

    static let scenes = VerbRow(
        "scenes",
        "The scenes: what starts each, when next, and how it ended last.",
        needs: .read
    ) { _ in .scenes }

    static let run = VerbRow(
        "run [--explain] [--tag TAG] NAME LINE…",
        "Run a scene from a file of your own.",
        needs: .act,
        operands: 1...Request.maxSceneLines,
        flags: ["--explain"],
        options: ["--tag"]
    ) { arguments throws(Misread) in try .run(arguments) }

    static let calendar = VerbRow(
        "calendar [SCENE | PATH] [--from TIME] [--for DURATION]",
        "What starts by itself, and when.",
        needs: .read,
        operands: 0...1,
        options: ["--from", "--for"],
        completes: VerbRow.inOrder(.scenes)
    ) { arguments throws(Misread) in .calendar(try CalendarQuestion(arguments)) }

    static let record = VerbRow(
        "record NAME | record stop",
        "Make a scene of the orders that people give.",
        needs: .manage,
        operands: 1...1,
        completes: VerbRow.inOrder(.words(["stop"]))
    ) { .record(RecordStep($0)) }

    static let orders = VerbRow(
        "orders [ELEMENT] [--last N]",
        "The last orders, and what became of each.",
        needs: .read,
        operands: 0...1,
        options: ["--last"],
        completes: VerbRow.inOrder(.elements(nil))
    ) { arguments throws(Misread) in try .orders(arguments) }

    static let history = VerbRow(
        "history ELEMENT [--since TIME] [--until TIME] [--after NEXT | --points N]",
        "What an element was over time.",
        needs: .read,
        operands: 1...1,
        options: ["--since", "--until", "--after", "--points"],
        completes: VerbRow.inOrder(.elements(nil))
    ) { arguments throws(Misread) in .history(element: arguments.operands[0], try Period(arguments)) }

    static let stats = VerbRow(
        "stats [PATH]",
        "This week beside the last: changes, time on, means, orders, failures.",
        needs: .read,
        operands: 0...1,
        completes: VerbRow.inOrder(.places)
    ) { .stats(path: $0.operands.first) }

    static let export = VerbRow(
        "export [--since TIME] [--until TIME] [--after NEXT]",
        "All readings and orders that are remembered, for other programs.",
        needs: .manage,
        needsAllPlaces: true,
        options: ["--since", "--until", "--after"]
    ) { arguments throws(Misread) in .export(try Period(arguments)) }

    static let backup = VerbRow(
        "backup begin | read TOKEN OFFSET | end TOKEN",
        "Fetch a consistent copy of the daemon's database, while it runs.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...3
    ) { arguments throws(Misread) in .backup(try BackupStep(arguments)) }

    static let restore = VerbRow(
        "restore begin | write TOKEN OFFSET DATA | end TOKEN",
        "Give the daemon a database that was backed up, in place of its own.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...4
    ) { arguments throws(Misread) in .restore(try RestoreStep(arguments)) }

    static let knx = VerbRow(
        "knx read ADDRESS | write ADDRESS VALUE | pause DURATION | resume | doctor | monitor | log [--since TIME]"
            + " [--until TIME] [--after NEXT] | discover [HOST] [--interface NAME] [--timeout DURATION]"
            + " | learn [start|stop] [--dpt TYPE] [--link NAME]",
        "Look into a KNX bus, write to it, or leave it to ETS for a while.",
        needs: .manage,
        needsAllPlaces: true,
        operands: 1...3,
        options: Set(["--dpt", "--link", "--since", "--until", "--after"]).union(InterfaceQuery.options),
        completes: { before in
            before.isEmpty
                ? .words(Request.knxSteps)
                : before == ["learn"] ? .words(LinkCommand.Learning.allCases.map(\.rawValue)) : .nothing
        },
        parse: { arguments throws(Misread) in try .knx(arguments) }
    )

    static let token = VerbRow(
        "token new NAME [--role read|act|manage] [--place PATH]… [--expires DURATION] [--code] | list | revoke NAME",
        "Let a phone, a tablet or a program act for somebody.",
        needs: .read,
        operands: 1...2,
        flags: ["--code"],
        options: ["--role", "--place", "--expires"],
        repeatable: ["--place"],
        completes: VerbRow.inOrder(.words(["new", "list", "revoke"]))
    ) { arguments throws(Misread) in .token(try TokenStep(arguments)) }

    static let claim = VerbRow(
        "claim CODE",
        "Exchange a single-use code for a token.",
        needs: .none,
        operands: 1...1
    ) { .claim(code: $0.operands[0]) }

    static let login = VerbRow(
        "login [--from ADDRESS] TOKEN",
        "Be whoever the token was made for, from the next line on.",
        needs: .none,
        operands: 1...1,
        options: ["--from"]
    ) { .login(token: $0.operands[0], from: $0.value("--from")) }

    static let logout = VerbRow(
        "logout",
        "Be the user of the connection again.",
        needs: .none
    ) { _ in .logout }

    static let status = VerbRow(
        "status",
        "The daemon, and each server: reachable, last contact, orders waiting.",
        needs: .read
    ) { _ in .status }

    static let reload = VerbRow(
        "reload",
        "Read the configuration, models and scenes again: all or nothing.",
        needs: .manage
    ) { _ in .reload }
}
