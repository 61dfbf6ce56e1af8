import Glibc

/// The service manager that started the daemon; systemd, or none.
struct ServiceManager: Sendable {
    /// Where it listens for notices; nil where nobody does.
    let address: String?
    /// How long it waits for a sign of life before it ends the daemon; nil where it does not watch.
    let watchdog: Duration?

    /// The one that the environment names. What it says is for this process alone: it is taken out, so that a child does
    /// not report in the daemon's name.
    static let ofProcess = {
        let manager = ServiceManager(environment: { getenv($0).map { String(cString: $0) } })
        for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
        return manager
    }()

    /// - Parameter environment: the value of a variable.
    init(environment: (String) -> String?, process: pid_t = getpid()) {
        address = environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
        let isForUs = environment("WATCHDOG_PID").map { $0 == String(process) } ?? true
        let time = environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        watchdog = isForUs && time > 0 ? .microseconds(time) : nil
    }

    /// Does not block, and does nothing where nobody listens.
    @Sendable func send(_ notice: ServiceNotice) {
        guard let address else { return }
        let bytes = Array(address.utf8)
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        guard bytes.count < MemoryLayout.size(ofValue: target.sun_path) else { return }
        withUnsafeMutableBytes(of: &target.sun_path) { path in
            path.copyBytes(from: bytes)
            // An abstract address is written with an @ and begins with a zero.
            if bytes.first == UInt8(ascii: "@") { path[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { return }
        defer { close(file) }
        let text = notice.text
        withUnsafePointer(to: &target) { target in
            target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                _ = sendto(file, text, text.utf8.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), target, length)
            }
        }
    }
}
