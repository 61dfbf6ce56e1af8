/// The memory of an idle domod with the model house beside that of an idle knxd.
enum MemoryMeasurement: Measurement {
    static let number = 6
    static let title = "idle memory"

    private static let runs = 5
    private static let settling = 0.5

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let knxd = try KNXDaemon()
        let server = "http://127.0.0.1:\(try Socket.freePort())/"
        var domo = Memory()
        var peer = Memory()
        for _ in 0..<runs {
            let daemon = try DomoServer.start(bench, home: bench.modelHouse, server: server, on: .anywhere)
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
            bench.stopAll()
        }
        return [
            Row(
                number: number,
                what: "\(title): resident",
                unit: .megabytes,
                domo: .init(runs: domo.resident),
                peerName: "knxd",
                peer: .init(runs: peer.resident),
                target: .atMost(3)
            ),
            Row(
                number: number,
                what: "\(title): proportional share",
                unit: .megabytes,
                domo: .init(runs: domo.proportional),
                peerName: "knxd",
                peer: .init(runs: peer.proportional),
                target: nil
            ),
            Row(
                number: number,
                what: "\(title): anonymous",
                unit: .megabytes,
                domo: .init(runs: domo.anonymous),
                peerName: "knxd",
                peer: .init(runs: peer.anonymous),
                target: nil
            ),
        ]
    }

    /// In megabytes, a value for each run.
    private struct Memory {
        var resident: [Double] = []
        var proportional: [Double] = []
        /// What is the process's own and stands in no file: heap, stacks, data that was written to.
        var anonymous: [Double] = []

        mutating func add(_ process: ChildProcess) throws(BenchFault) {
            resident.append(Double(try process.residentMemory()) / 1_048_576)
            proportional.append(Double(try process.proportionalMemory()) / 1_048_576)
            anonymous.append(Double(try process.anonymousMemory()) / 1_048_576)
        }
    }
}
