import Glibc

/// The service manager that started the program: systemd, or none.
public struct ServiceManager: Sendable {
    /// The address of its notification socket; nil if there is none.
    public let address: String?
    /// The watchdog timeout, after which it kills a program that sends no heartbeat; nil for no watchdog.
    public let watchdog: Duration?

    /// The service manager of the environment. The variables are removed, so that a child process does not report in
    /// the name of this one.
    public static let ofProcess = {
        let manager = ServiceManager(environment: { getenv($0).map { String(cString: $0) } })
        for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
        return manager
    }()

    public static let ownProcess: Int32 = getpid()

    /// - Parameters:
    ///   - environment: returns the value of a variable.
    ///   - process: the id of this process.
    public init(environment: (String) -> String?, process: Int32 = Self.ownProcess) {
        address = environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
        let isForUs = environment("WATCHDOG_PID").map { $0 == String(process) } ?? true
        let time = environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        watchdog = isForUs && time > 0 ? .microseconds(time) : nil
    }

    /// Whether a service manager has started the program.
    public var isThere: Bool { address != nil }

    /// Sends a notice without blocking. Does nothing without a service manager.
    @Sendable public func send(_ notice: ServiceNotice) {
        guard let address, let socket = UnixDatagrams(to: address) else { return }
        socket.send(Array(notice.text.utf8), waits: false)
        socket.close()
    }
}
