/// A value for a scene that takes it: `level=40`.
public struct SceneValue: Equatable, Sendable {
    public var name: String
    /// As somebody gave it, not checked yet.
    public var text: String

    public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

    /// As a word of a line.
    var word: String { Words.quoted("\(name)=\(text)") }

    /// Reads the operands after the first.
    static func read(_ arguments: Arguments) throws(UsageError) -> [SceneValue] {
        var values: [SceneValue] = []
        for word in arguments.words.dropFirst() {
            let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, SceneParameter.isName(parts[0]) else { throw arguments.unexpected(word) }
            let value = SceneValue(String(parts[0]), String(parts[1]))
            guard !values.contains(where: { $0.name == value.name }) else {
                throw arguments.usageError("\(value.name) is given twice", at: word.column)
            }
            values.append(value)
        }
        return values
    }
}
