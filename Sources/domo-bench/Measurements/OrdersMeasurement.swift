/// Orders through one pipelined control connection, compared with a bare curl multi loop that posts the same signals to
/// the same server with the same number in flight.
///
/// domod has two threads and its client is a third, so all programs of both sides may use all cores.
enum OrdersMeasurement: Measurement {
    static let number = 2
    static let title = "orders through one connection"

    private static let elements = 1000
    private static let ordersInRun = 20_000
    private static let runs = 7
    /// The maximum number of outstanding requests.
    private static let window = 512

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.write(elements: elements, to: home)
        let nginx = try NginxServer.start(bench, on: .anywhere)
        return [
            try compare(inFlight: 8, home: home, nginx: nginx, bench, target: .atLeast(0.5)),
            try compare(inFlight: 64, home: home, nginx: nginx, bench, target: .atLeast(0.65)),
        ]
    }

    private static func compare(
        inFlight: Int,
        home: String,
        nginx: NginxServer,
        _ bench: Workbench,
        target: Row.Target
    ) throws(BenchFault) -> Row {
        let daemon = try DomoServer.start(bench, home: home, server: nginx.url, maxInFlight: inFlight, on: .anywhere)
        let client = try daemon.connect()
        let lines = (0..<elements).map { Array("set E\($0) on\n".utf8) }
        let signals = (0..<elements).map { nginx.signal(for: "E\($0)") }
        let curl = try CurlLoad(signals: signals, inFlight: inFlight)
        var domoRates: [Double] = []
        var curlRates: [Double] = []
        try Processor.on(.anywhere) { () throws(BenchFault) in
            for run in 0...runs {
                let start = Moment.now()
                try client.pipeline(count: ordersInRun, window: window, seconds: 60) { lines[$0 % elements] }
                let middle = Moment.now()
                try curl.post(ordersInRun, seconds: 60)
                let end = Moment.now()
                // The first run warms up: connections, caches.
                guard run > 0 else { continue }
                domoRates.append(Double(ordersInRun) / middle.since(start))
                curlRates.append(Double(ordersInRun) / end.since(middle))
            }
        }
        bench.stop(daemon.process)
        return Row(
            number: number,
            what: "\(title), \(inFlight) in flight",
            unit: .perSecond,
            domo: .init(runs: domoRates),
            peerName: "curl multi loop",
            peer: .init(runs: curlRates),
            target: target
        )
    }
}
