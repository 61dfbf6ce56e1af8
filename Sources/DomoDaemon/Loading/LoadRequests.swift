import DomoEngine
import DomoLanguage
import Synchronization

/// Who waits for a reload. However many ask while a reading is under way, one more answers them all.
final class LoadRequests: Sendable {
    private let ids = Mutex<[RequestID]>([])
    private let continuation: AsyncStream<Void>.Continuation
    /// Somebody asks.
    let asks: AsyncStream<Void>

    init() {
        (asks, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// - Parameter id: nil where nobody waits for an answer.
    func ask(_ id: RequestID?) {
        if let id { ids.withLock { $0.append(id) } }
        continuation.yield()
    }

    func takeAll() -> [RequestID] {
        ids.withLock { ids in
            defer { ids = [] }
            return ids
        }
    }
}
