import DomoTestKit
import Glibc

/// A program with its arguments, which can be started many times.
final class Command {
    private let launcher: Launcher
    private let log: String

    /// - Parameters:
    ///   - environment: the whole environment; only `PATH` is inherited.
    ///   - log: the file for the program's output.
    init(_ path: String, _ arguments: [String], environment: [String: String] = [:], log: String) {
        let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let usual = ["PATH": search, "LC_ALL": "C.UTF-8"]
        launcher = Launcher(path, arguments, environment: usual.merging(environment) { $1 })
        self.log = log
    }

    /// Starts it on the cores of the calling thread.
    /// - Parameter output: the descriptor for its standard output; nil for the log.
    func start(output: Int32? = nil) throws(BenchFault) -> ChildProcess {
        let descriptors: [Launcher.Descriptor] = [
            .file(STDIN_FILENO, "/dev/null", flags: O_RDONLY),
            .file(STDOUT_FILENO, log, flags: O_WRONLY | O_CREAT | O_APPEND), .same(STDERR_FILENO, as: STDOUT_FILENO),
        ]
        let pid = try BenchFault.of { () throws(KitFault) in
            try launcher.start(descriptors + (output.map { [.same(STDOUT_FILENO, as: $0)] } ?? []))
        }
        return ChildProcess(pid: pid, name: launcher.path, log: log)
    }
}
