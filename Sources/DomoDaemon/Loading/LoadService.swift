import DomoEngine
import DomoLanguage
import DomoModel
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Who waits for the houses to be read again. However many ask while a reading is under way, one more answers them all.
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

/// Reads the houses again when somebody asks; one reading at a time.
struct LoadService: Service {
    let requests: LoadRequests
    let load: @Sendable () async -> Result<Catalog, Fault>
    /// What is stored of the elements of a load.
    let remember: @Sendable (Catalog) async throws -> Memory
    let runtime: HouseRuntime

    func run() async throws {
        for await _ in requests.asks.cancelOnGracefulShutdown() {
            let ids = requests.takeAll()
            let result = await load()
            var memories = Memory()
            if case .success(let catalog) = result { memories = try await remember(catalog) }
            await runtime.loaded(result, memories: memories, for: ids)
        }
    }
}

/// SIGHUP asks for the houses to be read again.
struct HangupService: Service {
    let hangups: UnixSignalsSequence
    let requests: LoadRequests

    func run() async throws {
        for await _ in hangups.cancelOnGracefulShutdown() {
            requests.ask(nil)
        }
    }
}
