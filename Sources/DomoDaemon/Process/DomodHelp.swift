/// The output of `domod --help`.
enum DomodHelp {
    private static let width = 80
    private static let column = 26

    static var text: String {
        """
        OVERVIEW: Home-automation gateway. It serves houses on a local socket, and
        controls them through HTTP servers and KNX buses.

        Flags override environment variables (DOMO_HOME, DOMO_SERVER, DOMO_SOCKET,
        DOMO_STATE, DOMO_LOG_LEVEL, DOMO_CONFIG), which override the configuration file.
        SIGHUP reloads the configuration and the houses; SIGTERM stops the daemon.

        Try it with a simulated house:
          domod --demo

        USAGE: domod [OPTIONS]
               domod --check [--verbose] [--json] <file> ...
               domod --check-config [OPTIONS]
               domod --explain <order> [OPTIONS]
               domod --print-dialect <name>

        ARGUMENTS:
        \(entry("<file>", "With --check: house, scene or holiday files, or folders of them."))
        OPTIONS:
        \(DomodOption.all.map { entry(words(for: $0), $0.help) }.joined())
        """
    }

    private static func words(for option: DomodOption) -> String {
        (option.letter.map { "-\($0), " } ?? "") + option.usage
    }

    /// The help text is in a second column; if the name is too long, it starts on the next line.
    private static func entry(_ name: String, _ help: String) -> String {
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
