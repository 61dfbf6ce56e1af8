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
        let text = arguments.operands.first
        if let text { try arguments.checkNoticeText(text) }
        let to = try arguments.value("--to", TargetName.list) ?? []
        self.init(
            text,
            to: to,
            isUrgent: arguments.has("--urgent"),
            about: try arguments.value("--about", Self.readCause),
            isResolution: arguments.has("--resolved")
        )
        waits = !arguments.has("--no-wait")
        guard !isResolution else {
            guard to.isEmpty, !isUrgent, about != nil else {
                throw arguments.usageError("--resolved needs --about, and takes no --to or --urgent")
            }
            return
        }
        guard text != nil else { throw arguments.usageError("missing argument: TEXT") }
        guard !to.isEmpty else { throw arguments.usageError("missing option: --to") }
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
    init(_ arguments: Arguments) throws(UsageError) {
        let operands = arguments.operands
        switch (operands.first, operands.count) {
        case (nil, 0) where !arguments.has("--code"):
            let last = try arguments.value("--last") { text throws(Fault) in
                guard let last = Int(text), (1...Self.maxCount).contains(last) else {
                    throw Fault(.badRequest, "\"\(text.prefix(80))\" is out of range", hint: "use 1–\(Self.maxCount)")
                }
                return last
            }
            self = .list(last: last ?? Self.usualCount)
        case ("ack", 2) where !arguments.has("--last"):
            let number = try arguments.operand(1) { text throws(Fault) in
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
        default: throw arguments.wrongArguments("notices", commands: ["ack"])
        }
    }

    var words: [String] {
        switch self {
        case .list(let last): last == Self.usualCount ? [] : ["--last", String(last)]
        case .acknowledge(let number, let code):
            ["ack"] + (code.map { ["--code", Words.quoted($0)] } ?? []) + [String(number)]
        }
    }
}

extension Arguments {
    fileprivate func checkNoticeText(_ text: String) throws(UsageError) {
        guard !text.isEmpty, text.unicodeScalars.count <= NewNotice.maxLength else {
            throw usageError("a text has 1–\(NewNotice.maxLength) characters")
        }
    }
}
