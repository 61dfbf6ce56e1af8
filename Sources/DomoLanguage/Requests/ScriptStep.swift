/// A command of `script`, for the text of a scene.
public enum ScriptStep: Equatable, Sendable {
    case show(name: String)
    /// Reports what is wrong with a text for an existing or a new scene.
    case check(name: String, lines: [String])
    /// Replaces the text that has the tag; without a tag, creates a new scene.
    case save(name: String, lines: [String], tag: String?)
    /// Removes the scene whose text has the tag.
    case remove(name: String, tag: String)

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
