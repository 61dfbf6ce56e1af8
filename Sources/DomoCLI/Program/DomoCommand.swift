import ArgumentParser
import DomoLanguage
import DomoModel
import DomoUsage
import Glibc

/// The command line `domo`.
public enum DomoCommand {
    /// Runs the command and exits with an `ExitStatus`.
    public static func main() async {
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// - Returns: the exit status; all output has been written.
    static func run(_ arguments: [String]) -> ExitStatus {
        if arguments.isEmpty {
            StandardStreams.write(HelpText.short)
            return .done
        }
        if arguments == ["help", "scenes"] {
            StandardStreams.write(SceneGrammar.page + "\n")
            return .done
        }
        // ArgumentParser would print the help of the root command.
        if arguments.count == 2, arguments[0] == "help", !RootCommand.verbs.contains(arguments[1]),
            !arguments[1].hasPrefix("-")
        {
            return report(unknown(arguments[1]), asJSON: false)
        }
        do {
            if let request = try plainRequest(arguments) {
                return try Conversation(socket: nil, json: false).run(request)
            }
        } catch {
            return report(error, asJSON: false)
        }
        var command: any ParsableCommand
        do {
            try refuseUnknownVerb(arguments)
            command = try RootCommand.parseAsRoot(arguments)
        } catch let fault as Fault {
            return report(fault, asJSON: wantsJSON(arguments))
        } catch {
            return report(error, parsing: arguments, asJSON: wantsJSON(arguments))
        }
        do {
            if let verb = command as? any ClientVerb {
                try verb.run(literals: arguments.drop { $0 != "--" }.dropFirst().count)
            } else {
                try command.run()
            }
            return .done
        } catch let fault as Fault {
            return report(fault, asJSON: (command as? any ClientVerb)?.client.json ?? false)
        } catch let ending as Ending {
            return ending.status
        } catch {
            return report(error, parsing: arguments, asJSON: (command as? any ClientVerb)?.client.json ?? false)
        }
    }

    private static func report(_ fault: Fault, asJSON: Bool) -> ExitStatus {
        if asJSON {
            StandardStreams.write(Rendering.json(fault))
        } else {
            StandardStreams.writeError(Rendering(for: .error).fault(fault))
        }
        return fault.code.exitStatus
    }

    /// Reports help, the version, completions and usage errors, which ArgumentParser throws as errors.
    private static func report(_ error: any Error, parsing arguments: [String], asJSON: Bool) -> ExitStatus {
        let code = RootCommand.exitCode(for: error)
        if code.isSuccess {
            StandardStreams.write(RootCommand.fullMessage(for: error) + "\n")
            return .done
        }
        let usage = code == .validationFailure ? RootCommand.usageLine(of: arguments) : nil
        return report(Fault(.badRequest, RootCommand.message(for: error), hint: usage), asJSON: asJSON)
    }

    /// Whether arguments that could not be parsed have `--json`.
    private static func wantsJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// Words without options are a line of the language. ArgumentParser would only pass them on, and take longer than
    /// everything else together.
    ///
    /// - Returns: nil if ArgumentParser is needed.
    static func plainRequest(_ arguments: [String]) throws(Fault) -> Request? {
        let isPlain = arguments.allSatisfy { !$0.hasPrefix("-") || $0.dropFirst().first?.isWholeNumber == true }
        guard isPlain, let verb = arguments.first.flatMap(Verb.init(word:)), VerbCommands[verb].isOneRequest else {
            return nil
        }
        var words = Words.Word.operands(arguments, literals: 0)
        if verb == .list { words += ListVerb.words(ofLanguage: TerminalLanguage.tag) }
        return try RequestParser.parse(command: words)
    }

    private static func unknown(_ verb: String) -> Fault {
        Fault(.badRequest, "unknown verb \"\(verb)\"", hint: Verb.hint(for: verb, among: RootCommand.verbs))
    }

    /// ArgumentParser would report a mistyped verb as an unexpected argument, without a suggestion.
    private static func refuseUnknownVerb(_ arguments: [String]) throws(Fault) {
        var rest = arguments[...]
        while let word = rest.first, word.hasPrefix("-"), word != "-" {
            if word == "--" || word.hasPrefix("---") { return }
            rest = rest.dropFirst(word == "--socket" ? 2 : 1)
        }
        guard let verb = rest.first, !RootCommand.verbs.contains(verb) else { return }
        throw unknown(verb)
    }
}

/// Ends the process with a status, without a message.
struct Ending: Error {
    var status: ExitStatus
}
