import DomoBridge
import DomoJSON

/// The values that a call wants of its answer.
enum AnswerValues {
    /// In bytes: a value is compared, not shown.
    static let maxLength = 1000

    /// The values at the paths, as text. A path that the answer does not have, and a list or an object, are missing.
    static func read(_ paths: [String], in bytes: [UInt8]) -> [String: String] {
        guard !paths.isEmpty, let document = JSONDocument(bytes) else { return [:] }
        var values: [String: String] = [:]
        for text in paths {
            guard let path = JSONPath(text), let value = document.root.text(at: path) else { continue }
            values[text] = value.oneLine.cut(to: maxLength)
        }
        return values
    }
}
