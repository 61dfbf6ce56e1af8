/// The request `notify`: a notice, or the end of its cause.
public struct NewNotice: Equatable, Sendable {
    /// Nil only for an end: then the text says which notice is over.
    public var text: String?
    /// The names of targets and groups; empty only for an end, which goes to those who got the notice.
    public var to: [String]
    public var isUrgent: Bool
    /// The cause; nil for the text itself.
    public var about: String?
    /// Whether the cause is over.
    public var isResolution: Bool
    /// Whether the reply waits for the outcomes of its messages.
    public var waits = true

    public static let maxLength = 2000

    public init(
        _ text: String?,
        to: [String],
        isUrgent: Bool = false,
        about: String? = nil,
        isResolution: Bool = false
    ) {
        self.text = text
        self.to = to
        self.isUrgent = isUrgent
        self.about = about
        self.isResolution = isResolution
    }
}

/// The requests of `notices`.
public enum NoticesStep: Equatable, Sendable {
    case list(last: Int)
    /// - Parameter code: from a link in a message, with which anybody may acknowledge the notice.
    case acknowledge(number: UInt64, code: String? = nil)

    public static let usualCount = 20
    public static let maxCount = 500
}

extension NewNotice {
    init(_ arguments: Arguments) throws(UsageError) {
        self.init(
            try arguments.operand(0, Self.readText),
            to: try arguments.value("--to", TargetName.list) ?? [],
            isUrgent: arguments.has("--urgent"),
            about: try arguments.value("--about", Self.readCause)
        )
        waits = !arguments.has("--no-wait")
    }

    /// Reads `--resolved --about CAUSE`.
    init(resolution arguments: Arguments) throws(UsageError) {
        self.init(
            arguments.operands.isEmpty ? nil : try arguments.operand(0, Self.readText),
            to: [],
            about: try arguments.value("--about", Self.readCause),
            isResolution: true
        )
        waits = !arguments.has("--no-wait")
    }

    private static func readText(_ text: String) throws(Fault) -> String {
        guard !text.isEmpty, text.unicodeScalars.count <= maxLength else {
            throw Fault(.badRequest, "a text has 1–\(maxLength) characters")
        }
        return text
    }

    static func readCause(_ text: String) throws(Fault) -> String {
        guard !text.isEmpty, text.unicodeScalars.count <= 200 else {
            throw Fault(.badRequest, "a cause has 1–200 characters")
        }
        return text
    }

    var words: [String] {
        var words: [String] = []
        if !to.isEmpty { words += ["--to", Words.quoted(to.joined(separator: ","))] }
        if isUrgent { words.append("--urgent") }
        if let about { words += ["--about", Words.quoted(about)] }
        if isResolution { words.append("--resolved") }
        if !waits { words.append("--no-wait") }
        return words + (text.map { [Words.quoted($0)] } ?? [])
    }
}

extension NoticesStep {
    /// Reads `ack NUMBER`.
    init(acknowledging arguments: Arguments) throws(UsageError) {
        let number = try arguments.operand(0) { text throws(Fault) in
            guard let number = UInt64(text) else {
                throw Fault(
                    .badRequest,
                    "\"\(text.prefix(80))\" is not the number of a notice",
                    hint: "\"domo notices\" lists them"
                )
            }
            return number
        }
        self = .acknowledge(number: number, code: arguments.value("--code"))
    }

    var words: [String] {
        switch self {
        case .list(let last): last == Self.usualCount ? [] : ["--last", String(last)]
        case .acknowledge(let number, let code):
            ["ack"] + (code.map { ["--code", Words.quoted($0)] } ?? []) + [String(number)]
        }
    }
}
