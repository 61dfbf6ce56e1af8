public import ArgumentParser
import DomoKNXHouse
import DomoLanguage
import DomoModel
import DomoSystem
import DomoUsage
import DomoXML
import Glibc
import NIOCore
import NIOPosix

/// `domo-sim`: the simulated house as a separate program.
public struct DomoSimCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-sim",
        abstract: "A simulated house: takes signals over HTTP and moves the elements of a house file.",
        usage: "domo-sim [OPTION]… HOUSE",
        discussion: """
            GET /state returns the state of all elements, /state?name=NAME of one; /signals returns the last hundred
            signals, /requests the requests so far, /house.xml the house file.
            POST /wall?name=NAME&value=on simulates a press of a wall switch.
            POST /faults?fault=stuck&name=NAME adds a fault, DELETE /faults removes all. Faults of signals and states:
            fail, busy (status, retry-after), dropped, slow (latency); of signals: lost, stuck; of states: garbage,
            wrong, old, unknown, missing. Each takes on=signals or on=states, name, count and for.
            With --knx the house also speaks KNXnet/IP: a bus with an actuator for each group address in the house file
            (urn:domo:knx:1), an interface with tunnels and, with --knx-routing, a router. POST
            /bus/press?group=1/0/1&value=on presses a wall switch, /bus/faults?fault=negative&group=1/0/1 adds a fault
            on the bus; GET /bus/telegrams returns the last 500 telegrams, /bus/state the actuators.
            Stops on SIGTERM or SIGINT.
            """,
        version: "domo-sim \(domoBuild)"
    )

    @Argument(help: "The house file; \"-\" reads models from the standard input, as domod --demo writes them.")
    var house: String

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 lets the system choose.")
    var port = 8481

    @Option(help: "The latency of every answer: 20ms.", transform: Self.latency)
    var latency: Duration = .zero

    @Option(help: "The share of signals that fail with status 500: 5% or 0.05.", transform: Self.share)
    var fail = 0.0

    @Option(
        help: "The share of signals whose connection is dropped, half of them after the signal was obeyed.",
        transform: Self.share
    )
    var drop = 0.0

    @Option(help: "The same seed gives the same faults.")
    var seed: UInt64 = 1

    @Option(
        help: "A fault from the start: \"stuck name=Louver\", \"busy on=states for=10s\".",
        transform: Self.requested
    )
    var fault: [RequestedFault] = []

    @Flag(help: "Don't print the signals and telegrams.")
    var quiet = false

    @OptionGroup(title: "KNX options")
    var knxOptions: KNXOptions

    public init() {}

    /// Defined here so that the executable only has to import this module.
    public static func start() async { await runProgram() }

    public func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("invalid port \(port); use 0–65535") }
    }

    public func run() async throws {
        if house == "-" {
            return try await follow(ModelFeed(descriptor: STDIN_FILENO, keeping: knxOptions.namespaces))
        }
        let file = try loadHouse()
        guard let bindings = bindings(of: file.reading, file.reading.houses) else {
            throw ExitCode(ExitStatus.badData.rawValue)
        }
        let server = try await startServer(file.reading.houses, xml: file.bytes, bindings)
        let stopSignals = try StopSignals()
        announce(server)
        _ = try await stopSignals.wait()
        try await server.close()
    }

    /// Serves one model after another until the end of the input.
    private func follow(_ feed: ModelFeed) async throws {
        let stopSignals = try StopSignals()
        var server: SimulatedServer?
        while try await stopSignals.wait(orInput: STDIN_FILENO) == .input, let model = try next(of: feed) {
            guard !model.reading.hasErrors, let bindings = bindings(of: model.reading, model.houses) else {
                StandardStream.output.writeLine("refused")
                continue
            }
            if let server {
                server.replace(with: model.houses, xml: model.xml, bindings: bindings)
                StandardStream.output.writeLine("loaded")
            } else {
                let new = try await startServer(model.houses, xml: model.xml, bindings)
                server = new
                announce(new)
            }
        }
        try await server?.close()
    }

    private func announce(_ server: SimulatedServer) {
        StandardStream.output.writeLine("listening on \(server.url)")
        if let url = server.knxURL { StandardStream.output.writeLine("listening on \(url)") }
        if let problem = server.searchProblem {
            StandardStream.error.writeLine(
                "domo-sim: searches for interfaces by multicast are not answered: \(problem)"
            )
        }
    }

    /// Reads the bindings of the houses to the bus and reports their faults.
    ///
    /// - Returns: Nil if there are errors.
    private func bindings(of reading: HouseReading, _ houses: [House]) -> KNXBindings? {
        guard knxOptions.isWanted else { return KNXBindings() }
        let found = reading.bindings(of: houses)
        for fault in found.faults { StandardStream.error.writeLine(fault) }
        // A later model may bind a house.
        if found.bindings.isEmpty, house != "-" {
            StandardStream.error.writeLine("domo-sim: the house file has no group addresses; the bus has no devices")
        }
        return found.hasErrors ? nil : found.bindings
    }

    private func next(of feed: ModelFeed) throws -> ModelFeed.Model? {
        do throws(ModelFeed.Mistake) {
            guard let model = try feed.next() else { return nil }
            for diagnostic in model.reading.diagnostics where diagnostic.severity == .error {
                StandardStream.error.writeLine(diagnostic.description)
            }
            return model
        } catch {
            StandardStream.error.writeLine("domo-sim: standard input: \(error.message)")
            throw ExitCode(ExitStatus.badData.rawValue)
        }
    }

    private func loadHouse() throws -> HouseFile {
        do {
            let file = try HouseFile(path: house, keeping: knxOptions.namespaces)
            for diagnostic in file.reading.diagnostics { StandardStream.error.writeLine(diagnostic.description) }
            if file.reading.hasErrors { throw ExitCode(ExitStatus.badData.rawValue) }
            return file
        } catch let fault as FileFault {
            StandardStream.error.writeLine("domo-sim: \(fault)")
            throw ExitCode(ExitStatus.noSuchFile.rawValue)
        }
    }

    private func startServer(
        _ houses: [House],
        xml: [UInt8]?,
        _ bindings: KNXBindings
    ) async throws -> SimulatedServer {
        var settings = SimulatorSettings()
        settings.host = host
        settings.port = port
        settings.latency = latency
        settings.failShare = fail
        settings.dropShare = drop
        settings.seed = seed
        settings.requestedFaults = fault
        settings.knx = knxOptions.settings(seed: seed)
        do {
            return try await SimulatedServer.start(
                houses: houses,
                xml: xml,
                bindings: bindings,
                settings: settings,
                group: .singletonMultiThreadedEventLoopGroup,
                onSignal: { [quiet] line in
                    if !quiet { StandardStream.output.writeLine(line) }
                }
            )
        } catch let failure as KNXServer.Failure {
            StandardStream.error.writeLine("domo-sim: \(failure.message)")
            throw ExitCode(ExitStatus.unreachable.rawValue)
        } catch {
            let reason = Self.reason(error)
            StandardStream.error.writeLine(
                "domo-sim: can't listen on \(host), port \(port): \(reason); choose another with --port"
            )
            throw ExitCode(ExitStatus.unreachable.rawValue)
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
    }

    static func latency(_ text: String) throws -> Duration {
        guard let duration = DurationText.read(text), duration <= .seconds(3600) else {
            throw ValidationError("invalid duration \"\(text)\"; use 20ms or 1.5s, at most 1h")
        }
        return duration
    }

    private static func requested(_ text: String) throws -> RequestedFault {
        do throws(RequestedFault.Mistake) {
            return try RequestedFault(text)
        } catch {
            throw ValidationError(error.message)
        }
    }

    static func share(_ text: String) throws -> Double {
        let isPercent = text.hasSuffix("%")
        let digits = isPercent ? text.dropLast() : text[...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let number = Double(digits), case let share = isPercent ? number / 100 : number, (0...1).contains(share)
        else {
            throw ValidationError("invalid share \"\(text)\"; use 5% or 0.05, at most 100% or 1")
        }
        return share
    }
}
