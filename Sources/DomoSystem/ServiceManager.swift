import Glibc

/// The service manager that started the program; systemd, or none.
public struct ServiceManager: Sendable {
    /// Where it listens for notices; nil where nobody does.
    public let address: String?
    /// How long it waits for a sign of life before it ends the program; nil where it does not watch.
    public let watchdog: Duration?

    /// The one that the environment names. What it says is for this process alone: it is taken out, so that a child does
    /// not report in its name.
    public static let ofProcess = {
        let manager = ServiceManager(environment: { getenv($0).map { String(cString: $0) } })
        for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
        return manager
    }()

    public static let ownProcess: Int32 = getpid()

    /// - Parameters:
    ///   - environment: the value of a variable.
    ///   - process: the one that asks.
    public init(environment: (String) -> String?, process: Int32 = Self.ownProcess) {
        address = environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
        let isForUs = environment("WATCHDOG_PID").map { $0 == String(process) } ?? true
        let time = environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        watchdog = isForUs && time > 0 ? .microseconds(time) : nil
    }

    /// Does not block, and does nothing where nobody listens.
    @Sendable public func send(_ notice: ServiceNotice) {
        guard let address, let socket = UnixDatagrams(to: address) else { return }
        socket.send(Array(notice.text.utf8), waits: false)
        socket.close()
    }
}
