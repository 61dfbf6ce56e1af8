import DomoEngine
import DomoLanguage
import Synchronization

/// Who waits for a reload. However many ask while a reading is under way, one more answers them all.
final class LoadRequests: Sendable {
    private struct State: Sendable {
        var ids: [RequestID] = []
        /// Whether somebody asked, and not the daemon by itself.
        var isReload = false
    }

    private let state = Mutex(State())
    private let continuation: AsyncStream<Void>.Continuation
    /// Somebody asks.
    let asks: AsyncStream<Void>

    init() {
        (asks, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// - Parameter id: nil where nobody waits for an answer.
    func ask(_ id: RequestID?) {
        state.withLock { state in
            if let id { state.ids.append(id) }
            state.isReload = true
        }
        continuation.yield()
    }

    /// A URL that could not be fetched can be now.
    func askForUnfetched() { continuation.yield() }

    func takeAll() -> (ids: [RequestID], mode: HouseLoader.Mode) {
        state.withLock { state in
            defer { state = State() }
            return (state.ids, state.isReload ? .reload : .retry)
        }
    }
}
