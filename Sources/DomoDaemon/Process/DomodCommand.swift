import DomoHTTP
import DomoLanguage
import DomoSystem
import Glibc
import Logging

/// The whole program.
public enum DomodCommand {
    /// Doesn't return.
    public static func main() {
        // Without threads Swift's concurrency would wait forever, and the event loop would crash the program.
        guard WorkerThread.canStart(threadsAtStart) else {
            let fault = StartFault(ThreadFault(name: "domod"))
            Output.error("domod: \(fault.message)\n  \(fault.hint ?? "")")
            Glibc.exit(fault.status.rawValue)
        }
        Task {
            let status = await run(Array(CommandLine.arguments.dropFirst()))
            Output.log.end(within: StopBudget.log)
            Glibc.exit(status.rawValue)
        }
        // The task exits the program.
        while true { pause() }
    }

    /// The number of threads needed at the start besides the main one: Swift's concurrency, the event loop, three of
    /// the database, the log, and one that reads the houses.
    private static let threadsAtStart = 8

    private static func run(_ words: [String]) async -> ExitStatus {
        do throws(StartFault) {
            let arguments = try DomodArguments(words)
            if arguments.wantsHelp { return printAndSucceed(DomodHelp.text) }
            if arguments.wantsVersion { return printAndSucceed("domod \(domoBuild)\n") }
            if let name = arguments.printedDialect { return printAndSucceed(try dialect(named: name)) }
            try arguments.validate()
            if arguments.isConfigurationCheck { return try await ConfigurationCheck.run(arguments.source) }
            if !arguments.explained.isEmpty {
                return try await SignalPreview.run(arguments.explained, arguments.source)
            }
            guard arguments.isCheck else { return await serve(arguments.source) }
            let settings = try arguments.source.checked()
            return check(arguments, settings)
        } catch {
            return report(error)
        }
    }

    private static func printAndSucceed(_ text: String) -> ExitStatus {
        print(text, terminator: "")
        return .done
    }

    private static func check(_ arguments: DomodArguments, _ settings: Configuration.Layer) -> ExitStatus {
        guard arguments.isJSON else {
            return HouseCheck.run(arguments.files, isVerbose: arguments.isVerbose, settings: settings)
        }
        var report = CheckReport()
        let status = HouseCheck.run(
            arguments.files,
            isVerbose: false,
            settings: settings,
            report: { report.diagnostics.append($0) }
        )
        var json = JSONWriter()
        json.value(report)
        print(String(decoding: json.bytes, as: UTF8.self))
        return status
    }

    private static func dialect(named name: String) throws(StartFault) -> String {
        if let text = Dialect.shipped[name] { return text }
        let names = Dialect.shipped.keys.sorted().joined(separator: ", ")
        throw StartFault(.usage, "unknown dialect \"\(name)\"", hint: "built-in dialects: \(names)")
    }

    private static func serve(_ source: ConfigurationSource) async -> ExitStatus {
        do {
            let given = try ActivationSocket.ofProcess()
            // Nobody reads the errors of a service: it stays, and says what is wrong when asked.
            let start = try StartConfiguration(source, waits: ServiceManager.ofProcess.isThere)
            let configuration = start.configuration
            let level = LogThreshold(configuration.logLevel)
            let log = Logger(label: "domod") { _ in DomodLogHandler(threshold: level) }
            try await Daemon(
                source: source,
                configuration: configuration,
                lastGood: start.lastGood,
                problem: start.problem.map { Fault($0) },
                logThreshold: level,
                log: log,
                given: given
            ).run()
            return .done
        } catch let fault as StartFault {
            return report(fault)
        } catch {
            // Not a mistake of the administrator: a system call failed.
            report("\(error)")
            return .unreachable
        }
    }

    private static func report(_ fault: StartFault) -> ExitStatus {
        report(fault.message + (fault.hint.map { "\n  \($0)" } ?? ""))
        return fault.status
    }

    /// Reports after everything logged before; `main` waits for it, up to a limit.
    private static func report(_ problem: String) {
        Output.last("domod: \(problem)")
    }
}
