import Glibc

/// The latency of `show` while other clients make expensive requests, in a house of 100,000 elements and 1,000 scenes,
/// compared with the idle daemon.
///
/// The client runs on the first core; the daemon and the other clients may use all cores, as on a busy machine.
enum BusyLoopMeasurement: Measurement {
    static let number = 14
    static let title = "show beside long work"

    private static let elements = 100_000
    private static let scenes = 1000
    /// The number of elements with known and stored readings.
    private static let known = 20_000
    private static let runs = 3
    private static let secondsOfRun = 10.0
    private static let pause = 0.001
    /// In milliseconds.
    private static let limit = 10.0

    /// The requests of the other clients, each repeated on a connection of its own.
    static let others = [
        "reload", "ls -r", "calendar", "run Adhoc 'only if between 22:00 and 06:00' 'only if mon-fri' 'set E7 on'",
        "export",
    ]

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let nginx = try NginxServer.start(bench, on: .anywhere)
        let daemon = try startDaemon(bench, server: nginx.url)
        let client = try daemon.connect()
        try client.pipeline(count: known, window: 256, seconds: 120) { number in
            Array("set E\(number * (elements / known)) on\n".utf8)
        }
        var idle: [Sample] = []
        var busy: [Sample] = []
        for run in 0...runs {
            let alone = try latencies(client)
            let load = try bench.start("/proc/self/exe", ["long-work", daemon.socketPath], on: .anywhere)
            // Wait until all of them have started.
            Moment.now().after(seconds: 1).sleep()
            let beside = try latencies(client)
            guard !load.hasEnded else { throw BenchFault("the load ended\(load.lastWords)") }
            bench.stop(load)
            // The first run warms up.
            guard run > 0 else { continue }
            idle.append(alone)
            busy.append(beside)
        }
        func row(_ what: String, _ figure: (Sample) -> Double) -> Row {
            Row(
                number: number,
                what: "\(title): \(what)",
                unit: .milliseconds,
                domo: .init(runs: busy.map(figure)),
                peerName: "idle",
                peer: .init(runs: idle.map(figure)),
                target: nil
            )
        }
        var target = row("p99.9, limit") { $0.percentile(99.9) }
        (target.peerName, target.peer, target.target) = ("the limit", .init(runs: [limit]), .atMost(1))
        return [
            row("p50") { $0.percentile(50) }, row("p99") { $0.percentile(99) }, row("p99.9") { $0.percentile(99.9) },
            row("max") { $0.greatest }, target,
        ]
    }

    private static func startDaemon(_ bench: Workbench, server: String) throws(BenchFault) -> DomoServer {
        let folder = bench.path("house")
        mkdir(folder, 0o700)
        mkdir("\(folder)/scenes", 0o700)
        try HouseFile.write(elements: elements, to: "\(folder)/casa.xml")
        for number in 0..<scenes {
            try TextFile.write(scene(number).utf8, to: "\(folder)/scenes/S\(number).domo")
        }
        let configuration = """
            server:
              url: \(server)
            houses:
              Casa:
                place: {latitude: 40.4, longitude: -3.7, zone: Europe/Madrid}

            """
        return try DomoServer.start(
            bench,
            home: "\(folder)/casa.xml",
            server: server,
            configuration: configuration,
            on: .anywhere
        )
    }

    /// All kinds of schedules, time conditions, and triggers on readings. None fires during the measurement: nobody
    /// orders the elements of the triggers.
    private static func scene(_ number: Int) -> String {
        let clock = "\(10 + number % 14):\(10 + number % 50)"
        let start =
            switch number % 6 {
            case 0: "at \(clock)\nonly if mon-fri except holidays"
            case 1: "at \(clock) sat sun\nonly if between 08:00 and sunset"
            case 2: "at sunset-\(number % 60)m not before 17:00\nonly if E\(number) on"
            case 3: "every \(30 + number % 90)m\nonly if between 22:00 and sunrise\nonly if E\(number) on"
            case 4: "at \(clock) 12-24"
            default: "when E\(number * 7 + 1) on for 1h"
            }
        return "\(start)\nset E\(number * 3 + 1) off\nwait 1s\nset E\(number * 3 + 2) off\n"
    }

    /// The time from each request to its reply, one at a time.
    ///
    /// - Returns: milliseconds.
    private static func latencies(_ client: LineClient) throws(BenchFault) -> Sample {
        try Processor.on(.client) { () throws(BenchFault) in
            var chance = SystemRandomNumberGenerator()
            var values: [Double] = []
            let end = Moment.now().after(seconds: secondsOfRun)
            while Moment.now() < end {
                let line = Array("show E\(Int.random(in: 0..<elements, using: &chance))\n".utf8)
                let start = Moment.now()
                try client.ask(line, seconds: 60)
                values.append(Moment.now().since(start) * 1000)
                Moment.now().after(seconds: pause).sleep()
            }
            return Sample(values)
        }
    }
}
