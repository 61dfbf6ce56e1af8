public import DomoModel

/// A line of the command language, understood.
public enum Request: Equatable, Sendable {
    case list(path: String?, recursive: Bool)
    case show(element: String)
    case order(Order)
    case watch(path: String?)
    /// - Parameter tag: the run bears it in events, and can be stopped by it apart from others of the same scene.
    case scene(name: String, explain: Bool, tag: String? = nil)
    case sceneStop(name: String, tag: String? = nil)
    case scenes
    /// A scene handed over with the request, line by line. It runs under the name, as one that is loaded would.
    case run(name: String, lines: [String], explain: Bool, tag: String? = nil)
    /// What would run when.
    case calendar(CalendarQuestion)
    case record(RecordStep)
    case status
    case reload
    /// The last orders: of one element, or of all.
    case orders(element: String?, last: Int)
    case history(element: String, Period)
    case stats(path: String?)
    case export(Period)
    case backup(BackupStep)
    case restore(RestoreStep)

    /// The verbs, in the order in which help lists them.
    public static let verbs = [
        "ls", "show", "set", "dim", "toggle", "watch", "scene", "scenes", "run", "calendar", "record", "orders",
        "history", "stats", "export", "backup", "restore", "status", "reload",
    ]

    /// How many orders `orders` lists where it is not told.
    public static let usualOrders = 20
    /// The most that it lists.
    public static let mostOrders = 1000
    /// How many characters the tag of a run may have.
    public static let longestTag = 64
}

/// A stretch of time, and where in it an answer goes on that was too long for one.
public struct Period: Equatable, Sendable {
    public var since: TimePoint?
    public var until: TimePoint?
    /// The `next` of the answer before.
    public var after: String?
    /// `history`: the whole stretch as at most so many summaries of equal length; nil for all there is.
    public var points: Int?

    /// How many points may be asked for.
    public static let pointsRange = 1...1000

    public init(since: TimePoint? = nil, until: TimePoint? = nil, after: String? = nil, points: Int? = nil) {
        self.since = since
        self.until = until
        self.after = after
        self.points = points
    }
}

/// Whose times are asked for, and between when.
public struct CalendarQuestion: Equatable, Sendable {
    /// A scene, or a house, sector or element whose scenes are meant; nil for all.
    public var name: String?
    /// Nil for now.
    public var from: TimePoint?
    public var length: Duration

    public init(name: String? = nil, from: TimePoint? = nil, length: Duration = usualLength) {
        self.name = name
        self.from = from
        self.length = length
    }

    public static let usualLength: Duration = .seconds(7 * 86_400)
    /// The longest stretch that can be asked for.
    public static let lengths: ClosedRange<Duration> = .seconds(1)...(.seconds(400 * 86_400))
    /// The most entries in one answer.
    public static let mostEntries = 500
}

/// What people order becomes a scene.
public enum RecordStep: Equatable, Sendable {
    case begin(name: String)
    case stop
}

/// The copy of the database comes over the socket, so that whoever asks for it need not be let into the daemon's folder.
public enum BackupStep: Equatable, Sendable {
    /// Makes a copy. Another one begun before is dropped.
    case begin
    /// A part of it, from the byte at `offset`.
    case read(token: String, offset: Int)
    case end(token: String)
}

/// A database goes to the daemon over the socket, and takes the place of the one it has at the end.
public enum RestoreStep: Equatable, Sendable {
    case begin
    /// A part in base64.
    case write(token: String, offset: Int, data: String)
    case end(token: String)
}

/// What the answer to an order waits for.
public enum Awaited: String, Sendable, CaseIterable {
    /// Nothing: the order's number comes back at once.
    case none
    /// The server takes it.
    case accepted
    /// The house is seen to obey.
    case confirmed
}

/// What a user asks of an element. What it means for the element is an `Value`.
public struct Order: Equatable, Sendable {
    public enum Wish: Equatable, Sendable {
        /// `set`; the type where the user named one.
        case value(String, as: FacetType?)
        /// `dim`
        case level(LevelChange)
        /// `toggle`
        case toggle
    }

    public enum LevelChange: Equatable, Sendable {
        case to(Percent)
        /// In points of percent, −100–100.
        case by(Int)
    }

    /// The shortest and the longest deadline that an order may be given.
    public static let deadlines: ClosedRange<Duration> = .milliseconds(100)...(.seconds(600))

    /// The name as the user wrote it.
    public var element: String
    public var wish: Wish
    /// Says the signal instead of sending it.
    public var explain: Bool
    /// How long the order may take from now; nil for the server's own.
    public var deadline: Duration?
    public var wait: Awaited

    public init(
        element: String,
        wish: Wish,
        explain: Bool = false,
        deadline: Duration? = nil,
        wait: Awaited = .accepted
    ) {
        self.element = element
        self.wish = wish
        self.explain = explain
        self.deadline = deadline
        self.wait = wait
    }
}

extension Request {
    /// The line that is read back as this request.
    public var line: String {
        var words: [String]
        switch self {
        case .list(let path, let recursive):
            words = ["ls"] + (recursive ? ["-r"] : []) + (path.map { [Words.quoted($0)] } ?? [])
        case .show(let element):
            words = ["show", Words.quoted(element)]
        case .order(let order):
            words = order.words
        case .watch(let path):
            words = ["watch"] + (path.map { [Words.quoted($0)] } ?? [])
        case .scene(let name, let explain, let tag):
            words = ["scene"] + (explain ? ["--explain"] : []) + Self.words(ofTag: tag) + [Words.quoted(name)]
        case .sceneStop(let name, let tag): words = ["scene", "stop"] + Self.words(ofTag: tag) + [Words.quoted(name)]
        case .scenes: words = ["scenes"]
        case .run(let name, let lines, let explain, let tag):
            words = ["run"] + (explain ? ["--explain"] : []) + Self.words(ofTag: tag)
            words += ([name] + lines).map(Words.quoted)
        case .calendar(let question): words = ["calendar"] + question.words
        case .record(.begin(let name)): words = ["record", Words.quoted(name)]
        case .record(.stop): words = ["record", "stop"]
        case .status: words = ["status"]
        case .reload: words = ["reload"]
        case .orders(let element, let last):
            let options = last == Self.usualOrders ? [] : ["--last", String(last)]
            words = ["orders"] + options + (element.map { [Words.quoted($0)] } ?? [])
        case .history(let element, let period): words = ["history"] + period.words + [Words.quoted(element)]
        case .stats(let path): words = ["stats"] + (path.map { [Words.quoted($0)] } ?? [])
        case .export(let period): words = ["export"] + period.words
        case .backup(let step): words = ["backup"] + step.words
        case .restore(let step): words = ["restore"] + step.words
        }
        return words.joined(separator: " ")
    }

    private static func words(ofTag tag: String?) -> [String] { tag.map { ["--tag", Words.quoted($0)] } ?? [] }
}

extension Period {
    fileprivate var words: [String] {
        (since.map { ["--since", $0.text] } ?? []) + (until.map { ["--until", $0.text] } ?? [])
            + (after.map { ["--after", Words.quoted($0)] } ?? [])
            + (points.map { ["--points", String($0)] } ?? [])
    }
}

extension CalendarQuestion {
    fileprivate var words: [String] {
        (from.map { ["--from", $0.text] } ?? [])
            + (length == Self.usualLength ? [] : ["--for", DurationText.write(length)])
            + (name.map { [Words.quoted($0)] } ?? [])
    }
}

extension BackupStep {
    fileprivate var words: [String] {
        switch self {
        case .begin: ["begin"]
        case .read(let token, let offset): ["read", Words.quoted(token), String(offset)]
        case .end(let token): ["end", Words.quoted(token)]
        }
    }
}

extension RestoreStep {
    fileprivate var words: [String] {
        switch self {
        case .begin: ["begin"]
        case .write(let token, let offset, let data):
            ["write", Words.quoted(token), String(offset), Words.quoted(data)]
        case .end(let token): ["end", Words.quoted(token)]
        }
    }
}

extension Order {
    /// The order's line, as a scene shows it.
    public var line: String { words.joined(separator: " ") }

    fileprivate var words: [String] {
        var options: [String] = explain ? ["--explain"] : []
        if let deadline { options += ["--deadline", DurationText.write(deadline)] }
        if wait != .accepted { options += ["--wait", wait.rawValue] }
        switch wish {
        case .value(let value, let type):
            if let type { options += ["--as", type.word] }
            return ["set"] + options + [Words.quoted(element), Words.quoted(value)]
        case .level:
            return ["dim"] + options + [Words.quoted(element), wish.value]
        case .toggle:
            return ["toggle"] + options + [Words.quoted(element)]
        }
    }
}

extension Order.Wish {
    /// What the user asked for, as the command language writes it, unquoted.
    public var value: String {
        switch self {
        case .value(let value, as: _): value
        case .level(.to(let percent)): String(percent.value)
        case .level(.by(let points)): points < 0 ? String(points) : "+\(points)"
        case .toggle: "toggle"
        }
    }
}
