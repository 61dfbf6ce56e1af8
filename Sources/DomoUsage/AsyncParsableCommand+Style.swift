public import ArgumentParser
import DomoSystem
import Glibc

extension AsyncParsableCommand {
    /// Runs the program with its arguments. Errors are reported in the style of all programs of domo:
    ///
    ///     domo-web: Unknown option '--bogus'
    ///       usage: domo-web [--listen ADDRESS] …
    public static func runProgram() async -> Never {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
        Glibc.exit(EXIT_SUCCESS)
    }
}

extension ParsableCommand {
    /// The same for a program without other threads: none is started before the command runs.
    public static func runAlone() -> Never {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            end(with: error)
        }
        Glibc.exit(EXIT_SUCCESS)
    }

    fileprivate static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        // Help and version go to the standard output.
        if code.isSuccess { exit(withError: error) }
        StandardStream.error.write(report(of: error, in: Array(CommandLine.arguments.dropFirst())))
        Glibc.exit(code.rawValue)
    }

    /// Empty if the program has reported the error itself.
    static func report(of error: any Error, in arguments: [String]) -> String {
        let message = message(for: error)
        guard !message.isEmpty else { return "" }
        let name = configuration.commandName ?? _commandName
        let usage = exitCode(for: error) == .validationFailure ? "  \(usageLine(of: arguments))\n" : ""
        return "\(name): \(message)\n\(usage)"
    }
}
