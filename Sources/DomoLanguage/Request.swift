public import DomoModel

/// A line of the command language, understood.
public enum Request: Equatable, Sendable {
    case list(path: String?, recursive: Bool)
    case show(element: String)
    case order(Order)
    case watch(path: String?)
    case scene(name: String, explain: Bool)
    case scenes
    case status
    case reload

    /// The verbs, in the order in which help lists them.
    public static let verbs = ["ls", "show", "set", "dim", "toggle", "watch", "scene", "scenes", "status", "reload"]
}

/// What a user asks of an element. What it means for the element is an `Action`.
public struct Order: Equatable, Sendable {
    public enum Wish: Equatable, Sendable {
        /// `set`; the type where the user named one.
        case value(String, as: ElementType?)
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

    public init(element: String, wish: Wish, explain: Bool = false, deadline: Duration? = nil) {
        self.element = element
        self.wish = wish
        self.explain = explain
        self.deadline = deadline
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
        case .scene(let name, let explain):
            words = ["scene"] + (explain ? ["--explain"] : []) + [Words.quoted(name)]
        case .scenes: words = ["scenes"]
        case .status: words = ["status"]
        case .reload: words = ["reload"]
        }
        return words.joined(separator: " ")
    }
}

extension Order {
    /// The order's line, as a scene shows it.
    public var line: String { words.joined(separator: " ") }

    fileprivate var words: [String] {
        var options: [String] = explain ? ["--explain"] : []
        if let deadline { options += ["--deadline", DurationText.write(deadline)] }
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
