import DomoLanguage

/// The parsed words of a command line that is being typed.
struct CompletionContext: Equatable {
    var verb = ""
    /// The operands before the cursor.
    var operands: [String] = []
    var socket: String?
    /// The typed part of the word at the cursor, without quotes.
    var prefix: String

    /// The options with a value.
    private static let withValue: Set<String> = Verb.allCases.reduce(into: ["--socket"]) { options, verb in
        options.formUnion(verb.row.options)
        options.formUnion(VerbCommands[verb].ownOptions)
    }

    /// - Parameters:
    ///   - words: the words as typed, with quotes, beginning with `domo`.
    ///   - index: the word at the cursor.
    init(words: [String], index: Int, prefix: String) {
        self.prefix = Self.unquoted(prefix)
        var rest = words.prefix(max(1, index)).dropFirst().map(Self.unquoted)[...]
        while let word = rest.popFirst() {
            if Self.withValue.contains(word) {
                let value = rest.popFirst()
                if word == "--socket" { socket = value }
            } else if word.hasPrefix("--socket=") {
                socket = String(word.dropFirst("--socket=".count))
            } else if word.hasPrefix("-"), word.dropFirst().first?.isWholeNumber != true {
                continue
            } else if verb.isEmpty {
                verb = word
            } else {
                operands.append(word)
            }
        }
    }

    /// An open quote at the end counts as closed.
    private static func unquoted(_ word: String) -> String {
        for ending in ["", "\"", "'"] {
            do throws(Words.Unclosed) {
                return try Words.split(word + ending).map(\.text).joined(separator: " ")
            } catch {
                continue
            }
        }
        return word
    }
}
