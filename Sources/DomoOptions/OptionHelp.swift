/// The rows of a help text: a name, and a description in a second column.
public enum OptionHelp {
    private static let width = 80
    private static let column = 26

    public static func rows<Arguments>(_ options: [ProgramOption<Arguments>]) -> String {
        options.map { option in
            row((option.letter.map { "-\($0), " } ?? "") + option.usage, option.help)
        }.joined()
    }

    /// If the name is too long, the description starts on the next line.
    public static func row(_ name: String, _ help: String) -> String {
        var lines = ["  \(name)"]
        if name.count + 3 > column { lines.append("") }
        for word in help.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.count + 1 + word.count > width, line.count > column {
                lines.append(padded("") + word)
            } else {
                lines[lines.count - 1] = line.count < column ? padded(line) + word : "\(line) \(word)"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func padded(_ text: String) -> String {
        text + String(repeating: " ", count: max(0, column - text.count))
    }
}
