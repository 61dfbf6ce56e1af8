import DomoSystem
import Glibc

/// Runs the daemon under load and faults for an hour, and checks that its memory, descriptors, latency and readings
/// stay correct.
struct Soak {
    let minutes: Double
    let seed: UInt64

    private static let maxSeconds = 60.0
    /// The minimum number of intervals, so that a short soak has enough samples to compare thirds.
    private static let minIntervals = 30.0
    /// The time within which the readings must match the house after the load, in seconds.
    private static let agreement = 60.0
    private static let settling = 3.0
    private static let ending = 8.0
    /// The number of connections to the servers that may still be open.
    private static let leftoverDescriptors = 16

    private static let parts: [any SoakPart] = [
        ProbePart(), OrderPart(), OrderPart(), OrderPart(), ReadingPart(), ReadingPart(), WatchPart(), WatchPart(),
        RudePart(), ScenePart(), WeatherPart(), ChangePart(),
    ]

    /// - Returns: true if the soak passed.
    func run(_ bench: Workbench) throws(BenchFault) -> Bool {
        let log = SoakLog()
        let names = SoakElement.make(20, letter: "H") + SoakElement.make(12, letter: "X")
        let healthy = try SoakServer(elements: names)
        let flapping = try SoakServer(elements: SoakElement.make(40, letter: "F"))
        let houses = SoakHouses(folder: bench.path("soak"), healthyURL: healthy.url, flappingURL: flapping.url)
        try houses.makeFolders()
        try houses.writeAll()
        var random = SoakRandom(seed: seed)
        let servers = [
            try healthy.start(log, seed: random.next()), try flapping.start(log, seed: random.next()),
        ]
        defer {
            for server in [healthy, flapping] { server.end() }
            for thread in servers { thread.join() }
        }
        let daemon = try SoakDaemon(bench, houses)
        let soak = SoakContext(
            socketPath: daemon.socketPath,
            process: daemon.process.pid,
            houses: houses,
            healthy: healthy,
            flapping: flapping,
            log: log
        )
        if let mistake = try awaitAgreement(soak).first { throw BenchFault("before the load: \(mistake)") }
        Moment.now().after(seconds: Self.settling).sleep()
        let descriptorsBefore = try daemon.descriptors()

        var threads: [WorkerThread] = []
        for part in Self.parts { threads.append(try part.start(soak, seed: random.next())) }
        let samples: [SoakSample]
        do {
            samples = try sample(daemon, log)
        } catch {
            log.stop()
            for thread in threads { thread.join() }
            throw error
        }
        log.stop()
        for thread in threads { thread.join() }

        let findings = try finish(soak, daemon, samples, descriptorsBefore)
        print(SoakTable.text(samples, findings, counts: log.counts), terminator: "")
        return !findings.contains { $0.result == .failed }
    }

    /// Prints a line after each interval.
    private func sample(_ daemon: SoakDaemon, _ log: SoakLog) throws(BenchFault) -> [SoakSample] {
        let interval = min(Self.maxSeconds, minutes * 60 / Self.minIntervals)
        let start = Moment.now()
        var samples: [SoakSample] = []
        var processorTime = try daemon.process.processorTime()
        StandardStream.error.writeLine(SoakTable.head)
        for number in 1...max(1, Int((minutes * 60 / interval).rounded())) {
            let end = start.after(seconds: Double(number) * interval)
            var descriptors = Int.max
            while Moment.now() < end {
                guard !daemon.process.hasEnded else { throw BenchFault("domod ended\(daemon.process.lastWords)") }
                descriptors = min(descriptors, try daemon.descriptors())
                min(end, Moment.now().after(seconds: 0.2)).sleep()
            }
            let latencies = log.takeLatencies()
            let used = try daemon.process.processorTime()
            let sample = SoakSample(
                seconds: Moment.now().since(start),
                resident: try daemon.process.residentMemory(),
                proportional: try daemon.process.proportionalMemory(),
                anonymous: try daemon.process.anonymousMemory(),
                descriptors: descriptors,
                threads: try daemon.threads(),
                processorTime: used - processorTime,
                show: latencies.show,
                orders: latencies.orders,
                historySize: daemon.size(of: "history.sqlite"),
                logOfHistorySize: daemon.size(of: "history.sqlite-wal")
            )
            processorTime = used
            samples.append(sample)
            StandardStream.error.writeLine(SoakTable.line(sample))
        }
        return samples
    }

    // MARK: The end

    private func finish(
        _ soak: SoakContext,
        _ daemon: SoakDaemon,
        _ samples: [SoakSample],
        _ descriptorsBefore: Int
    ) throws(BenchFault) -> [SoakVerdict.Finding] {
        var findings = SoakVerdict(samples, historyLimit: SoakHouses.historySize).findings
        soak.flapping.mode = .healthy
        try soak.houses.writeAll()
        let reply = try soak.connect().ask("reload", seconds: 30)
        if !reply.hasPrefix(#"{"ok""#) { soak.log.fault("the last reload: \(reply)") }
        let mistakes = try awaitAgreement(soak)
        findings.append(
            .init(
                what: "readings agree with the servers",
                result: mistakes.isEmpty ? .passed : .failed,
                detail: mistakes.isEmpty ? "all of them" : mistakes.prefix(5).joined(separator: "; ")
            )
        )
        Moment.now().after(seconds: Self.settling).sleep()
        let descriptors = try daemon.descriptors()
        findings.append(
            .init(
                what: "descriptors after the load",
                result: descriptors <= descriptorsBefore + Self.leftoverDescriptors ? .passed : .failed,
                detail: "\(descriptors), \(descriptorsBefore) before it"
            )
        )
        findings.append(try daemon.end(seconds: Self.ending))
        findings.append(try daemon.judgeLog())
        let faults = soak.log.faults
        findings.append(
            .init(
                what: "replies: each received once, and as expected",
                result: faults.count == 0 ? .passed : .failed,
                detail: faults.count == 0 ? "no faults" : "\(faults.count) faults: \(faults.kept.prefix(3))"
            )
        )
        return findings
    }

    /// - Returns: the readings that don't match the servers in time.
    private func awaitAgreement(_ soak: SoakContext) throws(BenchFault) -> [String] {
        let limit = Moment.now().after(seconds: Self.agreement)
        let client = try soak.connect()
        while true {
            var mistakes: [String] = []
            for (server, elements) in [
                (soak.healthy, soak.houses.healthy + soak.houses.extra), (soak.flapping, soak.houses.flapping),
            ] {
                for element in elements {
                    let reply = try client.ask("show \(element.name)")
                    // There is no more load, so both sides are stable.
                    guard let state = server.state(of: element.name),
                        let mistake = SoakBelief.mistake(in: reply, state)
                    else { continue }
                    mistakes.append("\(mistake), the server: \(state)")
                }
            }
            if mistakes.isEmpty || Moment.now() > limit { return mistakes }
            Moment.now().after(seconds: 0.5).sleep()
        }
    }
}
