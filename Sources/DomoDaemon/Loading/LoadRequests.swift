import DomoEngine
import DomoLanguage
import Synchronization

/// The pending reload requests. All that come during a load are answered by one more.
final class LoadRequests: Sendable {
    private struct State: Sendable {
        var ids: [RequestID] = []
        /// Whether a user requested it, rather than the daemon itself.
        var isReload = false
    }

    private let state = Mutex(State())
    private let continuation: AsyncStream<Void>.Continuation
    /// Yields for pending requests.
    let asks: AsyncStream<Void>

    init() {
        (asks, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// - Parameter id: nil if nobody waits for an answer.
    func ask(_ id: RequestID?) {
        state.withLock { state in
            if let id { state.ids.append(id) }
            state.isReload = true
        }
        continuation.yield()
    }

    /// Requests a load because a URL that could not be fetched can be fetched now.
    func requestRetry() { continuation.yield() }

    func takeAll() -> (ids: [RequestID], mode: HouseLoader.Mode) {
        state.withLock { state in
            defer { state = State() }
            return (state.ids, state.isReload ? .reload : .retry)
        }
    }
}
