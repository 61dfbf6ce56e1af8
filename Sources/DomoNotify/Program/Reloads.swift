import DomoBridge
import DomoSystem
import ServiceLifecycle
import UnixSignals

/// Reads the configuration again on SIGHUP: all of it, or nothing.
struct Reloads: Service {
    let hangups: UnixSignalsSequence
    let notifier: Notifier
    let path: String
    let log: Log
    let manager: ServiceManager

    func run() async throws {
        for await _ in hangups.cancelOnGracefulShutdown() { await reload() }
    }

    private func reload() async {
        manager.send(.reloading(at: MonotonicClock.now() / 1000))
        do {
            // Files may be on a slow disk.
            let result = try await WorkerThread.run(name: "domo-reload") { [path] in
                Result { () throws(FileMistakes) in try NotifyFile.read(path) }
            }
            let configuration = try result.get()
            for warning in configuration.warnings { log.warning(warning) }
            await notifier.use(configuration)
            log.notice("reloaded \(path); \(configuration.count)")
            manager.send(.ready(status: "reloaded; \(configuration.count)"))
        } catch let mistakes as FileMistakes {
            for line in mistakes.text.split(separator: "\n") { log.warning(String(line)) }
            log.warning("reload failed, the previous configuration is still active")
            manager.send(.ready(status: "reload failed, the previous configuration is still active"))
        } catch {
            log.warning("reload failed: \(error)")
            manager.send(.ready(status: "reload failed, the previous configuration is still active"))
        }
    }
}
