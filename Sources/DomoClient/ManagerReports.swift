import DomoSystem
import NIOCore
import ServiceLifecycle

/// Sends heartbeats to the service manager as long as the event loop is running, and reports that the program stops.
struct ManagerReports: Service {
    let manager: ServiceManager
    let eventLoop: any EventLoop

    /// Reports that the listeners are ready.
    func ready(_ url: String) { manager.send(.ready(status: url)) }

    func run() async throws {
        guard let watchdog = manager.watchdog else {
            try await gracefulShutdown()
            return manager.send(.stopping)
        }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await eventLoop.submit { manager.send(.alive) }.get()
                    try await Task.sleep(for: watchdog / 4)
                } catch {
                    return
                }
            }
        }
        manager.send(.stopping)
    }
}
