/// Readings of an element through domo-web, which asks domod for each; beside a route of Hummingbird that answers with as
/// many bytes from its own memory.
///
/// The client runs on the first core, all servers on the second: the ratio is that of the processor time of an answer.
enum WebReadMeasurement: Measurement {
    static let number = 20
    static let title = "readings over HTTP"

    private static let connections = 16
    private static let runs = 7
    private static let secondsOfRun = 1.0
    private static let path = "/api/v1/elements/Vivienda%20eficiente/Buzzer"

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        // Nothing is sent to the server of the house: its port is closed.
        let server = "http://127.0.0.1:\(try Socket.freePort())/"
        let daemon = try DomoServer.start(bench, home: bench.modelHouse, server: server, on: .answering)
        let web = try WebServer.start(bench, daemon: daemon, on: .answering)
        let token = try daemon.token("bench")
        let request = web.request(path, token: token)
        let length = try client(of: "domo-web", web.port, request).answerLength()
        let peer = try JSONServerPeer.start(bench, length: length, on: .answering)
        let peerRequest = peer.request(token)
        let peerLength = try client(of: "domo-bench-server", peer.port, peerRequest).answerLength()
        guard peerLength == length else { throw BenchFault("the answers have \(length) and \(peerLength) bytes") }
        return try Processor.on(.asking) { () throws(BenchFault) in
            let domoLoad = try load("domo-web", web.port, request)
            let peerLoad = try load("domo-bench-server", peer.port, peerRequest)
            var domoRates: [Double] = []
            var peerRates: [Double] = []
            var busiest = 0.0
            for run in 0...runs {
                let domo = try domoLoad.run(seconds: secondsOfRun)
                let peer = try peerLoad.run(seconds: secondsOfRun)
                // The first run warms up.
                guard run > 0 else { continue }
                domoRates.append(domo.rate)
                peerRates.append(peer.rate)
                busiest = max(busiest, domo.busy, peer.busy)
            }
            // A client that is always busy would be what is measured.
            Console.note("  the client was busy for at most \(Figures.fixed(100 * busiest, 0)) % of a run")
            return [
                Row(
                    number: number,
                    what: "\(title) over \(connections) connections",
                    unit: .perSecond,
                    domo: .init(runs: domoRates),
                    peerName: JSONServerPeer.name,
                    peer: .init(runs: peerRates),
                    target: .atLeast(0.5)
                )
            ]
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
