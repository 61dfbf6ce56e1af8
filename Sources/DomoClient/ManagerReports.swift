public import DomoSystem
public import NIOCore
public import ServiceLifecycle

/// Sends heartbeats to the service manager as long as the event loop is running, and reports that the program stops.
public struct ManagerReports: Service {
    private let manager: ServiceManager
    private let eventLoop: any EventLoop
    private let status: String?

    /// - Parameter status: what `systemctl status` shows of a program that is ready when it runs; nil for one that calls
    ///   `ready`.
    public init(manager: ServiceManager, eventLoop: any EventLoop, ready status: String? = nil) {
        (self.manager, self.eventLoop, self.status) = (manager, eventLoop, status)
    }

    /// Reports that the program is ready.
    ///
    /// - Parameter status: what `systemctl status` shows.
    public func ready(_ status: String) { manager.send(.ready(status: status)) }

    public func run() async throws {
        // Not earlier: now a signal stops the program in order.
        if let status { ready(status) }
        guard let watchdog = manager.watchdog else {
            try await gracefulShutdown()
            return manager.send(.stopping)
        }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await eventLoop.submit { manager.send(.alive) }.get()
                    // Three heartbeats may be late before the manager ends the program.
                    try await Task.sleep(for: watchdog / 4)
                } catch {
                    return
                }
            }
        }
        manager.send(.stopping)
    }
}
