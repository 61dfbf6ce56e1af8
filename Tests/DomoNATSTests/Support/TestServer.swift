import DomoNATS
import DomoTestKit
import Glibc

/// A real nats-server with its own configuration and folder. It ends with its last reference or before.
final class TestServer: Sendable {
    let port: Int
    let folder: TemporaryFolder
    private let process: Monitor<ChildProcess?>

    /// - Parameter configuration: what comes after the address.
    init(port: Int? = nil, folder: TemporaryFolder? = nil, _ configuration: String) throws {
        self.folder = try folder ?? TemporaryFolder()
        self.port = try port ?? Loopback.freePort()
        process = Monitor(nil)
        try write(configuration)
        try start()
    }

    private var file: String { "\(folder.path)/nats.conf" }

    private func write(_ configuration: String) throws {
        try folder.write("nats.conf", "server_name: n1\nlisten: \"127.0.0.1:\(port)\"\n\(configuration)\n")
    }

    func start() throws {
        let child = try ChildProcess(try Self.program.get(), ["-c", file])
        process.change { $0 = child }
        try child.wait(for: "start") { $1.contains("Server is ready") ? () : nil }
    }

    /// Changes the configuration of the running server.
    func reload(_ configuration: String) throws {
        try write(configuration)
        send(SIGHUP)
    }

    func send(_ signal: Int32) { process.read { $0?.send(signal) } }

    /// Ends it with SIGKILL.
    func kill() { process.read { $0?.finish() } }

    deinit { kill() }

    func address(isTLS: Bool = false, host: String = "127.0.0.1") -> NATSAddress {
        NATSAddress(host: host, port: port, isTLS: isTLS)
    }

    /// The path of nats-server, which is installed the first time.
    private static let program: Result<String, any Error> = Result {
        let tests = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let run = try ChildProcess.run(
            "/bin/sh",
            ["/\(tests)/Peers/environment.sh", "nats", "NATS"],
            environment: [
                "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": getenv("HOME").map { String(cString: $0) } ?? "/",
            ],
            within: 300
        )
        guard run.status == 0, let line = run.output.split(separator: "\n").last, line.hasSuffix("/python") else {
            throw KitFault(description: "nats-server can't be installed: \(run)")
        }
        return line.dropLast("python".count) + "nats-server"
    }
}
