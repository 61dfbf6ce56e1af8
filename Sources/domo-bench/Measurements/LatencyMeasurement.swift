/// The time from writing a request line to the arrival of the POST at the server, with an order every 2 ms over one
/// connection, compared with the time from publishing a message to its arrival at a subscriber of mosquitto, at QoS 1.
///
/// The bench is both the sender and the receiver, on the first core; domod and mosquitto run on the second.
enum LatencyMeasurement: Measurement {
    static let number = 8
    static let title = "a request line to its POST"

    private static let blocks = 20
    private static let ordersInBlock = 100
    private static let pause = 0.002

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let server = try SignalServer()
        let daemon = try DomoServer.start(bench, home: bench.modelHouse, server: server.url, on: .server)
        let client = try daemon.connect()
        let mosquitto = try MosquittoServer.start(bench, on: .server)
        let publisher = try MQTTClient(port: mosquitto.port, name: "publisher")
        let subscriber = try MQTTClient(port: mosquitto.port, name: "subscriber")
        let topic = "casa/Buzzer"
        try subscriber.subscribe(topic)
        let line = Array("set Buzzer on\n".utf8)
        let message = Array("on".utf8)

        var domoBlocks: [Sample] = []
        var peerBlocks: [Sample] = []
        try Processor.on(.client) { () throws(BenchFault) in
            for block in 0...blocks {
                let domo = try measure { limit throws(BenchFault) in
                    try client.socket.write(line)
                    let arrival = try server.awaitSignal(until: limit)
                    try server.accept()
                    try client.awaitAnswer(until: limit)
                    return arrival
                }
                let peer = try measure { limit throws(BenchFault) in
                    try publisher.publish(message, on: topic)
                    let arrival = try subscriber.awaitMessage(until: limit)
                    try publisher.awaitAcceptance(until: limit)
                    return arrival
                }
                // The first block warms up.
                guard block > 0 else { continue }
                domoBlocks.append(domo)
                peerBlocks.append(peer)
            }
        }
        let targets: [(percent: Double, target: Row.Target?)] = [(50, .atMost(1.3)), (99, nil)]
        return targets.map { percent, target in
            Row(
                number: number,
                what: "\(title): p\(Int(percent))",
                unit: .microseconds,
                domo: .init(runs: domoBlocks.map { $0.percentile(percent) }),
                peerName: "mosquitto QoS 1",
                peer: .init(runs: peerBlocks.map { $0.percentile(percent) }),
                target: target
            )
        }
    }

    /// Runs a block of orders, one every 2 ms.
    /// - Parameter order: sends an order, and returns the time of its arrival.
    /// - Returns: the time from start to arrival, in microseconds.
    private static func measure(_ order: (Moment) throws(BenchFault) -> Moment) throws(BenchFault) -> Sample {
        var values: [Double] = []
        for _ in 0..<ordersInBlock {
            let start = Moment.now()
            let arrival = try order(start.after(seconds: 5))
            values.append(arrival.since(start) * 1e6)
            start.after(seconds: pause).sleep()
        }
        return Sample(values)
    }
}
