import DomoEngine
import DomoLanguage
import DomoModel
import ServiceLifecycle
import UnixSignals

/// Reads the houses again when somebody asks, and at SIGHUP; one reading at a time.
struct LoadService: Service {
    let requests: AsyncStream<RequestID?>
    let load: @Sendable () async -> Result<Catalog, Fault>
    let runtime: HouseRuntime

    func run() async throws {
        for await id in requests.cancelOnGracefulShutdown() {
            await runtime.loaded(load(), for: id)
        }
    }
}

/// SIGHUP asks for the houses to be read again.
struct HangupService: Service {
    let hangups: UnixSignalsSequence
    let requestLoad: @Sendable (RequestID?) -> Void

    func run() async throws {
        for await _ in hangups.cancelOnGracefulShutdown() {
            requestLoad(nil)
        }
    }
}
