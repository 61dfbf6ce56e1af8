import Glibc

/// A real nats-server with its own configuration and folder. It ends with its last reference or before.
public final class NATSServer: Sendable {
    public let port: Int
    public let folder: TemporaryFolder
    private let process: Monitor<ChildProcess?>

    /// - Parameter configuration: what comes after the address.
    public init(port: Int? = nil, folder: TemporaryFolder? = nil, _ configuration: String) throws {
        self.folder = try folder ?? TemporaryFolder()
        self.port = try port ?? Loopback.freePort()
        process = Monitor(nil)
        try write(configuration)
        try start()
    }

    /// A server of a fleet, with JetStream.
    ///
    /// - Parameters:
    ///   - fleet: the file that the operator's commands wrote, relative to the folder.
    ///   - more: other configuration.
    public convenience init(port: Int, folder: TemporaryFolder, fleet: String, _ more: String = "") throws {
        try self.init(
            port: port,
            folder: folder,
            """
            max_payload: 256KB
            jetstream { store_dir: "\(folder.path)/js", max_mem: 16MB, max_file: 64MB }
            include "\(fleet)"
            \(more)
            """
        )
    }

    private var file: String { "\(folder.path)/nats.conf" }

    private func write(_ configuration: String) throws {
        try folder.write("nats.conf", "server_name: n1\nlisten: \"127.0.0.1:\(port)\"\n\(configuration)\n")
    }

    /// Starts it again after `kill`.
    public func start() throws {
        let child = try ChildProcess(try Self.program.get(), ["-c", file])
        process.change { $0 = child }
        try child.wait(for: "start") { $1.contains("Server is ready") ? () : nil }
    }

    /// Changes the configuration of the running server.
    public func reload(_ configuration: String) throws {
        try write(configuration)
        send(SIGHUP)
    }

    public func send(_ signal: Int32) { process.read { $0?.send(signal) } }

    /// Ends it with SIGKILL.
    public func kill() { process.read { $0?.finish() } }

    deinit { kill() }

    /// The path of nats-server, which is installed the first time.
    private static let program: Result<String, any Error> = Result {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let home = getenv("HOME").map { String(cString: $0) } ?? "/"
        let run = try ChildProcess.run(
            "/bin/sh",
            ["/\(root)/Tests/Peers/environment.sh", "nats", "NATS"],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home],
            within: 300
        )
        guard run.status == 0, let line = run.output.split(separator: "\n").last, line.hasSuffix("/python") else {
            throw KitFault(description: "nats-server can't be installed: \(run)")
        }
        return line.dropLast("python".count) + "nats-server"
    }
}
