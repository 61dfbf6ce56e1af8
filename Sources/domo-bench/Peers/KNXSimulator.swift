/// domo-sim as a house on a KNX bus, at the pace of TP1.
struct KNXSimulator {
    let url: String

    static func start(_ bench: Workbench, home: String, on place: Processor.Place) throws(BenchFault) -> KNXSimulator {
        let program = "\(bench.programs)/domo-sim"
        let process = try bench.start(program, [home, "--port", "0", "--knx", "--knx-port", "0", "--quiet"], on: place)
        let prefix = "listening on knx://"
        let limit = Moment.now().after(seconds: 10)
        while Moment.now() < limit {
            let lines = try TextFile.read(process.log).split(separator: "\n", omittingEmptySubsequences: false)
                .dropLast()
            if let line = lines.first(where: { $0.hasPrefix(prefix) }) {
                return KNXSimulator(url: "knx://\(line.dropFirst(prefix.count))")
            }
            guard !process.hasEnded else { throw BenchFault("domo-sim ended\(process.lastWords)") }
            Moment.now().after(seconds: 0.02).sleep()
        }
        throw BenchFault("domo-sim did not listen within 10 s")
    }
}
