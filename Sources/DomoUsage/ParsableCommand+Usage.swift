public import ArgumentParser

extension ParsableCommand {
    /// Returns the usage of the subcommand that the arguments name, in one line: `usage: domo log [-n N]`.
    ///
    /// - Parameter arguments: those of the program, without its name.
    public static func usageLine(of arguments: [String]) -> String {
        var command: any ParsableCommand.Type = self
        for word in arguments.prefix(while: { $0 != "--" }) {
            command = command.configuration.subcommands.first { $0._commandName == word } ?? command
        }
        let lines = usageString(for: command).split(separator: "\n").map { $0.drop { $0 == " " } }
        return "usage: " + lines.joined(separator: " | ")
    }
}
