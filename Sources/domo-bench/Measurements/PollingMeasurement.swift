/// The processor load of polling 10,000 elements once a minute, with a single response for all elements, and with a
/// request for each.
enum PollingMeasurement: Measurement {
    static let number = 12
    static let title = "10,000 elements polled once a minute"

    private static let elements = 10_000
    private static let runs = 3

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.write(elements: elements, to: home)
        let states = bench.path("states.json")
        let items = (0..<elements).map { #"{"name":"E\#($0)","state":"on"}"# }.joined(separator: ",")
        try TextFile.write("[\(items)]".utf8, to: states)
        let nginx = try NginxServer.start(
            bench,
            on: .anywhere,
            locations: "location = /all { alias \(states); } location = /one { return 200 on; }"
        )
        let url = "http://127.0.0.1:\(nginx.port)"
        return [
            try measure(
                "in one answer",
                state: "all: {url: \"{url}/all\", name: name, json: state}\n      every: 1s",
                rounds: 10,
                home,
                url,
                bench
            ),
            try measure(
                "one by one",
                state: "one: {url: \"{url}/one?{name}\", regex: \"(.*)\"}\n      every: 10s\n      per-second: 1000",
                rounds: 1,
                home,
                url,
                bench
            ),
        ]
    }

    /// - Parameter rounds: the number of measured polling rounds.
    private static func measure(
        _ what: String,
        state: String,
        rounds: Int,
        _ home: String,
        _ url: String,
        _ bench: Workbench
    ) throws(BenchFault) -> Row {
        let configuration = """
            server: {url: "\(url)", dialect: bench}
            dialects:
              bench:
                order: {method: POST, url: "{url}/order?{name}"}
                actions: {on: {}}
                state:
                  \(state)
                  binary: {map: {on: [on], off: [off]}}

            """
        var shares: [Double] = []
        for _ in 0..<runs {
            let daemon = try DomoServer.start(
                bench,
                home: home,
                server: url,
                configuration: configuration,
                on: .anywhere
            )
            let client = try daemon.connect()
            let last = Array("show E\(elements - 1)\n".utf8)
            // Exclude the start from the measurement.
            try client.await(last, "confirmed", seconds: 60)
            let begin = Moment.now()
            let before = try daemon.process.processorTime()
            if rounds > 1 { begin.after(seconds: Double(rounds)).sleep() }
            let used = rounds > 1 ? try daemon.process.processorTime() - before : before
            shares.append(used / Double(rounds) / 60 * 100)
            bench.stop(daemon.process)
        }
        return Row(number: number, what: "\(title), \(what)", unit: .percent, domo: .init(runs: shares))
    }
}
