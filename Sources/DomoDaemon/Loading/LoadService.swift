import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import NIOCore
import ServiceLifecycle

/// What a load finds in the history.
struct AppliedLoad {
    /// The stored state of the elements.
    var memories = Memory()
    /// What was renamed, and has its history and its ID.
    var renames: [PathChange] = []
}

/// Reloads the configuration and the houses on request, one reload at a time. A reload in progress when the daemon
/// stops is cancelled; if it hangs, in a file system that doesn't respond, it is abandoned.
struct LoadService: Service {
    let requests: LoadRequests
    let loader: CatalogLoader
    /// Applies the settings of a load, gives history and ID to what was renamed, and reads the stored state of the
    /// elements.
    let apply: @Sendable (CatalogLoader.Load, [PathChange]) async -> AppliedLoad
    let runtime: HouseRuntime
    /// Notifies the service manager of the start and the end of a requested reload.
    var notify: @Sendable (ServiceNotice) -> Void = ServiceManager.ofProcess.send

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in requests.asks { await loadPending() }
        }
    }

    private func loadPending() async {
        let (ids, mode) = requests.takeAll()
        await untilStop {
            if mode == .reload { notify(.reloading(at: MonotonicClock.now() / 1000)) }
            await load(ids, mode)
            // Also after a failed reload: the reply has reported the reason.
            if mode == .reload { notify(.ready(status: await runtime.serviceStatus)) }
        }
    }

    private func load(_ ids: [RequestID], _ mode: HouseLoader.Mode) async {
        let began = Instant.now().wall
        let result = await cancelWhenGracefulShutdown { [loader] in await Self.reload(loader, mode) }
        do throws(CatalogLoader.Failure) {
            let load = try result.get()
            // A house that can't be fetched now did not vanish.
            let isWhole = await loader.unfetched.isEmpty
            let applied = await apply(load, isWhole ? await runtime.renames(to: load.catalog) : [])
            await runtime.load(load.catalog, applied, for: ids)
            // After the answer: copying may take a while.
            await loader.keepCopies(of: load, began: began)
        } catch {
            await runtime.loaded(.failure(error.fault), access: error.access, for: ids)
        }
    }

    /// Waits for work that may block, but not for long once the daemon stops. Pending requests are then answered by
    /// `HouseRuntime.stop`.
    private func untilStop(_ work: @escaping @Sendable () async -> Void) async {
        let end = OneShotSignal()
        await withGracefulShutdownHandler {
            await withCheckedContinuation { continuation in
                end.wait(continuation)
                // Not a child task, which would have to be awaited.
                Task {
                    await work()
                    end.signal()
                }
            }
        } onGracefulShutdown: { [runtime] in
            runtime.eventLoop.scheduleTask(in: TimeAmount(StopBudget.loads)) { end.signal() }
        }
    }

    private static func reload(
        _ loader: CatalogLoader,
        _ mode: HouseLoader.Mode
    ) async -> Result<CatalogLoader.Load, CatalogLoader.Failure> {
        do throws(CatalogLoader.Failure) {
            return .success(try await loader.reload(mode))
        } catch {
            return .failure(error)
        }
    }
}
