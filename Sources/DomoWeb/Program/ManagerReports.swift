import DomoSystem
import NIOCore
import ServiceLifecycle

/// Reports to the service manager that the program is alive, as long as its event loop turns, and that it stops.
struct ManagerReports: Service {
    let manager: ServiceManager
    let eventLoop: any EventLoop

    /// The listeners are there.
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
