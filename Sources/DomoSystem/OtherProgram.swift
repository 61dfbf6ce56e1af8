import Glibc

/// A program that this one becomes, or that serves it.
public enum OtherProgram {
    /// Where a program is: beside this one, or in a folder of PATH. Nil if it is in none of them.
    public static func path(of name: String) -> String? { paths(of: name).first { access($0, X_OK) == 0 } }

    /// Where a program may be: beside this one, then in the folders of PATH.
    public static func paths(of name: String) -> [String] {
        var folders: [String] = []
        if let own = ownPath { folders.append(own.parentFolder) }
        if let path = getenv("PATH") {
            // An empty entry is the current folder.
            folders += String(cString: path).split(separator: ":", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "." : String($0) }
        }
        return folders.map { "\($0)/\(name)" }
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
        let server = try ChildProgram.start(path, arguments)
        // It stays open in what this process becomes.
        _ = fcntl(server.input, F_SETFD, 0)
        return server.output
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
