import DomoSystem
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
        guard let address, let socket = UnixDatagrams(to: address) else { return }
        socket.send(Array(notice.text.utf8), waits: false)
        socket.close()
    }
}
