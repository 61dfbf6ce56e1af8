import Logging
import ServiceLifecycle

/// Retries the URLs that a load could not fetch, with increasing pauses. Requests a load once one of them can be
/// fetched.
struct RetryService: Service {
    static let firstPause: Duration = .seconds(5)
    static let maxPause: Duration = .seconds(300)

    let loader: CatalogLoader
    let requests: LoadRequests
    let log: Logger
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                for await _ in loader.losses { try await retry() }
            }
        } catch {
            // The daemon stops.
        }
    }

    private func retry() async throws {
        var pause = Self.firstPause
        while true {
            try await sleep(pause)
            // A load may have fetched them meanwhile.
            guard await !loader.unfetched.isEmpty else { return }
            pause = min(pause * 2, Self.maxPause)
            let (isThere, problems) = await loader.tryAgain()
            try Task.checkCancellation()
            for problem in problems { log.notice("\(problem); trying again in \(pause.components.seconds) s") }
            if isThere { requests.requestRetry() }
        }
    }
}
