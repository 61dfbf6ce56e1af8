import ArgumentParser
import DomoFleet
import DomoModel
import DomoNATS
import DomoSystem
import Glibc
import NIOCore
import NIOPosix

/// Runs simulated houses. Commands come from the standard input: `stats`, `quiet`; it ends with the input.
struct HousesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "houses", abstract: "Run simulated houses.")

    @OptionGroup var fleet: FleetOptions

    @Option(help: "The first house.")
    var first = 0

    @Option(help: "The number of houses.")
    var count = 1000

    @Option(help: "The time between two changes in a house, in milliseconds.")
    var interval: Int64 = 30_000

    @Option(help: "When the histories begin, in milliseconds since 1970.")
    var epoch: Int64

    @Option(help: "The number of event loops.")
    var loops = 2

    @Option(help: "The longest random pause before the first connection, in milliseconds.")
    var spread: Int64 = 500

    @Flag(help: "Also answer bare requests.")
    var echo = false

    func validate() throws {
        guard interval > 0, loops > 0, count >= 0 else { throw ValidationError("use numbers above 0") }
    }

    func run() async throws {
        let state = "\(fleet.folder)/load-state"
        do throws(FileBytes.Fault) {
            try FileBytes.makeFolder(state)
        } catch {
            throw ValidationError("\(state): \(error.message)")
        }
        let counters = Counters()
        let ledger = try Ledger("\(fleet.folder)/ledger.\(first)")
        let shared = LoadHouse.Shared(ledger: ledger, counters: counters, state: state)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: loops)
        let rosters = try makeHouses(shared, group)
        let answers = echo ? try EchoService.start(fleet.settings("echo", inbox: "bench.none"), on: group.next()) : nil
        let (lines, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(64))
        try WorkerThread.start(name: "input") {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        for await line in lines {
            switch line {
            case "stats": report(counters.now, written: nil)
            case "quiet":
                let now = Moment.now().time.milliseconds
                var written: UInt64 = 0
                for roster in rosters { written += try await roster.end(at: now).get() }
                report(counters.now, written: written)
            default: StandardStream.error.write("domo-fleet-load: unknown command \(line.debugDescription)\n")
            }
        }
        await answers?.stop()
    }

    private func report(_ values: Counters.Values, written: UInt64?) {
        var text = #"{"connects":\#(values.connects),"connected":\#(values.connected),"failures":\#(values.failures)"#
        text += #","throttled":\#(values.throttled),"reports":\#(values.reports),"records":\#(values.records)"#
        text += #","orders":\#(values.orders)"#
        if let written { text += #","written":\#(written)"# }
        StandardStream.output.writeLine(text + "}")
    }

    private func makeHouses(_ shared: LoadHouse.Shared, _ group: MultiThreadedEventLoopGroup) throws -> [Roster] {
        let (servers, security) = (try fleet.servers(), try fleet.security())
        let keys = try fleet.houses().dropFirst(first).prefix(count)
        guard keys.count == count else { throw ValidationError("there are keys for \(keys.count) houses only") }
        let rosters = (0..<loops).map { _ in Roster(group.next()) }
        for (index, key) in keys.enumerated() {
            var settings = NATSSettings(
                servers: servers,
                tls: security,
                credentials: key.credentials,
                inbox: FleetSubjects.inbox(of: key.house, secret: NATSSettings.inboxSecret()),
                name: "domo-fleet \(key.house)"
            )
            settings.pace.first = .milliseconds(spread)
            let history = LoadHistory(
                database: "0000000000000001",
                // Spread over the interval, the same each time.
                start: epoch + Int64(first + index) * 7919 % interval,
                interval: interval
            )
            rosters[index % loops].add(key.house, history, shared, settings)
        }
        return rosters
    }
}
