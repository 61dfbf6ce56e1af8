/// The time from exec until the states of 500 elements have been read from a simulated TP1 line, where a telegram takes
/// 20 ms and reads may use half of the line.
enum KNXStartMeasurement: Measurement {
    static let number = 19
    static let title = "exec to the first state of 500 elements on TP1"

    private static let elements = 500
    private static let runs = 3
    private static let pause = 0.1
    /// A read and its response take 40 ms, and reads may use half of the line.
    private static let limit = 40.0

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.writeKNX(elements: elements, hasStates: true, to: home)
        var times: [Double] = []
        for _ in 0..<runs {
            let simulator = try KNXSimulator.start(bench, home: home, on: .anywhere)
            let start = Moment.now()
            let daemon = try DomoServer.start(bench, home: home, server: simulator.url, on: .anywhere)
            try awaitStates(try daemon.connect(), until: start.after(seconds: 4 * limit))
            times.append(Moment.now().since(start))
            bench.stopAll()
        }
        return [
            Row(
                number: number,
                what: title,
                unit: .seconds,
                domo: .init(runs: times),
                peerName: "half of the line",
                peer: .init(runs: [limit]),
                target: .atMost(1)
            )
        ]
    }

    /// Waits until all readings are confirmed.
    private static func awaitStates(_ client: LineClient, until limit: Moment) throws(BenchFault) {
        let line = Array("ls -r\n".utf8)
        while true {
            let confirmed = try client.answer(line).split(separator: #""certainty":"confirmed""#).count - 1
            guard confirmed < elements else { return }
            guard Moment.now() < limit else { throw BenchFault("only \(confirmed) of \(elements) states were read") }
            Moment.now().after(seconds: pause).sleep()
        }
    }
}
