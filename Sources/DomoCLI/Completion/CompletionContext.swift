import DomoLanguage

/// The words of a command line that is being typed, sorted into what they are.
struct CompletionContext: Equatable {
    var verb = ""
    /// The operands before the cursor.
    var operands: [String] = []
    var socket: String?
    /// What has been typed of the word at the cursor, without its quotes.
    var prefix: String

    /// The options that are followed by their value.
    private static let withValue: Set<String> = Verb.allCases.reduce(into: ["--socket"]) { options, verb in
        options.formUnion(verb.row.options)
        options.formUnion(VerbCommands[verb].ownOptions)
    }

    /// - Parameters:
    ///   - words: as typed, quotes and all, `domo` first.
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
