import DomoEngine
import ServiceLifecycle
import UnixSignals

/// Requests a reload on SIGHUP.
struct HangupService: Service {
    let hangups: UnixSignalsSequence
    let requests: LoadRequests

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in hangups { requests.ask(nil) }
        }
    }
}
