import Glibc

/// The time from exec until `status` is answered, model house, beside knxd's until a group connection stands.
///
/// The bench tries to connect every 50 µs, on the first core; either daemon starts on the second.
enum StartMeasurement: Measurement {
    static let number = 7
    static let title = "exec to first answer"

    private static let pairs = 41
    private static let pause: useconds_t = 50

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let knxd = try KNXDaemon()
        let server = "http://127.0.0.1:\(try Socket.freePort())/"
        var domoTimes: [Double] = []
        var knxdTimes: [Double] = []
        for pair in 0...pairs {
            let domoPath = bench.path("domo.sock")
            let domoTime = try milliseconds(
                bench,
                "\(bench.programs)/domod",
                [
                    "--home", bench.modelHouse, "--server", server, "--socket", domoPath, "--state",
                    bench.path("state"), "--log-level", "error",
                ],
                socket: domoPath
            ) { socket throws(BenchFault) in
                try LineClient(socket, promise: DomoServer.okPromise).ask(DomoServer.statusLine)
            }
            let knxPath = bench.path("knx.sock")
            let knxdTime = try milliseconds(
                bench,
                knxd.program,
                knxd.arguments(socket: knxPath),
                socket: knxPath,
                KNXDaemon.openGroups
            )
            // The first pair warms up: the programs come into memory.
            guard pair > 0 else { continue }
            domoTimes.append(domoTime)
            knxdTimes.append(knxdTime)
        }
        return [
            Row(
                number: number,
                what: title,
                unit: .milliseconds,
                domo: .init(runs: domoTimes),
                peerName: "knxd",
                peer: .init(runs: knxdTimes),
                target: .atMost(2)
            )
        ]
    }

    private static func milliseconds(
        _ bench: Workbench,
        _ program: String,
        _ arguments: [String],
        socket path: String,
        _ ask: (Socket) throws(BenchFault) -> Void
    ) throws(BenchFault) -> Double {
        try Processor.on(.asking) { () throws(BenchFault) in
            let start = Moment.now()
            let process = try bench.start(program, arguments, on: .answering)
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
