/// The time from publishing a command to the arrival of its POST at the server, and from a telegram on the bus to the arrival
/// of the new value at a subscriber; compared with the time from publishing a message to its arrival at a subscriber of
/// the same mosquitto, at QoS 1.
///
/// The bench is sender and receiver, on the first core; domod, domo-mqtt and mosquitto run on the second.
enum MQTTLatencyMeasurement: Measurement {
    static let number = 25
    static let title = "MQTT"

    private static let blocks = 20
    private static let messagesInBlock = 100
    private static let pause = 0.004

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let broker = try MosquittoServer.start(bench, on: .server)
        let publisher = try MQTTClient(port: broker.port, name: "publisher")
        let subscriber = try MQTTClient(port: broker.port, name: "subscriber")
        try subscriber.subscribe("bench/round")
        let message = Array("on".utf8)
        func round(_ limit: Moment) throws(BenchFault) -> Moment {
            try publisher.publish(message, on: "bench/round")
            let arrival = try subscriber.awaitMessage(until: limit)
            try publisher.awaitAcceptance(until: limit)
            return arrival
        }
        let commands = try commands(bench, broker, publisher, round)
        for process in commands.processes { bench.stop(process) }
        let telegrams = try telegrams(bench, broker, round)
        return rows("a command topic to its POST", commands.blocks) + rows("a telegram to its topic", telegrams)
    }

    private typealias Blocks = (domo: [Sample], peer: [Sample])

    private static func commands(
        _ bench: Workbench,
        _ broker: MosquittoServer,
        _ publisher: MQTTClient,
        _ round: (Moment) throws(BenchFault) -> Moment
    ) throws(BenchFault) -> (blocks: Blocks, processes: [ChildProcess]) {
        let server = try SignalServer()
        let daemon = try DomoServer.start(bench, home: bench.modelHouse, server: server.url, on: .server)
        let bridge = try BridgeProcess.start(bench, daemon: daemon, broker: broker, on: .server)
        let topic = "domo/\(try daemon.id(of: "Vivienda eficiente"))/\(try daemon.id(of: "Buzzer"))/binary/set"
        Moment.now().after(seconds: 1).sleep()
        let message = Array("on".utf8)
        let blocks = try alternate(
            domo: { limit throws(BenchFault) in
                try publisher.publish(message, on: topic)
                let arrival = try server.awaitSignal(until: limit)
                try server.accept()
                try publisher.awaitAcceptance(until: limit)
                return arrival
            },
            peer: round
        )
        return (blocks, [bridge.process, daemon.process])
    }

    private static func telegrams(
        _ bench: Workbench,
        _ broker: MosquittoServer,
        _ round: (Moment) throws(BenchFault) -> Moment
    ) throws(BenchFault) -> Blocks {
        let home = bench.path("house.xml")
        try HouseFile.writeKNX(elements: 100, hasStates: true, isRead: false, to: home)
        let bus = try KNXBus.start(bench, on: .server)
        let (daemon, client) = try bus.startDaemon(bench, home: home, on: .server)
        let bridge = try BridgeProcess.start(bench, daemon: daemon, broker: broker, on: .server)
        let reader = try MQTTClient(port: broker.port, name: "reader")
        let topic = "domo/\(try daemon.id(of: HouseFile.house))/\(try daemon.id(of: "E0"))/binary"
        Moment.now().after(seconds: 1).sleep()
        try reader.subscribe(topic)
        // The retained one.
        _ = try reader.awaitMessage(until: .now().after(seconds: 5))
        let writer = try bus.connect()
        defer { withExtendedLifetime((client, bridge)) {} }
        var bit = false
        return try alternate(
            domo: { limit throws(BenchFault) in
                bit.toggle()
                try writer.write(KNXBus.groupWrite(HouseFile.state(of: 0), bit: bit))
                return try reader.awaitMessage(until: limit)
            },
            peer: round
        )
    }

    private static func alternate(
        domo: (Moment) throws(BenchFault) -> Moment,
        peer: (Moment) throws(BenchFault) -> Moment
    ) throws(BenchFault) -> Blocks {
        var all: Blocks = ([], [])
        try Processor.on(.client) { () throws(BenchFault) in
            for block in 0...blocks {
                let ours = try measure(domo)
                let theirs = try measure(peer)
                // The first block warms up.
                guard block > 0 else { continue }
                all.domo.append(ours)
                all.peer.append(theirs)
            }
        }
        return all
    }

    /// - Returns: the time from start to arrival, in microseconds.
    private static func measure(_ send: (Moment) throws(BenchFault) -> Moment) throws(BenchFault) -> Sample {
        var values: [Double] = []
        for _ in 0..<messagesInBlock {
            let start = Moment.now()
            let arrival = try send(start.after(seconds: 5))
            values.append(arrival.since(start) * 1e6)
            start.after(seconds: pause).sleep()
        }
        return Sample(values)
    }

    private static func rows(_ what: String, _ blocks: Blocks) -> [Row] {
        let targets: [(percent: Double, target: Row.Target?)] = [(50, .atMost(2.5)), (99, .atMost(2.5))]
        return targets.map { percent, target in
            Row(
                number: number,
                what: "\(title): \(what): p\(Int(percent))",
                unit: .microseconds,
                domo: .init(runs: blocks.domo.map { $0.percentile(percent) }),
                peerName: "mosquitto QoS 1",
                peer: .init(runs: blocks.peer.map { $0.percentile(percent) }),
                target: target
            )
        }
    }
}
