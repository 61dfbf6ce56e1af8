import DomoLanguage
import DomoModel
import Glibc

/// The command line `domo`.
public enum DomoCommand {
    /// Runs the command and exits with an `ExitStatus`.
    public static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// - Returns: the exit status; all output has been written.
    static func run(_ arguments: [String]) -> ExitStatus {
        if arguments.isEmpty {
            StandardStreams.write(HelpText.short)
            return .done
        }
        let words = CommandLineWords(arguments)
        do throws(Fault) {
            return try run(words)
        } catch {
            return report(error, asJSON: words.client.json)
        }
    }

    private static func run(_ line: CommandLineWords) throws(Fault) -> ExitStatus {
        if let fault = line.fault { throw fault }
        if line.wantsVersion {
            StandardStreams.write("domo \(domoBuild)\n")
            return .done
        }
        if line.client.fleet.isIncomplete {
            throw Fault(.badRequest, "missing argument: --fleet HOUSE", hint: "write --fleet and the ID of a house")
        }
        if let house = line.client.fleet.house, line.verb != nil, line.verb != "help", !line.wantsHelp {
            guard line.client.socket == nil else {
                throw Fault(.badRequest, "--fleet and --socket name two daemons", hint: "use one of them")
            }
            try line.client.fleet.start(house, line.withoutFleet)
        }
        guard let word = line.verb else {
            guard line.wantsHelp else {
                throw Fault(.badRequest, "missing argument: VERB", hint: "\"domo help\" lists the verbs")
            }
            StandardStreams.write(HelpPage.all)
            return .done
        }
        switch word {
        case "help": return try HelpPage.show(line)
        // The scripts for shells use it.
        case "complete": return Completion.run(line.words.map(\.text))
        default: break
        }
        guard let verb = KnownVerb.named(word) else { throw unknown(word) }
        if line.wantsHelp {
            StandardStreams.write(HelpPage.text(of: verb))
            return .done
        }
        if verb.command == ExplainVerb.self {
            let explained = try ExplainVerb.invocation(line.words, line.client)
            return try explained.command?.run(explained) ?? .done
        }
        if verb.command == ImportVerb.self { try ImportVerb.start(line.words.map(\.text)) }
        return try verb.command.run(Invocation(line.words, of: verb.row, line.client))
    }

    private static func report(_ fault: Fault, asJSON: Bool) -> ExitStatus {
        if asJSON {
            StandardStreams.write(Rendering.json(fault))
        } else {
            StandardStreams.writeError(Rendering(for: .error).fault(fault))
        }
        return fault.code.exitStatus
    }

    static func unknown(_ verb: String) -> Fault {
        let words = KnownVerb.words.filter { $0 != "-" }
        return Fault(.badRequest, "unknown verb \"\(verb.prefix(80))\"", hint: Verb.hint(for: verb, among: words))
    }
}
