import Glibc

/// `show` over 50 connections beside a server that gives the same lines back.
///
/// The client runs on the first core, either server on the second.
enum ShowMeasurement: Measurement {
    static let number = 3
    static let title = "show over 50 connections"

    private static let connections = 50
    private static let runs = 7
    private static let secondsOfRun = 0.7
    private static let line = "show Buzzer\n"

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        // Nothing is sent to the server of the house: its port is closed.
        let server = "http://127.0.0.1:\(try Socket.freePort())/"
        let daemon = try DomoServer.start(bench, home: bench.modelHouse, server: server, on: .answering)
        let echoPath = bench.path("echo.sock")
        let echo = try bench.start("/proc/self/exe", ["echo-server", echoPath], on: .answering)
        return try Processor.on(.asking) { () throws(BenchFault) in
            var rows: [Row] = []
            for outstanding in [1, 16] {
                let domo = try load(outstanding) { () throws(BenchFault) in try daemon.connect() }
                let peer = try load(outstanding) { () throws(BenchFault) in
                    let socket = try Socket.connect(to: "the echo server") { () throws(BenchFault) in
                        guard !echo.hasEnded else { throw BenchFault("the echo server ended\(echo.lastWords)") }
                        return try Socket.connect(path: echoPath)
                    }
                    return LineClient(socket, promise: "show")
                }
                rows.append(try compare(domo, peer, outstanding: outstanding))
            }
            return rows
        }
    }

    private static func load(
        _ outstanding: Int,
        _ connect: () throws(BenchFault) -> LineClient
    ) throws(BenchFault) -> LineLoad {
        var clients: [LineClient] = []
        for _ in 0..<connections { clients.append(try connect()) }
        return LineLoad(clients: clients, line: Array(line.utf8), outstanding: outstanding)
    }

    private static func compare(_ domo: LineLoad, _ peer: LineLoad, outstanding: Int) throws(BenchFault) -> Row {
        var domoRates: [Double] = []
        var peerRates: [Double] = []
        for run in 0...runs {
            let domoRate = try domo.run(seconds: secondsOfRun)
            let peerRate = try peer.run(seconds: secondsOfRun)
            // The first run warms up.
            guard run > 0 else { continue }
            domoRates.append(domoRate)
            peerRates.append(peerRate)
        }
        return Row(
            number: number,
            what: "\(title), \(outstanding) outstanding",
            unit: .perSecond,
            domo: .init(runs: domoRates),
            peerName: "NIO line echo",
            peer: .init(runs: peerRates),
            target: outstanding == 1 ? .atLeast(0.5) : nil
        )
    }
}
