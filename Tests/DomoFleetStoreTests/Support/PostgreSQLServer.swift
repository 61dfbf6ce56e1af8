import DomoTestKit
import Glibc

@testable import DomoFleetStore

/// A real PostgreSQL 15 in a temporary folder, with a socket there and without a port. It runs as an unprivileged user,
/// because PostgreSQL refuses root. It ends with its last reference or before.
final class PostgreSQLServer: @unchecked Sendable {
    // Sendable because only one test starts and stops it; the rest never changes.
    private static let programs = "/usr/lib/postgresql/15/bin"

    private let folder: TemporaryFolder
    private var process: ChildProcess
    private let isDurable: Bool

    /// - Parameter isDurable: whether it writes to the disk as in use; else it is faster.
    init(isDurable: Bool = false) throws {
        folder = try TemporaryFolder()
        self.isDurable = isDurable
        if geteuid() == 0 {
            guard let user = getpwnam("postgres"), chown(folder.path, user.pointee.pw_uid, user.pointee.pw_gid) == 0
            else { throw KitFault(description: "no user postgres; install the package postgresql") }
        }
        let arguments = [
            "-D", "\(folder.path)/data", "-U", "domo", "--auth=trust", "-N", "-E", "UTF8", "--locale=C.UTF-8",
        ]
        let (program, words) = Self.unprivileged("initdb", arguments)
        let made = try ChildProcess.run(program, words, environment: Self.environment)
        guard made.status == 0 else { throw KitFault(description: "initdb: \(made)") }
        process = try Self.start(folder.path, isDurable)
    }

    private static let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]

    /// The command that runs a program of PostgreSQL in the same process, as the user postgres if this one is root.
    private static func unprivileged(_ program: String, _ arguments: [String]) -> (String, [String]) {
        let path = "\(programs)/\(program)"
        guard geteuid() == 0 else { return (path, arguments) }
        return ("/usr/bin/setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", path] + arguments)
    }

    private static func start(_ folder: String, _ isDurable: Bool) throws -> ChildProcess {
        let settings = [
            "unix_socket_directories=\(folder)", "listen_addresses=", "max_connections=20", "shared_buffers=128MB",
            "max_wal_size=4GB", "deadlock_timeout=100ms",
        ]
        let speed = isDurable ? [] : ["fsync=off"]
        let options = (settings + speed).flatMap { ["-c", $0] }
        let (program, words) = unprivileged("postgres", ["-D", "\(folder)/data"] + options)
        let process = try ChildProcess(program, words, environment: environment)
        _ = try process.wait(for: "start of PostgreSQL") { _, errors in
            errors.contains("ready to accept connections") ? true : nil
        }
        return process
    }

    func settings(database: String = "postgres", user: String = "domo") -> StoreSettings {
        StoreSettings(url: "postgresql:///\(database)?host=\(folder.path)&user=\(user)")
    }

    /// A new database; each test has its own.
    func makeDatabase() throws -> StoreSettings {
        let name = "test_\(UInt64.random(in: 0...UInt64.max))"
        let connection = try StoreConnection(settings())
        defer { connection.close() }
        try connection.run("CREATE DATABASE \(name)")
        return settings(database: name)
    }

    /// Kills all its processes at once, as if the machine stopped.
    func crash() throws {
        let children = try Self.children(of: process.pid)
        // Stopped, it starts no other.
        process.send(SIGSTOP)
        for child in children { kill(child, SIGKILL) }
        process.finish()
    }

    private static func children(of process: pid_t) throws -> [pid_t] {
        guard let file = fopen("/proc/\(process)/task/\(process)/children", "re") else {
            throw KitFault(call: "the children of \(process)")
        }
        defer { fclose(file) }
        var children: [pid_t] = []
        var child: pid_t = 0
        while withUnsafeMutablePointer(to: &child, { withVaList([$0]) { vfscanf(file, "%d", $0) } }) == 1 {
            children.append(child)
        }
        return children
    }

    func startAgain() throws { process = try Self.start(folder.path, isDurable) }

    func freeze() { process.send(SIGSTOP) }
    func thaw() { process.send(SIGCONT) }

    /// How often it has become ready since it was started.
    var starts: Int { Self.starts(in: process.errorOutput) }

    private static func starts(in log: String) -> Int {
        log.split(separator: "\n").count { $0.hasSuffix("ready to accept connections") }
    }

    /// Waits until it is ready again after one of its processes crashed.
    func waitForStart(_ count: Int) throws {
        _ = try process.wait(for: "restart of PostgreSQL") { Self.starts(in: $1) >= count ? true : nil }
    }

    func stop() {
        // Immediate shutdown: nothing in the folder is needed any more.
        process.send(SIGQUIT)
        do {
            try process.waitForEnd()
        } catch {
            process.finish()
        }
        folder.remove()
    }

    deinit { stop() }
}
