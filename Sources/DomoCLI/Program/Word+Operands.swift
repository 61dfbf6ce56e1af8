import DomoLanguage

extension Words.Word {
    static func verb(_ verb: Verb) -> Self { keyword(verb.rawValue) }

    /// An option's name.
    static func keyword(_ text: String) -> Self { Words.Word(text: text, column: 1) }

    /// An option's value.
    static func literal(_ text: String) -> Self { Words.Word(text: text, column: 1, isQuoted: true) }

    /// The operands of a verb as words of the language. ArgumentParser also passes on options that it doesn't know,
    /// such as the `-10` of `dim Lamp -10`.
    ///
    /// - Parameter literals: the number of operands after `--`, which are never options.
    static func operands(_ operands: [String], literals: Int) -> [Self] {
        operands.dropLast(literals).map { Words.Word(text: $0, column: 1) } + operands.suffix(literals).map(literal)
    }
}
