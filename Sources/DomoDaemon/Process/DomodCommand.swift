import DomoHTTP
import DomoLanguage
import Glibc
import Logging

/// The whole program.
public enum DomodCommand {
    public static func main() async {
        Glibc.exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ words: [String]) async -> ExitStatus {
        do throws(StartFault) {
            let arguments = try DomodArguments(words)
            if arguments.wantsHelp { return say(DomodHelp.text) }
            if arguments.wantsVersion { return say("domod \(domoVersion)\n") }
            if let name = arguments.dialect { return say(try dialect(named: name)) }
            try arguments.validate()
            guard arguments.isCheck else { return await serve(arguments.source) }
            let places = try arguments.source.places()
            return HouseCheck.run(arguments.files, isVerbose: arguments.isVerbose, places: places)
        } catch {
            return report(error)
        }
    }

    private static func say(_ text: String) -> ExitStatus {
        print(text, terminator: "")
        return .done
    }

    private static func dialect(named name: String) throws(StartFault) -> String {
        if let text = Dialect.shipped[name] { return text }
        let names = Dialect.shipped.keys.sorted().joined(separator: ", ")
        throw StartFault(.usage, "there is no dialect \"\(name)\"", hint: "domo brings: \(names)")
    }

    private static func serve(_ source: ConfigurationSource) async -> ExitStatus {
        do {
            let configuration = try source.read()
            let isJournal = getenv("JOURNAL_STREAM") != nil
            let level = LogThreshold(configuration.logLevel)
            let log = Logger(label: "domod") { _ in StandardErrorLogHandler(threshold: level, isJournal: isJournal) }
            try await Daemon(source: source, configuration: configuration, logThreshold: level, log: log).run()
            return .done
        } catch let fault as StartFault {
            return report(fault)
        } catch {
            // Nothing that the administrator did wrong: the system refused something.
            Output.error("domod: \(error)")
            return .unreachable
        }
    }

    private static func report(_ fault: StartFault) -> ExitStatus {
        Output.error("domod: \(fault.message)")
        if let hint = fault.hint { Output.error("  \(hint)") }
        return fault.status
    }
}
