/// A command of `script`, for the text of a scene.
public enum ScriptStep: Equatable, Sendable {
    case show(name: String)
    /// Reports what is wrong with a text for an existing or a new scene.
    case check(name: String, lines: [String])
    /// Replaces the text that has the tag; without a tag, creates a new scene.
    case save(name: String, lines: [String], tag: String?)
    /// Removes the scene whose text has the tag.
    case remove(name: String, tag: String)

    static let words = ["show", "check", "save", "remove"]

    /// Whether it changes a file.
    public var isChange: Bool {
        switch self {
        case .show, .check: false
        case .save, .remove: true
        }
    }

    /// The word after the verb.
    public var word: String {
        switch self {
        case .show: "show"
        case .check: "check"
        case .save: "save"
        case .remove: "remove"
        }
    }
}

extension ScriptStep {
    init(_ arguments: Arguments) throws(UsageError) {
        let (operands, tag) = (arguments.operands, arguments.value("--tag"))
        let lines = Array(operands.dropFirst(2))
        switch operands[0] {
        case "show" where lines.isEmpty && tag == nil: self = .show(name: operands[1])
        case "check" where tag == nil: self = .check(name: operands[1], lines: lines)
        case "save": self = .save(name: operands[1], lines: lines, tag: tag)
        case "remove" where lines.isEmpty:
            guard let tag else {
                throw arguments.usageError(
                    "missing option: --tag",
                    hint: "use the tag that \"script show NAME --json\" returns"
                )
            }
            self = .remove(name: operands[1], tag: tag)
        default: throw arguments.wrongArguments("script", commands: Self.words)
        }
    }

    /// The words after the verb.
    var words: [String] {
        switch self {
        case .show(let name): ["show", Words.quoted(name)]
        case .check(let name, let lines): ["check"] + ([name] + lines).map(Words.quoted)
        case .save(let name, let lines, let tag):
            (tag.map { ["--tag", Words.quoted($0)] } ?? []) + ["save"] + ([name] + lines).map(Words.quoted)
        case .remove(let name, let tag): ["--tag", Words.quoted(tag), "remove", Words.quoted(name)]
        }
    }
}
