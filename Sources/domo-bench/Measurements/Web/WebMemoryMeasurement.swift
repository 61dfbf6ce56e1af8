import Glibc

/// The memory of domo-web, idle and with 1,000 clients that read events, compared with an idle Hummingbird server with
/// one route; and the size of the program.
enum WebMemoryMeasurement: Measurement {
    static let number = 23
    static let title = "memory of domo-web"

    private static let runs = 3
    private static let settling = 1.0
    private static let elementLength = 200

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        var idle = Memory()
        var withClients = Memory()
        var peer = Memory()
        for _ in 0..<runs {
            // The server of the house is never used: its port is closed.
            let server = "http://127.0.0.1:\(try Socket.freePort())/"
            let daemon = try DomoServer.start(bench, home: bench.modelHouse, server: server, on: .anywhere)
            let web = try WebServer.start(bench, daemon: daemon, on: .anywhere)
            let json = try JSONServerPeer.start(bench, length: elementLength, on: .anywhere)
            Moment.now().after(seconds: settling).sleep()
            try idle.add(web.process)
            try peer.add(json.process)
            var tokens: [String] = []
            for number in 1...WebEventsMeasurement.tokens { tokens.append(try daemon.token("bench-\(number)")) }
            let audience = try EventAudience(
                web,
                tokens: tokens,
                streamsOfToken: WebEventsMeasurement.streamsOfToken
            )
            Moment.now().after(seconds: settling).sleep()
            try withExtendedLifetime(audience) { () throws(BenchFault) in try withClients.add(web.process) }
            bench.stopAll()
        }
        func row(_ what: String, _ domo: [Double], _ peer: [Double]) -> Row {
            Row(
                number: number,
                what: "\(title): \(what)",
                unit: .megabytes,
                domo: .init(runs: domo),
                peerName: "\(JSONServerPeer.name), idle",
                peer: .init(runs: peer)
            )
        }
        return [
            row("resident", idle.resident, peer.resident),
            row("anonymous", idle.anonymous, peer.anonymous),
            row("resident, 1,000 clients", withClients.resident, peer.resident),
            row("anonymous, 1,000 clients", withClients.anonymous, peer.anonymous),
            Row(
                number: number,
                what: "size of domo-web, stripped",
                unit: .megabytes,
                domo: .init(runs: [try TextFile.megabytes("\(bench.programs)/domo-web")])
            ),
        ]
    }
}
