/// The memory of domod with the model house: the peak of its start, and when it is idle, after the start and after the
/// first order to the server, compared with an idle knxd.
enum MemoryMeasurement: Measurement {
    static let number = 6
    static let title = "idle memory"

    private static let runs = 5
    private static let settling = 0.5
    private static let settlingAfterRequest = 3.0
    /// Of the peak until the first answer, in megabytes.
    private static let limit = 14.0

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let knxd = try KNXDaemon()
        var domo = Memory()
        var peer = Memory()
        var peak: [Double] = []
        var domoAfterRequest = Memory()
        var peerAfterRequest = Memory()
        for _ in 0..<runs {
            let server = try SignalServer()
            let daemon = try DomoServer.start(bench, home: bench.modelHouse, server: server.url, on: .anywhere)
            peak.append(Double(try daemon.process.peakMemory()) / 1_048_576)
            let path = bench.path("knx.sock")
            let process = try bench.start(knxd.program, knxd.arguments(socket: path), on: .anywhere)
            let socket = try Socket.connect(to: "knxd") { () throws(BenchFault) in
                guard !process.hasEnded else { throw BenchFault("knxd ended\(process.lastWords)") }
                return try Socket.connect(path: path)
            }
            try KNXDaemon.openGroups(socket)
            Moment.now().after(seconds: settling).sleep()
            try domo.add(daemon.process)
            try peer.add(process)
            try giveOrder(daemon, server)
            Moment.now().after(seconds: settlingAfterRequest).sleep()
            try domoAfterRequest.add(daemon.process)
            try peerAfterRequest.add(process)
            bench.stopAll()
        }
        func row(
            _ what: String,
            _ domo: [Double],
            _ peer: [Double],
            named peerName: String = "knxd",
            target: Row.Target? = nil
        ) -> Row {
            Row(
                number: number,
                what: "\(title): \(what)",
                unit: .megabytes,
                domo: .init(runs: domo),
                peerName: peerName,
                peer: .init(runs: peer),
                target: target
            )
        }
        return [
            row("resident", domo.resident, peer.resident, target: .atMost(3)),
            row("resident after the first HTTP request", domoAfterRequest.resident, peerAfterRequest.resident),
            row("proportional share", domo.proportional, peer.proportional),
            row("anonymous", domo.anonymous, peer.anonymous),
            row("peak until the first answer", peak, [limit], named: "the limit", target: .atMost(1)),
        ]
    }

    /// Sends an order, waits for its reply, and closes the connection.
    private static func giveOrder(_ daemon: DomoServer, _ server: SignalServer) throws(BenchFault) {
        let client = try daemon.connect()
        let limit = Moment.now().after(seconds: 10)
        try client.socket.write(Array("set Buzzer on\n".utf8))
        _ = try server.awaitSignal(until: limit)
        try server.accept()
        try client.awaitAnswer(until: limit)
    }
}
