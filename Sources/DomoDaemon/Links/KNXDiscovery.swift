import DomoKNXIP
import DomoLanguage
import NIOCore
import Synchronization

/// Searches for KNX interfaces, a few times at once.
final class KNXDiscovery: InterfaceDiscovery {
    private let eventLoop: any EventLoop
    /// The number of running searches.
    private let searches = Mutex(0)

    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func search(_ query: InterfaceQuery, report: @escaping @Sendable (Result<InterfaceList, Fault>) -> Void) {
        let running = searches.withLock { searches in
            defer { searches = min(searches + 1, InterfaceSearch.maxAtOnce) }
            return searches
        }
        guard running < InterfaceSearch.maxAtOnce else {
            let fault = Fault(
                .busy,
                "\(running) interface searches are already running",
                hint: "try again in a few seconds"
            )
            return report(.failure(fault))
        }
        InterfaceSearch.run(query, on: eventLoop) { result in
            self.searches.withLock { $0 -= 1 }
            report(result)
        }
    }
}
