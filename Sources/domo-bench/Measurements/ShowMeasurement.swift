import Glibc

/// `show` over one connection, compared with a server of bare system calls that reads and writes as many bytes, and
/// over 50 connections, compared with an echo server.
///
/// The client runs on the first core, all servers on the second.
enum ShowMeasurement: Measurement {
    static let number = 3
    static let title = "show"

    private static let runs = 7
    private static let secondsOfRun = 0.7
    private static let line = Array("show Buzzer\n".utf8)

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        // The server of the house is never used: its port is closed.
        let server = "http://127.0.0.1:\(try Socket.freePort())/"
        let daemon = try DomoServer.start(bench, home: bench.modelHouse, server: server, on: .server)
        let length = try daemon.connect().answerLength(line)
        let epoll = try Echo(bench, "epoll line echo", "epoll-echo-server", ["\(length)"], expectedPrefix: "x")
        let nio = try Echo(bench, "NIO line echo", "echo-server", expectedPrefix: "show")
        return try Processor.on(.client) { () throws(BenchFault) in
            [
                try compare(daemon, nio, connections: 50, outstanding: 1, target: .atLeast(0.65)),
                try compare(daemon, nio, connections: 50, outstanding: 16, target: .atLeast(0.35)),
                try compare(daemon, epoll, connections: 1, outstanding: 1, target: .atLeast(0.85)),
            ]
        }
    }

    /// A peer implemented by this program.
    private struct Echo {
        let name: String
        private let process: ChildProcess
        private let path: String
        private let expectedPrefix: String

        init(
            _ bench: Workbench,
            _ name: String,
            _ part: String,
            _ arguments: [String] = [],
            expectedPrefix: String
        ) throws(BenchFault) {
            self.name = name
            self.expectedPrefix = expectedPrefix
            path = bench.path("echo.sock")
            process = try bench.start("/proc/self/exe", [part, path] + arguments, on: .server)
        }

        func connect() throws(BenchFault) -> LineClient {
            let socket = try Socket.connect(to: "the \(name)") { () throws(BenchFault) in
                guard !process.hasEnded else { throw BenchFault("the \(name) ended\(process.lastWords)") }
                return try Socket.connect(path: path)
            }
            return LineClient(socket, expectedPrefix: expectedPrefix)
        }
    }

    private static func compare(
        _ daemon: DomoServer,
        _ echo: Echo,
        connections: Int,
        outstanding: Int,
        target: Row.Target
    ) throws(BenchFault) -> Row {
        let domo = try load(connections, outstanding, daemon.connect)
        let peer = try load(connections, outstanding, echo.connect)
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
        let noun = connections == 1 ? "connection" : "connections"
        return Row(
            number: number,
            what: "\(title) over \(connections) \(noun), \(outstanding) outstanding",
            unit: .perSecond,
            domo: .init(runs: domoRates),
            peerName: echo.name,
            peer: .init(runs: peerRates),
            target: target
        )
    }

    private static func load(
        _ connections: Int,
        _ outstanding: Int,
        _ connect: () throws(BenchFault) -> LineClient
    ) throws(BenchFault) -> LineLoad {
        var clients: [LineClient] = []
        for _ in 0..<connections { clients.append(try connect()) }
        return LineLoad(clients: clients, line: line, outstanding: outstanding)
    }
}
