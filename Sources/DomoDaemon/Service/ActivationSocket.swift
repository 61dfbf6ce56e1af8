import DomoLanguage
import Glibc

/// A control socket created by the service manager, which listens on it until the daemon does: sd_listen_fds(3).
struct ActivationSocket: Sendable {
    /// The first file descriptor that the service manager passes.
    static let first: CInt = 3

    let descriptor: CInt
    /// The path in the file system.
    let path: String

    /// Takes the socket that the environment names, and removes it from the environment. A child process does not
    /// inherit it.
    ///
    /// - Returns: nil if there is none.
    static func ofProcess() throws(StartFault) -> ActivationSocket? {
        defer { for name in ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"] { unsetenv(name) } }
        return try ActivationSocket(environment: { getenv($0).map { String(cString: $0) } })
    }

    /// - Parameter environment: returns the value of a variable.
    init?(environment: (String) -> String?, process: pid_t = getpid(), first: CInt = Self.first) throws(StartFault) {
        guard environment("LISTEN_PID") == String(process), let text = environment("LISTEN_FDS"),
            let count = Int(text), count > 0
        else { return nil }
        guard count == 1 else {
            throw Self.fault("got \(count) sockets, expected 1")
        }
        descriptor = first
        guard Self.isListening(first), let path = Self.path(of: first) else {
            throw Self.fault("file descriptor \(first) is not a listening Unix stream socket with a path")
        }
        self.path = path
        _ = fcntl(first, F_SETFD, FD_CLOEXEC)
    }

    private static func isListening(_ descriptor: CInt) -> Bool {
        var value: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) == 0 else { return false }
        return value != 0
    }

    private static func path(of descriptor: CInt) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
        }
        guard isNamed, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let path = withUnsafeBytes(of: address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return path.isEmpty ? nil : path
    }

    private static func fault(_ problem: String) -> StartFault {
        StartFault(
            .badConfiguration,
            "socket activation: \(problem)",
            hint: "domod.socket needs exactly one ListenStream=, with the path of the control socket"
        )
    }
}
