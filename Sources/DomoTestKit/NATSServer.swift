import Glibc

/// A real nats-server with JetStream, until it is released.
public final class NATSServer: Sendable {
    public let port: Int
    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// - Parameter users: the configuration of the account of the fleet.
    public init(users: String) throws {
        folder = try TemporaryFolder()
        port = try Loopback.freePort()
        let file = try folder.write(
            "nats.conf",
            """
            server_name: n1
            listen: "127.0.0.1:\(port)"
            max_payload: 256KB
            jetstream { store_dir: "\(folder.path)/js", max_mem: 16MB, max_file: 64MB }
            accounts { FLEET { jetstream: enabled
            \(users)
            } }

            """
        )
        process = try ChildProcess(try Self.program.get(), ["-c", file])
        try process.wait(for: "start") { $1.contains("Server is ready") ? () : nil }
    }

    deinit { process.finish() }

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
