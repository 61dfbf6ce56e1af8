import Glibc

/// A program with its arguments, which can be started many times.
final class Command {
    let path: String
    private let arguments: CStrings
    private let environment: CStrings
    private let log: String

    /// - Parameters:
    ///   - environment: the whole environment; only `PATH` is inherited.
    ///   - log: the file for the program's output.
    init(_ path: String, _ arguments: [String], environment: [String: String] = [:], log: String) {
        self.path = path
        self.arguments = CStrings([path] + arguments)
        let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        self.environment = CStrings(["PATH=\(search)", "LC_ALL=C.UTF-8"] + environment.map { "\($0)=\($1)" })
        self.log = log
    }

    /// Starts it on the cores of the calling thread.
    /// - Parameter output: the descriptor for its standard output; nil for the log.
    func start(output: Int32? = nil) throws(BenchFault) -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
        // The bench blocks SIGCHLD; its children start without blocked signals.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let status = posix_spawn(&pid, path, &actions, &attributes, arguments.pointers, environment.pointers)
        guard status == 0 else { throw BenchFault("\(path): \(String(cString: strerror(status)))") }
        return ChildProcess(pid: pid, name: path, log: log)
    }
}

/// A null-terminated array of C strings.
final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    let count: Int

    init(_ strings: [String]) {
        count = strings.count
        pointers = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() { (pointers + index).initialize(to: strdup(string)) }
        (pointers + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}
