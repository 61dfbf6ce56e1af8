import DomoSystem
import ServiceLifecycle

/// While last good files stand in since the start, watches the files, and requests a load when they have changed and then
/// stayed the same for a while. One attempt for each content: what fails is not tried, or logged, again.
struct RepairService: Service {
    static let pause: Duration = .seconds(1)
    /// For how many pauses the files must stay the same: an editor or a copy may still be at work.
    static let steady = 5

    let loader: CatalogLoader
    let requests: LoadRequests
    /// Whether the files have been loaded meanwhile.
    let isRepaired: @Sendable () async -> Bool

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await watch() }
            // A service that ends would end the daemon.
            try await gracefulShutdown()
        } catch {
            // The daemon stops.
        }
    }

    private func watch() async throws {
        var tried = await loader.triedAtStart
        var (last, same) = (tried, 0)
        while await !isRepaired() {
            // Polled: the system reports no changes on network disks, or of a folder that is mounted later.
            try await Task.sleep(for: Self.pause)
            let now = await loader.fingerprint()
            same = now == last ? same + 1 : 0
            last = now
            guard now != tried, same >= Self.steady else { continue }
            tried = now
            requests.ask(nil)
        }
    }
}
