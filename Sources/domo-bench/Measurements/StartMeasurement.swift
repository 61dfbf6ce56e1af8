import Glibc

/// The time from exec to the first reply: with the model house, compared with knxd's time to its first group
/// connection; and with 100,000 elements that all have a reading in the history, compared with an empty history.
///
/// The bench tries to connect every 50 µs, on the first core; the daemons start on the second.
enum StartMeasurement: Measurement {
    static let number = 7
    static let title = "exec to first answer"

    private static let pairs = 41
    private static let pause: useconds_t = 50
    private static let elements = 100_000
    private static let largePairs = 11
    /// In milliseconds.
    private static let limit = 220.0

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        // The server of the house is never used: its port is closed.
        let server = "http://127.0.0.1:\(try Socket.freePort())/"
        return [try startModelHouse(bench, server)] + (try startLargeHouse(bench, server))
    }

    private static func startModelHouse(_ bench: Workbench, _ server: String) throws(BenchFault) -> Row {
        let knxd = try KNXDaemon()
        var domoTimes: [Double] = []
        var knxdTimes: [Double] = []
        for pair in 0...pairs {
            let state = bench.path("state")
            let domoTime = try startDomo(bench, home: bench.modelHouse, server: server, state: state)
            let knxPath = bench.path("knx.sock")
            let knxdTime = try milliseconds(
                bench,
                knxd.program,
                knxd.arguments(socket: knxPath),
                socket: knxPath,
                KNXDaemon.openGroups
            )
            // The first pair warms up: the programs are loaded into memory.
            guard pair > 0 else { continue }
            domoTimes.append(domoTime)
            knxdTimes.append(knxdTime)
        }
        return Row(
            number: number,
            what: title,
            unit: .milliseconds,
            domo: .init(runs: domoTimes),
            peerName: "knxd",
            peer: .init(runs: knxdTimes),
            target: .atMost(2)
        )
    }

    private static func startLargeHouse(_ bench: Workbench, _ server: String) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.write(elements: elements, to: home)
        let filled = bench.path("state")
        let empty = bench.path("state")
        mkdir(filled, 0o700)
        try HistoryFile.write(readingsOf: HouseFile.paths(elements: elements), to: "\(filled)/history.sqlite")
        let last = Array("show E\(elements - 1)\n".utf8)
        var filledTimes: [Double] = []
        var emptyTimes: [Double] = []
        for pair in 0...largePairs {
            let filledTime = try startDomo(bench, home: home, server: server, state: filled) {
                client throws(BenchFault) in
                // The first pair also checks that the readings are loaded.
                if pair == 0 { try client.await(last, "confirmed", seconds: 1) }
            }
            let emptyTime = try startDomo(bench, home: home, server: server, state: empty)
            guard pair > 0 else { continue }
            filledTimes.append(filledTime)
            emptyTimes.append(emptyTime)
        }
        let what = "start with 100,000 elements and a filled history"
        return [
            Row(
                number: number,
                what: what,
                unit: .milliseconds,
                domo: .init(runs: filledTimes),
                peerName: "empty history",
                peer: .init(runs: emptyTimes),
                target: nil
            ),
            Row(
                number: number,
                what: "\(what), limit",
                unit: .milliseconds,
                domo: .init(runs: filledTimes),
                peerName: "the limit",
                peer: .init(runs: [limit]),
                target: .atMost(1)
            ),
        ]
    }

    /// - Parameter afterwards: called with the client before the daemon is stopped.
    /// - Returns: the time from exec to the reply, in milliseconds.
    private static func startDomo(
        _ bench: Workbench,
        home: String,
        server: String,
        state: String,
        afterwards: (LineClient) throws(BenchFault) -> Void = { _ in }
    ) throws(BenchFault) -> Double {
        let socketPath = bench.path("domo.sock")
        return try milliseconds(
            bench,
            "\(bench.programs)/domod",
            ["--home", home, "--server", server, "--socket", socketPath, "--state", state, "--log-level", "error"],
            socket: socketPath
        ) { socket throws(BenchFault) in
            let client = LineClient(socket, expectedPrefix: DomoServer.okPrefix)
            try client.ask(DomoServer.statusLine)
            try afterwards(client)
        }
    }

    private static func milliseconds(
        _ bench: Workbench,
        _ program: String,
        _ arguments: [String],
        socket path: String,
        _ ask: (Socket) throws(BenchFault) -> Void
    ) throws(BenchFault) -> Double {
        try Processor.on(.client) { () throws(BenchFault) in
            let start = Moment.now()
            let process = try bench.start(program, arguments, on: .server)
            let limit = start.after(seconds: 10)
            var connected: Socket?
            while connected == nil {
                connected = try Socket.connect(path: path)
                guard connected == nil else { break }
                guard !process.hasEnded else { throw BenchFault("\(program) ended\(process.lastWords)") }
                guard Moment.now() < limit else { throw BenchFault("\(program) did not listen within 10 s") }
                usleep(pause)
            }
            if let connected { try ask(connected) }
            let milliseconds = Moment.now().since(start) * 1000
            bench.stop(process)
            return milliseconds
        }
    }
}
