import Glibc

/// A child process with pipes at its standard input and output. Its standard error is the daemon's.
struct ChildProgram: Sendable {
    struct Failure: Error {
        var message: String

        static func last(_ what: String) -> Failure { Failure(message: "\(what): \(String(cString: strerror(errno)))") }
    }

    let pid: pid_t
    /// The read end of its standard output.
    let output: CInt
    /// The write end of its standard input. No other process holds it, so it is closed however the daemon ends.
    let input: CInt

    /// - Parameter program: the path of the program.
    static func start(_ program: String, _ arguments: [String]) throws(Failure) -> ChildProgram {
        var (toChild, fromChild): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        guard pipe(&toChild) == 0 else { throw .last("pipe") }
        guard pipe(&fromChild) == 0 else {
            let failure = Failure.last("pipe")
            for end in toChild { close(end) }
            throw failure
        }
        // No child inherits these descriptors; its own ends are duplicated as its standard input and output.
        for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var pid: pid_t = 0
        let error = spawn(program, arguments, input: toChild[0], output: fromChild[1], pid: &pid)
        close(toChild[0])
        close(fromChild[1])
        guard error == 0 else {
            close(toChild[1])
            close(fromChild[0])
            throw Failure(message: "\(program): \(String(cString: strerror(error)))")
        }
        return ChildProgram(pid: pid, output: fromChild[0], input: toChild[1])
    }

    /// - Returns: 0, or an error number.
    private static func spawn(
        _ program: String,
        _ arguments: [String],
        input: CInt,
        output: CInt,
        pid: inout pid_t
    ) -> CInt {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The child would inherit the signals that the daemon ignores.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A separate process group: Ctrl-C is for the daemon, which still has orders to finish.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)
        )
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var settings = environment.map { strdup($0) } + [nil]
        defer { for word in words + settings { free(word) } }
        return posix_spawn(&pid, program, &actions, &attributes, &words, &settings)
    }

    /// The environment that a program needs to find its libraries. Without the last variable its runtime logs that it
    /// can't set the priority of threads.
    private static var environment: [String] {
        ["PATH", "LD_LIBRARY_PATH"].compactMap { (name: String) in
            getenv(name).map { value in "\(name)=\(String(cString: value))" }
        } + ["LIBDISPATCH_LOG=NO"]
    }

    /// Blocks until the process has ended.
    /// - Returns: how it ended, for people.
    func waitForEnd() -> String {
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { return "ended" }
        }
        let signal = status & 0x7F
        return signal == 0 ? "ended with status \((status >> 8) & 0xFF)" : "was killed by signal \(signal)"
    }
}
