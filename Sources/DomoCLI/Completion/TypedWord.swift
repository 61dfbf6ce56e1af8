import DomoLanguage
import DomoModel

/// A word of a command line that is being typed, with its quotes.
struct TypedWord {
    /// Without quotes.
    let text: String
    private let shell: Shell
    /// The quote that the word begins with and that is still open.
    private let openQuote: Character?

    init(_ typed: String, _ shell: Shell) {
        self.shell = shell
        text = Self.unquoted(typed)
        let quote = typed.first.flatMap { "'\"".contains($0) ? $0 : nil }
        openQuote = quote.flatMap { quote in typed.dropFirst().contains(quote) ? nil : quote }
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

    /// The candidates that begin with the word; or, if there is none, the only one that does so but for case and accents.
    func matching(_ candidates: [String]) -> [String] {
        let exact = candidates.filter { $0.hasPrefix(text) }
        guard exact.isEmpty else { return exact }
        let folded = FoldedName.fold(text)
        let similar = candidates.filter { FoldedName.fold($0).hasPrefix(folded) }
        return similar.count == 1 ? similar : []
    }

    /// The candidate as the shell needs it. zsh and fish quote it themselves.
    func completed(_ candidate: String) -> String {
        guard shell == .bash, openQuote == nil else { return candidate }
        return candidate.unicodeScalars.reduce(into: "") { text, scalar in
            if Self.isSpecial(scalar) { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
    }

    private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && " \t'\"\\$`&|;<>()[]{}*?!#~".unicodeScalars.contains(scalar)
    }
}
