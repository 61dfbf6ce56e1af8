import DomoSystem

/// Readings of an element through domo-web, which queries domod for each, compared with a Hummingbird route that
/// returns as many bytes from memory.
///
/// The client runs on the first core, all servers on the second: the ratio is that of the processor time per response.
enum WebReadMeasurement: Measurement {
    static let number = 20
    static let title = "readings over HTTP"

    private static let connections = 16
    private static let runs = 15
    private static let secondsOfRun = 0.5
    private static let path = "/api/v1/elements/Vivienda%20eficiente/Buzzer"

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        // The server of the house is never used: its port is closed.
        let server = "http://127.0.0.1:\(try Socket.freePort())/"
        let daemon = try DomoServer.start(bench, home: bench.modelHouse, server: server, on: .server)
        // Afterwards the readings stay as they are.
        try daemon.connect().await(Array("show Buzzer\n".utf8), "\"reachable\":false", seconds: 60)
        let web = try WebServer.start(bench, daemon: daemon, on: .server)
        let token = try daemon.token("bench")
        let request = web.request(path, token: token)
        let length = try client(of: "domo-web", web.port, request).answerLength()
        let peer = try JSONServerPeer.start(bench, length: length, on: .server)
        let peerRequest = peer.request(token)
        let peerLength = try client(of: "domo-bench-server", peer.port, peerRequest).answerLength()
        guard peerLength == length else {
            throw BenchFault("the responses differ in length: \(length) and \(peerLength) bytes")
        }
        return try Processor.on(.client) { () throws(BenchFault) in
            let domoLoad = try load("domo-web", web.port, request)
            let peerLoad = try load("domo-bench-server", peer.port, peerRequest)
            var domo = Figures()
            var bare = Figures()
            for run in 0...runs {
                // The first run warms up.
                try domo.add(domoLoad, [web.process, daemon.process], isCounted: run > 0)
                try bare.add(peerLoad, [peer.process], isCounted: run > 0)
            }
            StandardStream.error.writeLine(
                "  the client was busy for at most \(Int(100 * max(domo.busiest, bare.busiest))) % of a run"
            )
            return [
                row("over \(connections) connections", .perSecond, domo.rates, bare.rates, target: .atLeast(0.5)),
                row("processor time per reading", .microseconds, domo.costs, bare.costs),
            ]
        }
    }

    private static func row(
        _ what: String,
        _ unit: Row.Unit,
        _ domo: [Double],
        _ peer: [Double],
        target: Row.Target? = nil
    ) -> Row {
        Row(
            number: number,
            what: "\(title), \(what)",
            unit: unit,
            domo: .init(runs: domo),
            peerName: JSONServerPeer.name,
            peer: .init(runs: peer),
            target: target
        )
    }

    /// The figures of one side, one value per run.
    private struct Figures {
        /// Responses per second.
        var rates: [Double] = []
        /// The processor time of the servers per response, in microseconds.
        var costs: [Double] = []
        /// The maximum load of the client: if it is always busy, the figures measure the client.
        var busiest = 0.0

        mutating func add(_ load: HTTPLoad, _ servers: [ChildProcess], isCounted: Bool) throws(BenchFault) {
            let before = try Self.processorTime(servers)
            let outcome = try load.run(seconds: secondsOfRun)
            let cost = try Self.processorTime(servers) - before
            guard isCounted else { return }
            rates.append(Double(outcome.answers) / outcome.seconds)
            costs.append(cost * 1e6 / Double(outcome.answers))
            busiest = max(busiest, outcome.busy)
        }

        private static func processorTime(_ servers: [ChildProcess]) throws(BenchFault) -> Double {
            var sum = 0.0
            for server in servers { sum += try server.processorTime() }
            return sum
        }
    }

    private static func load(_ name: String, _ port: UInt16, _ request: [UInt8]) throws(BenchFault) -> HTTPLoad {
        var clients: [HTTPClient] = []
        for _ in 0..<connections { clients.append(try client(of: name, port, request)) }
        return HTTPLoad(clients)
    }

    private static func client(of name: String, _ port: UInt16, _ request: [UInt8]) throws(BenchFault) -> HTTPClient {
        let socket = try Socket.connect(to: name) { () throws(BenchFault) in try Socket.connect(port: port) }
        return HTTPClient(socket, request: request)
    }
}
