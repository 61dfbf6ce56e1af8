/// domo-sim as a house on a KNX bus, at the speed of TP1.
struct KNXSimulator {
    let url: String

    static func start(_ bench: Workbench, home: String, on place: Processor.Place) throws(BenchFault) -> KNXSimulator {
        let program = "\(bench.programs)/domo-sim"
        let process = try bench.start(program, [home, "--port", "0", "--knx", "--knx-port", "0", "--quiet"], on: place)
        return KNXSimulator(url: "knx://\(try process.line(after: "listening on knx://"))")
    }
}
