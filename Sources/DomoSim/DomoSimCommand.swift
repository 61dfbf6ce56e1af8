public import ArgumentParser
import DomoLanguage
import DomoModel
import DomoXML
import Glibc
import NIOCore
import NIOPosix

/// `domo-sim`: the simulated house as a program of its own.
public struct DomoSimCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-sim",
        abstract: "A simulated house: takes signals over HTTP and moves what a house file describes.",
        discussion: """
            GET /state tells of all elements, /state?name=NAME of one; /signals shows the last hundred signals,
            /requests how often the house was asked, /house.xml the house file.
            POST /wall?name=NAME&value=on switches as somebody at the wall does.
            POST /faults?fault=stuck&name=NAME makes something go wrong, DELETE /faults nothing any more. Faults of
            signals and states: fail, busy (status, retry-after), dropped, slow (latency); of signals: lost, stuck; of
            states: garbage, wrong, old, unknown, missing. Each takes on=signals or states, name, count and for.
            Ends at SIGTERM or SIGINT.
            """,
        version: "domo-sim \(domoVersion)"
    )

    @Argument(help: "The house file; \"-\" reads models from the standard input, as domod --demo writes them.")
    var house: String

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 lets the system choose.")
    var port = 8480

    @Option(help: "How long every answer takes: 20ms.", transform: Self.latency)
    var latency: Duration = .zero

    @Option(help: "The share of signals that fail with status 500: 5% or 0.05.", transform: Self.share)
    var fail = 0.0

    @Option(
        help: "The share of signals whose connection breaks, half of them after they were obeyed.",
        transform: Self.share
    )
    var drop = 0.0

    @Option(help: "The same seed gives the same faults.")
    var seed: UInt64 = 1

    @Option(
        help: "Something that goes wrong from the start: \"stuck name=Louver\", \"busy on=states for=10s\".",
        transform: Self.trouble
    )
    var fault: [Trouble] = []

    @Flag(help: "Don't print the signals.")
    var quiet = false

    public init() {}

    /// Here, so that the executable needs no import but this module.
    public static func main() async { await main(nil) }

    public func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("\(port) is not a port; 0–65535") }
    }

    public func run() async throws {
        if house == "-" { return try await follow(ModelFeed(descriptor: STDIN_FILENO)) }
        let file = try loadHouse()
        let server = try await startServer(file.reading.houses, xml: file.bytes)
        let stopSignals = try StopSignals()
        StandardOutput.write("listening on \(server.url)")
        _ = try await stopSignals.wait()
        try await server.close()
    }

    /// Serves one model after another until there are no more.
    private func follow(_ feed: ModelFeed) async throws {
        let stopSignals = try StopSignals()
        var server: SimulatedServer?
        while try await stopSignals.wait(orInput: STDIN_FILENO) == .input, let model = try next(of: feed) {
            if model.reading.hasErrors {
                StandardOutput.write("refused")
            } else if let server {
                server.replace(with: model.houses, xml: model.xml)
                StandardOutput.write("loaded")
            } else {
                let new = try await startServer(model.houses, xml: model.xml)
                server = new
                StandardOutput.write("listening on \(new.url)")
            }
        }
        try await server?.close()
    }

    private func next(of feed: ModelFeed) throws -> ModelFeed.Model? {
        do throws(ModelFeed.Mistake) {
            guard let model = try feed.next() else { return nil }
            for diagnostic in model.reading.diagnostics where diagnostic.severity == .error {
                StandardError.write(diagnostic.description)
            }
            return model
        } catch {
            StandardError.write("domo-sim: standard input: \(error.message)")
            throw ExitCode(ExitStatus.badData.rawValue)
        }
    }

    private func loadHouse() throws -> HouseFile {
        do {
            let file = try HouseFile(path: house)
            for diagnostic in file.reading.diagnostics { StandardError.write(diagnostic.description) }
            if file.reading.hasErrors { throw ExitCode(ExitStatus.badData.rawValue) }
            return file
        } catch let fault as FileFault {
            StandardError.write("domo-sim: \(fault)")
            throw ExitCode(ExitStatus.noSuchFile.rawValue)
        }
    }

    private func startServer(_ houses: [House], xml: [UInt8]?) async throws -> SimulatedServer {
        var settings = SimulatorSettings()
        settings.host = host
        settings.port = port
        settings.latency = latency
        settings.failShare = fail
        settings.dropShare = drop
        settings.seed = seed
        settings.troubles = fault
        do {
            return try await SimulatedServer.start(
                houses: houses,
                xml: xml,
                settings: settings,
                group: .singletonMultiThreadedEventLoopGroup,
                onSignal: { [quiet] line in
                    if !quiet { StandardOutput.write(line) }
                }
            )
        } catch {
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            StandardError.write(
                "domo-sim: can't listen on \(host), port \(port): \(reason); choose another with --port"
            )
            throw ExitCode(ExitStatus.unreachable.rawValue)
        }
    }

    private static func latency(_ text: String) throws -> Duration {
        guard let duration = DurationText.read(text), duration <= .seconds(3600) else {
            throw ValidationError("\"\(text)\" is not a duration; 20ms, 1.5s, at most 1h")
        }
        return duration
    }

    private static func trouble(_ text: String) throws -> Trouble {
        do throws(Trouble.Mistake) {
            return try Trouble(text)
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
            throw ValidationError("\"\(text)\" is not a share; 5% or 0.05, at most 100% or 1")
        }
        return share
    }
}
