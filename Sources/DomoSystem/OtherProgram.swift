import Glibc

/// A program that this one becomes, or that serves it.
public enum OtherProgram {
    /// Where a program is: beside this one, or in a folder of PATH. Nil if it is in none of them.
    public static func path(of name: String) -> String? {
        var folders: [String] = []
        if let own = ownPath, let slash = own.lastIndex(of: "/") { folders.append(String(own[..<slash])) }
        if let path = getenv("PATH") {
            // An empty entry is the current folder.
            folders += String(cString: path).split(separator: ":", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "." : String($0) }
        }
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// The path of this program.
    public static var ownPath: String? { FileBytes.realPath("/proc/self/exe") }

    /// Replaces this process with a program, which gets all signals.
    ///
    /// - Parameter arguments: without the name of the program.
    /// - Returns: why it could not be started.
    public static func become(_ path: String, _ arguments: [String]) -> FileBytes.Fault {
        // Threads of the runtime block signals, and the program would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        execv(path, &words)
        return .last()
    }

    /// Starts a program that serves this process, also after it became another one. Its standard input ends when the
    /// process has ended, and it gets no signals of the terminal.
    ///
    /// - Parameter arguments: without the name of the program.
    /// - Returns: the descriptor of its standard output, for reading.
    public static func startServer(_ path: String, _ arguments: [String]) throws(FileBytes.Fault) -> CInt {
        var (input, output): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        guard pipe(&input) == 0 else { throw .last() }
        guard pipe(&output) == 0 else {
            let fault = FileBytes.Fault.last()
            for end in input { close(end) }
            throw fault
        }
        // The write end of its input stays open in what this process becomes.
        for end in [input[0]] + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let error = spawn(path, arguments, input, output)
        close(input[0])
        close(output[1])
        guard error == 0 else {
            close(input[1])
            close(output[0])
            throw FileBytes.Fault(message: String(cString: strerror(error)), code: error)
        }
        return output[0]
    }

    /// - Returns: 0, or an error number.
    private static func spawn(_ path: String, _ arguments: [String], _ input: [CInt], _ output: [CInt]) -> CInt {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, input[1])
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP)
        )
        var pid: pid_t = 0
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        return posix_spawn(&pid, path, &actions, &attributes, &words, environ)
    }

    /// Reads a line of at most 4 KiB, without its line feed; nil if the output ends before it.
    public static func readLine(from descriptor: CInt) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4096 {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    /// Blocks until the standard input ends.
    public static func waitForEndOfInput() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while true {
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count == 0 || count < 0 && errno != EINTR { return }
        }
    }
}
