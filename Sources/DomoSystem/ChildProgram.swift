import Glibc

/// A child process with pipes at its standard input and output. Its standard error is that of this process.
public struct ChildProgram: Sendable {
    public let pid: Int32
    /// The read end of its standard output.
    public let output: CInt
    /// The write end of its standard input. No other process holds it, so it is closed however this process ends.
    public let input: CInt

    /// - Parameters:
    ///   - program: the path of the program.
    ///   - environment: `NAME=value`; nil for that of this process.
    public static func start(
        _ program: String,
        _ arguments: [String],
        environment: [String]? = nil
    ) throws(FileBytes.Fault) -> ChildProgram {
        var (toChild, fromChild): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        guard pipe(&toChild) == 0 else { throw .last() }
        guard pipe(&fromChild) == 0 else {
            let fault = FileBytes.Fault.last()
            for end in toChild { close(end) }
            throw fault
        }
        // No child inherits these descriptors; its own ends are duplicated as its standard input and output.
        for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var pid: pid_t = 0
        let error = spawn(program, arguments, environment, input: toChild[0], output: fromChild[1], pid: &pid)
        close(toChild[0])
        close(fromChild[1])
        guard error == 0 else {
            close(toChild[1])
            close(fromChild[0])
            throw FileBytes.Fault(message: String(cString: strerror(error)), code: error)
        }
        return ChildProgram(pid: pid, output: fromChild[0], input: toChild[1])
    }

    /// - Returns: 0, or an error number.
    private static func spawn(
        _ program: String,
        _ arguments: [String],
        _ environment: [String]?,
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
        // The child would inherit the signals that this process ignores, or a thread of it blocks.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A separate process group: Ctrl-C is for this process, which may have something to finish.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)
        )
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = (environment ?? []).map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        return variables.withUnsafeMutableBufferPointer { variables in
            let given = environment == nil ? environ : variables.baseAddress
            return posix_spawn(&pid, program, &actions, &attributes, &words, given)
        }
    }

    /// Blocks until the process has ended.
    /// - Returns: how it ended, for people.
    public func waitForEnd() -> String {
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { return "ended" }
        }
        let signal = status & 0x7F
        return signal == 0 ? "ended with status \((status >> 8) & 0xFF)" : "was killed by signal \(signal)"
    }
}
