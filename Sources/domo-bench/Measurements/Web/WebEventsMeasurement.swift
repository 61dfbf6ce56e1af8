import DomoSystem

/// A hundred changes of state per second on a bus, delivered to 1,000 clients of domo-web: ten tokens with a hundred
/// streams each, compared with ten tokens with one stream each. domod has a connection per token, so its work should be
/// the same.
///
/// The clients run on the first core; the servers may use all cores.
enum WebEventsMeasurement: Measurement {
    static let number = 21
    static let title = "100 changes per second"

    static let tokens = 10
    static let streamsOfToken = 100
    private static let runs = 3
    private static let changesInRun = 1000
    private static let changesBefore = 200
    /// The maximum latency, in milliseconds.
    private static let limit = 50.0
    /// The maximum increase of domod's processor time.
    private static let processorLimit = 1.2

    /// The result of one run.
    private struct Outcome {
        /// The time from a change to a client, in milliseconds.
        var times: Sample
        /// In percent of a core.
        var daemon: Double
        var web: Double
        /// Events that were delivered per second.
        var rate: Double
    }

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.writeKNX(elements: StateChanges.elements, hasStates: true, isRead: false, to: home)
        let bus = try KNXBus.start(bench, on: .anywhere)
        let daemon = try bus.startDaemon(bench, home: home, on: .anywhere).daemon
        let web = try WebServer.start(bench, daemon: daemon, on: .anywhere)
        let changes = StateChanges(writer: try bus.connect())
        var tokens: [String] = []
        for number in 1...Self.tokens { tokens.append(try daemon.token("bench-\(number)")) }
        var few: [Outcome] = []
        var many: [Outcome] = []
        try Processor.on(.client) { () throws(BenchFault) in
            for _ in 1...runs {
                few.append(try listen(1, tokens, changes, daemon, web))
                many.append(try listen(streamsOfToken, tokens, changes, daemon, web))
            }
        }
        return rows(few, many)
    }

    private static func listen(
        _ streams: Int,
        _ tokens: [String],
        _ changes: StateChanges,
        _ daemon: DomoServer,
        _ web: WebServer
    ) throws(BenchFault) -> Outcome {
        let audience = try EventAudience(web, tokens: tokens, streamsOfToken: streams)
        // The first changes warm up.
        _ = try changes.run(changesBefore, for: audience)
        let before = (daemon: try daemon.process.processorTime(), web: try web.process.processorTime())
        let waitingBefore = try web.process.waitingTime()
        let start = Moment.now()
        let busyBefore = Moment.processorTimeOfThread()
        let times = try changes.run(changesInRun, for: audience)
        let time = Moment.now().since(start)
        let busy = (Moment.processorTimeOfThread() - busyBefore) / time
        let waiting = max(0, try web.process.waitingTime() - waitingBefore) / time
        // If other programs use the cores, the figures measure that.
        StandardStream.error.writeLine(
            "  \(audience.count) clients: their thread was busy for \(Int(100 * busy)) % of the run, "
                + "and the threads of domo-web waited for a core for \(Int(100 * waiting)) %"
        )
        return Outcome(
            times: Sample(times),
            daemon: 100 * (try daemon.process.processorTime() - before.daemon) / time,
            web: 100 * (try web.process.processorTime() - before.web) / time,
            rate: Double(times.count) / time
        )
    }

    private static func rows(_ few: [Outcome], _ many: [Outcome]) -> [Row] {
        let (fewName, manyName) = ("10 clients", "1,000 clients")
        func row(
            _ what: String,
            _ unit: Row.Unit,
            target: Row.Target? = nil,
            _ figure: (Outcome) -> Double
        ) -> Row {
            Row(
                number: number,
                what: "\(title), \(manyName): \(what)",
                unit: unit,
                domo: .init(runs: many.map(figure)),
                peerName: fewName,
                peer: .init(runs: few.map(figure)),
                target: target
            )
        }
        var limited = row("to a client, p99", .milliseconds, target: .atMost(1)) { $0.times.percentile(99) }
        (limited.peerName, limited.peer) = ("the limit", .init(runs: [limit]))
        return [
            row("to a client, p50", .milliseconds) { $0.times.percentile(50) },
            row("to a client, p99", .milliseconds) { $0.times.percentile(99) },
            limited,
            row("delivered", .perSecond) { $0.rate },
            row("processor of domod", .percent, target: .atMost(processorLimit)) { $0.daemon },
            row("processor of domo-web", .percent) { $0.web },
        ]
    }
}
