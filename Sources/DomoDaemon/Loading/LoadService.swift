import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import NIOCore
import ServiceLifecycle

/// Reads the configuration and the houses again when somebody asks; one reload at a time. A reload that is under way when
/// the daemon stops is given up; where it hangs, in a file system that doesn't answer, it is left behind.
struct LoadService: Service {
    let requests: LoadRequests
    let loader: CatalogLoader
    /// Puts into effect what a load changes beside the houses, and reads what is stored of their elements.
    let apply: @Sendable (CatalogLoader.Load) async -> Memory
    let runtime: HouseRuntime
    /// Tells the service manager of a reload that somebody asked for: its beginning, and that it is over.
    var notify: @Sendable (ServiceNotice) -> Void = ServiceManager.ofProcess.send

    func run() async throws {
        for await _ in requests.asks.cancelOnGracefulShutdown() {
            let (ids, mode) = requests.takeAll()
            await untilStop {
                if mode == .reload { notify(.reloading(at: MonotonicClock.now() / 1000)) }
                await take(ids, mode)
                // One that failed is over too: whoever asked for it was told why.
                if mode == .reload { notify(.ready(status: await runtime.serviceStatus)) }
            }
        }
    }

    private func take(_ ids: [RequestID], _ mode: HouseLoader.Mode) async {
        let result = await cancelWhenGracefulShutdown { [loader] in await Self.reload(loader, mode) }
        do throws(Fault) {
            let load = try result.get()
            let memories = await apply(load)
            await runtime.load(load.catalog, memories: memories, for: ids)
        } catch {
            await runtime.loaded(.failure(error), for: ids)
        }
    }

    /// Waits for work that may block, but not for long once the daemon stops. Who asked for it is answered by the runtime's
    /// own end.
    private func untilStop(_ work: @escaping @Sendable () async -> Void) async {
        let end = FirstEnd()
        await withGracefulShutdownHandler {
            await withCheckedContinuation { continuation in
                end.wait(continuation)
                // Not a child: a child would have to be waited for.
                Task {
                    await work()
                    end.come()
                }
            }
        } onGracefulShutdown: { [runtime] in
            runtime.eventLoop.scheduleTask(in: TimeAmount(StopBudget.loads)) { end.come() }
        }
    }

    private static func reload(
        _ loader: CatalogLoader,
        _ mode: HouseLoader.Mode
    ) async -> Result<CatalogLoader.Load, Fault> {
        do throws(Fault) {
            return .success(try await loader.reload(mode))
        } catch {
            return .failure(error)
        }
    }
}
