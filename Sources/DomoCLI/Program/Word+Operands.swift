import DomoLanguage

extension Words.Word {
    static func verb(_ verb: Verb) -> Self { keyword(verb.rawValue) }

    /// An option's name.
    static func keyword(_ text: String) -> Self { Words.Word(text: text, column: 1) }

    /// An option's value.
    static func literal(_ text: String) -> Self { Words.Word(text: text, column: 1, isQuoted: true) }

    /// The operands of a verb as the language is to judge them: ArgumentParser hands on what it doesn't know itself,
    /// such as the `-10` of `dim Lamp -10`.
    ///
    /// - Parameter literals: how many at the end stood behind a `--`, and so are no options whatever they look like.
    static func operands(_ operands: [String], literals: Int) -> [Self] {
        operands.dropLast(literals).map { Words.Word(text: $0, column: 1) } + operands.suffix(literals).map(literal)
    }
}
