/// An option of a program's command line.
public struct ProgramOption<Arguments>: Sendable {
    /// The long name, without the two hyphens.
    public let name: String
    /// The short name, without the hyphen.
    public let letter: Character?
    /// The placeholder for its value; nil if it takes none.
    public let value: String?
    public let help: String
    /// Applies the option, with its value or an empty text.
    let set: @Sendable (inout Arguments, String) -> Void

    /// An option with a value.
    public init(_ name: String, value: String, help: String, set: @escaping @Sendable (inout Arguments, String) -> Void)
    {
        (self.name, letter, self.value, self.help, self.set) = (name, nil, value, help, set)
    }

    /// An option without a value.
    public init(
        _ name: String,
        letter: Character? = nil,
        help: String,
        set: @escaping @Sendable (inout Arguments) -> Void
    ) {
        (self.name, self.letter, value, self.help) = (name, letter, nil, help)
        self.set = { arguments, _ in set(&arguments) }
    }

    /// The usage: `--home <file|folder|url>`.
    public var usage: String { "--\(name)" + (value.map { " <\($0)>" } ?? "") }

    /// Whether a command-line word, without its value after `=`, is this option.
    func isNamed(_ word: some StringProtocol) -> Bool {
        word == "--\(name)" || letter.map { word == "-\($0)" } == true
    }
}
