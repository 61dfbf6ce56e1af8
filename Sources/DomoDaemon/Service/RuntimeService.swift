import DomoSystem
import Logging
import NIOCore
import ServiceLifecycle

/// The runtime's part in the life of the daemon: the service manager hears that it is ready and that it stops, and at the
/// end orders that were sent may finish.
///
/// It stands before the control server in the service group: it starts once the socket listens, and stops after the
/// socket is gone.
struct RuntimeService: Service {
    let runtime: HouseRuntime
    var log: Logger
    var notify: @Sendable (ServiceNotice) -> Void = ServiceManager.ofProcess.send

    func run() async throws {
        notify(.ready(status: await runtime.serviceStatus))
        try await gracefulShutdown()
        log.info("stopping")
        notify(.stopping)
        await runtime.stop(patience: TimeAmount(StopBudget.orders))
    }
}
