import DomoEngine
import DomoLanguage
import DomoModel
import ServiceLifecycle
import Synchronization
import UnixSignals

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

/// Reads the configuration and the houses again when somebody asks; one reload at a time.
struct LoadService: Service {
    let requests: LoadRequests
    let loader: CatalogLoader
    /// Puts into effect what a load changes beside the houses, and reads what is stored of their elements.
    let apply: @Sendable (CatalogLoader.Load) async throws -> Memory
    let runtime: HouseRuntime

    func run() async throws {
        for await _ in requests.asks.cancelOnGracefulShutdown() {
            let ids = requests.takeAll()
            let load: CatalogLoader.Load
            do throws(Fault) {
                load = try await loader.reload()
            } catch {
                await runtime.loaded(.failure(error), for: ids)
                continue
            }
            let memories = try await apply(load)
            await runtime.loaded(.success(load.catalog), memories: memories, for: ids)
        }
    }
}

/// SIGHUP asks for a reload.
struct HangupService: Service {
    let hangups: UnixSignalsSequence
    let requests: LoadRequests

    func run() async throws {
        for await _ in hangups.cancelOnGracefulShutdown() {
            requests.ask(nil)
        }
    }
}
