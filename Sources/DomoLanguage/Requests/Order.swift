public import DomoModel

/// An order for an element, as the user gave it.
public struct Order: Equatable, Sendable {
    public enum Wish: Equatable, Sendable {
        /// `set`; the type if the user named one.
        case value(String, as: FacetType?)
        /// `dim`
        case level(LevelChange)
        /// `toggle`
        case toggle
    }

    public enum LevelChange: Equatable, Sendable {
        case to(Percent)
        /// In percentage points, −100–100.
        case by(Int)
        /// While a button is held.
        case dimming(Dimming)
    }

    /// The range of deadlines that an order may have.
    public static let deadlines: ClosedRange<Duration> = .milliseconds(100)...(.seconds(600))

    /// The name as the user wrote it.
    public var element: String
    public var wish: Wish
    /// Returns the signal instead of sending it.
    public var explain: Bool
    /// How long the order may take from now; nil for the deadline of the server.
    public var deadline: Duration?
    /// When it must have been sent, by the wall clock; an order that arrives later is refused. For clients that pass
    /// orders on: the deadline counts only from when the server reads the order.
    public var until: Timestamp?
    public var wait: Awaited
    /// An idempotency key chosen by the client: an order with the same key is not carried out again.
    public var key: String?

    /// The maximum length of a key, in bytes.
    public static let maxKeyLength = 128

    public init(
        element: String,
        wish: Wish,
        explain: Bool = false,
        deadline: Duration? = nil,
        until: Timestamp? = nil,
        wait: Awaited = .accepted,
        key: String? = nil
    ) {
        self.element = element
        self.wish = wish
        self.explain = explain
        self.deadline = deadline
        self.until = until
        self.wait = wait
        self.key = key
    }

    public var verb: Verb {
        switch wish {
        case .value: .set
        case .level: .dim
        case .toggle: .toggle
        }
    }
}

extension Order {
    static func set(_ arguments: Arguments) throws(UsageError) -> Order {
        let type = try arguments.value("--as", type)
        return try Order(.value(arguments.operands[1], as: type), arguments)
    }

    static func dim(_ arguments: Arguments) throws(UsageError) -> Order {
        try Order(.level(try arguments.operand(1, RequestParser.levelChange)), arguments)
    }

    static func toggle(_ arguments: Arguments) throws(UsageError) -> Order { try Order(.toggle, arguments) }

    private init(_ wish: Wish, _ arguments: Arguments) throws(UsageError) {
        self.init(
            element: arguments.operands[0],
            wish: wish,
            explain: arguments.has("--explain"),
            deadline: try arguments.value("--deadline", Self.deadline),
            until: try arguments.value("--until", Timestamp.limit),
            wait: try arguments.value("--wait", Awaited.init(argument:)) ?? .accepted,
            key: try arguments.value("--key", Self.key)
        )
    }

    static func type(_ word: String) throws(Fault) -> FacetType {
        guard let type = FacetType(word: word) else {
            let words = FacetType.allCases.map(\.word)
            throw Fault(
                .badRequest,
                "unknown type \"\(word.prefix(80))\"",
                hint: "the types are: \(words.joined(separator: ", "))"
            )
        }
        return type
    }

    private static func key(_ text: String) throws(Fault) -> String {
        guard (1...maxKeyLength).contains(text.utf8.count) else {
            throw Fault(
                .badRequest,
                "the key has \(text.utf8.count) bytes",
                hint: "a key has 1–\(maxKeyLength) bytes"
            )
        }
        return text
    }

    private static func deadline(_ text: String) throws(Fault) -> Duration {
        guard let deadline = DurationText.read(text), deadlines.contains(deadline) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a deadline",
                hint: "use 100ms–10m, such as 500ms, 2s, 1m"
            )
        }
        return deadline
    }
}

extension Order {
    /// The order as one line of a scene.
    public var line: String { ([verb.rawValue] + words).joined(separator: " ") }

    /// The words after the verb.
    var words: [String] {
        var options: [String] = explain ? ["--explain"] : []
        if let deadline { options += ["--deadline", DurationText.write(deadline)] }
        if let until { options += ["--until", until.rfc3339] }
        if wait != .accepted { options += ["--wait", wait.rawValue] }
        if let key { options += ["--key", Words.quoted(key)] }
        switch wish {
        case .value(let value, let type):
            if let type { options += ["--as", type.word] }
            return options + [Words.quoted(element), Words.quoted(value)]
        case .level:
            return options + [Words.quoted(element), wish.value]
        case .toggle:
            return options + [Words.quoted(element)]
        }
    }
}

extension Order.Wish {
    /// The value in the command language, unquoted.
    public var value: String {
        switch self {
        case .value(let value, as: _): value
        case .level(.to(let percent)): String(percent.value)
        case .level(.by(let points)): points < 0 ? String(points) : "+\(points)"
        case .level(.dimming(let dimming)): dimming.direction
        case .toggle: "toggle"
        }
    }
}
