import DomoSystem
import Logging
import NIOCore
import ServiceLifecycle

/// Starts and stops the runtime as a service: notifies the service manager that it is ready and that it is stopping,
/// and lets orders in flight finish.
///
/// It comes before the control server in the service group: it starts once the socket listens, and stops after the
/// socket is closed.
struct RuntimeService: Service {
    let runtime: HouseRuntime
    var log: Logger
    /// For orders in flight to finish.
    var patience = StopBudget.orders
    var notify: @Sendable (ServiceNotice) -> Void = ServiceManager.ofProcess.send

    func run() async throws {
        notify(.ready(status: await runtime.serviceStatus))
        try await gracefulShutdown()
        log.info("stopping")
        notify(.stopping)
        await runtime.stop(patience: TimeAmount(patience))
    }
}
