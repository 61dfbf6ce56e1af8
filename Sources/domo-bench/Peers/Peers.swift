import Glibc

/// nginx in one process, which answers everything with 204.
struct NginxServer {
    let port: UInt16

    /// The URL of the server for domo.
    var url: String { "http://127.0.0.1:\(port)/web/services/unsecureWebUI" }

    /// The signal that domo sends to turn on a binary element.
    func signal(for element: String) -> String { "\(url)?operation=enable&PERVMLSERVICENAME=\(element)" }

    /// - Parameter locations: additional nginx locations.
    static func start(
        _ bench: Workbench,
        on place: Processor.Place,
        locations: String = ""
    ) throws(BenchFault) -> NginxServer {
        let program = try Workbench.find("nginx", package: "nginx-light")
        let port = try Socket.freePort()
        let folder = bench.path("nginx")
        mkdir(folder, 0o700)
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
        let configuration = """
            daemon off; master_process off; worker_processes 1; pid \(folder)/pid; error_log stderr;
            events { worker_connections 1024; }
            http {
                access_log off; keepalive_requests 1000000000; keepalive_timeout 600s; \(temporary.joined(separator: " "))
                server { listen 127.0.0.1:\(port); \(locations) location / { return 204; } }
            }
            """
        try TextFile.write(configuration.utf8, to: "\(folder)/nginx.conf")
        let arguments = ["-e", "stderr", "-p", folder, "-c", "\(folder)/nginx.conf"]
        let process = try bench.start(program, arguments, on: place)
        _ = try Socket.connect(to: "nginx") { () throws(BenchFault) in
            guard !process.hasEnded else { throw BenchFault("nginx ended\(process.lastWords)") }
            return try Socket.connect(port: port)
        }
        return NginxServer(port: port)
    }
}

/// knxd with a dummy bus, listening only on a Unix socket: no more than what an idle domod does.
struct KNXDaemon {
    let program: String

    init() throws(BenchFault) {
        program = try Workbench.find("knxd", package: "knxd")
    }

    func arguments(socket: String) -> [String] { ["-e", "0.0.1", "-E", "0.0.2:8", "-u", socket, "dummy:"] }

    /// `EIB_OPEN_GROUPCON`, to write and read: length, type, three ignored bytes.
    private static let openGroupConnection: [UInt8] = [0, 5, 0, 0x26, 0, 0, 0]

    /// Opens a connection to all groups, and waits for the reply.
    static func openGroups(_ socket: Socket) throws(BenchFault) {
        try socket.write(openGroupConnection)
        let limit = Moment.now().after(seconds: 10)
        var answer: [UInt8] = []
        while answer.count < 4 {
            guard try socket.wait(for: POLLIN, until: limit) else { throw BenchFault("knxd did not answer") }
            // Telegrams can follow at once.
            var buffer = [UInt8](repeating: 0, count: 4 - answer.count)
            let result = buffer.withUnsafeMutableBytes { bytes in
                Result { () throws(BenchFault) in try socket.read(into: bytes) }
            }
            answer.append(contentsOf: buffer.prefix(try result.get()))
        }
        guard answer.starts(with: [0, 2, 0, 0x26]) else { throw BenchFault("knxd refused: \(answer)") }
    }
}

/// mosquitto on a loopback port, without persistence.
struct MosquittoServer {
    let port: UInt16

    static func start(_ bench: Workbench, on place: Processor.Place) throws(BenchFault) -> MosquittoServer {
        let program = try Workbench.find("mosquitto", package: "mosquitto")
        let port = try Socket.freePort()
        let file = bench.path("mosquitto.conf")
        let configuration = """
            listener \(port) 127.0.0.1
            allow_anonymous true
            persistence false
            set_tcp_nodelay true
            log_dest stderr
            log_type error

            """
        try TextFile.write(configuration.utf8, to: file)
        let process = try bench.start(program, ["-c", file], on: place)
        _ = try Socket.connect(to: "mosquitto") { () throws(BenchFault) in
            guard !process.hasEnded else { throw BenchFault("mosquitto ended\(process.lastWords)") }
            return try Socket.connect(port: port)
        }
        return MosquittoServer(port: port)
    }
}
