/// Runs xknx, with Tests/Peers/KNX/xknx_bench.py.
struct XKNXPeer {
    private static let script = "Tests/Peers/KNX/xknx_bench.py"

    let process: ChildProcess
    private let client: LineClient

    /// - Parameter bus: the bus for its tunnel; nil for none.
    static func start(
        _ bench: Workbench,
        bus: KNXBus? = nil,
        on place: Processor.Place
    ) throws(BenchFault) -> XKNXPeer {
        guard let python = bench.pythons.xknx else {
            throw BenchFault("missing Python with xknx; use make bench, or --python \"$(sh \(environment))\"")
        }
        let path = bench.path("xknx.sock")
        let process = try bench.start(python, ["-B", script, path] + (bus.map { ["\($0.port)"] } ?? []), on: place)
        let socket = try Socket.connect(to: "xknx") { () throws(BenchFault) in
            guard !process.hasEnded else { throw BenchFault("xknx ended\(process.lastWords)") }
            return try Socket.connect(path: path)
        }
        return XKNXPeer(process: process, client: LineClient(socket, expectedPrefix: DomoServer.okPrefix))
    }

    private static let environment = "Tests/Peers/environment.sh knx KNX"

    /// - Returns: how long it took, in seconds.
    func measure(_ line: String) throws(BenchFault) -> Double {
        let start = Moment.now()
        do {
            try client.ask(Array("\(line)\n".utf8), seconds: 120)
        } catch {
            throw BenchFault("xknx: \(error)\(process.lastWords)")
        }
        return Moment.now().since(start)
    }
}
