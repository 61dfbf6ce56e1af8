/// The time from the start of `domo-mqtt` until 2,000 elements are published and announced, and its memory then.
enum MQTTHouseMeasurement: Measurement {
    static let number = 26
    static let title = "2,000 elements over MQTT"

    private static let elements = 2000
    private static let runs = 5
    /// In seconds and in megabytes.
    private static let limits = (time: 5.0, memory: 20.0)

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.write(elements: elements, to: home)
        var times: [Double] = []
        var memory = Memory()
        for _ in 0..<runs {
            let server = try SignalServer()
            let daemon = try DomoServer.start(bench, home: home, server: server.url, on: .anywhere)
            let broker = try MosquittoServer.start(bench, on: .anywhere)
            let reader = try MQTTClient(port: broker.port, name: "reader")
            try reader.subscribe("homeassistant/device/+/config")
            let start = Moment.now()
            let bridge = try BridgeProcess.start(
                bench,
                daemon: daemon,
                broker: broker,
                discovery: true,
                on: .anywhere
            )
            var last = start
            // Each element is a device; domo itself is one more.
            for _ in 0...elements { last = try reader.awaitMessage(until: start.after(seconds: 60)) }
            times.append(last.since(start))
            Moment.now().after(seconds: 1).sleep()
            try memory.add(bridge.process)
            bench.stopAll()
        }
        return [
            row("announced", .seconds, times, "the limit", limits.time),
            row("resident memory of domo-mqtt", .megabytes, memory.resident, "the limit", limits.memory),
        ]
    }

    private static func row(
        _ what: String,
        _ unit: Row.Unit,
        _ runs: [Double],
        _ limitName: String,
        _ limit: Double
    ) -> Row {
        Row(
            number: number,
            what: "\(title): \(what)",
            unit: unit,
            domo: .init(runs: runs),
            peerName: limitName,
            peer: .init(runs: [limit]),
            target: .atMost(1)
        )
    }
}
