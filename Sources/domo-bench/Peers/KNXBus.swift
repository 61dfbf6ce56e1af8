/// A running knxd without a real bus: clients use a UDP tunnel or its socket.
struct KNXBus {
    let port: UInt16
    /// The path of its socket.
    let path: String

    var url: String { "knx://127.0.0.1:\(port)" }

    /// domo's configuration for it, with a high rate, so that the rate limit does not affect the figures.
    var configuration: String { "server: {url: \"\(url)\", rate: 10000}\n" }

    static func start(_ bench: Workbench, on place: Processor.Place) throws(BenchFault) -> KNXBus {
        let program = try KNXDaemon().program
        let bus = KNXBus(port: try Socket.freeDatagramPort(), path: bench.path("knx.sock"))
        // -S sets the port of the tunnels; nobody joins the multicast group.
        let arguments = [
            "-f", "5", "-e", "0.0.1", "-E", "0.0.2:8", "-D", "-T", "-S224.0.23.12:\(bus.port)", "-u", bus.path, "-b",
            "dummy:",
        ]
        let process = try bench.start(program, arguments, on: place)
        let socket = try Socket.connect(to: "knxd") { () throws(BenchFault) in
            guard !process.hasEnded else { throw BenchFault("knxd ended\(process.lastWords)") }
            return try Socket.connect(path: bus.path)
        }
        try KNXDaemon.openGroups(socket)
        return bus
    }

    /// Starts a daemon whose house is on the bus, and waits for the connection.
    func startDaemon(
        _ bench: Workbench,
        home: String,
        on place: Processor.Place
    ) throws(BenchFault) -> (daemon: DomoServer, client: LineClient) {
        let daemon = try DomoServer.start(bench, home: home, server: url, configuration: configuration, on: place)
        let client = try daemon.connect()
        try client.await(DomoServer.statusLine, #""reachable":true"#, seconds: 10)
        return (daemon, client)
    }

    /// A connection to all groups, to write to them.
    func connect() throws(BenchFault) -> Socket {
        let path = path
        let socket = try Socket.connect(to: "knxd") { () throws(BenchFault) in try Socket.connect(path: path) }
        try KNXDaemon.openGroups(socket)
        return socket
    }

    /// `EIB_GROUP_PACKET`: a write of a bit to a group.
    static func groupWrite(_ group: UInt16, bit: Bool) -> [UInt8] {
        [0, 6, 0, 0x27, UInt8(group >> 8), UInt8(group & 0xFF), 0, bit ? 0x81 : 0x80]
    }
}
