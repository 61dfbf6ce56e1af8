/// A running `domo-mqtt` for a daemon and a broker.
struct BridgeProcess {
    let process: ChildProcess

    /// Starts it, and waits until it is connected to the broker.
    static func start(
        _ bench: Workbench,
        daemon: DomoServer,
        broker: MosquittoServer,
        discovery: Bool = false,
        on place: Processor.Place
    ) throws(BenchFault) -> BridgeProcess {
        var arguments = ["--broker", "mqtt://127.0.0.1:\(broker.port)", "--socket", daemon.socketPath]
        if discovery { arguments += ["--discovery", "homeassistant"] }
        let process = try bench.start("\(bench.programs)/domo-mqtt", arguments, on: place)
        _ = try process.line(after: "domo-mqtt: connected to ")
        return BridgeProcess(process: process)
    }
}

extension DomoServer {
    /// The stable ID of a house, sector or element.
    func id(of path: String) throws(BenchFault) -> String {
        let answer = try connect().answer(Array("show \"\(path)\"\n".utf8))
        guard let start = answer.firstRange(of: #""id":""#) else { throw BenchFault("show \(path): \(answer)") }
        return String(answer[start.upperBound...].prefix { $0 != "\"" })
    }
}
