import DomoCalendar
import DomoEngine
import DomoHistory
import DomoLanguage
import DomoModel
import DomoSystem
import Logging
import NIOCore

extension Daemon {
    /// - Returns: nil where none is wanted. What the houses say of it comes with the first `apply`.
    func openHistory(onChange: @escaping @Sendable (History.Change) -> Void) async -> History? {
        let configured = configuration.history
        guard !configured.isOff else { return nil }
        let settings = History.Settings(
            file: configuration.historyFile,
            keep: configured.keep,
            size: configured.size
        )
        return await WorkerThread.run(name: "domo-open") {
            History.open(settings, now: Instant.now().wall, onChange: onChange)
        }
    }

    /// What is stored of the elements of a load.
    func memories(of history: History?) async -> Memory {
        guard let history else { return Memory() }
        return await WorkerThread.run(name: "domo-memories") { history.load() }
    }

    /// Puts into effect what a load says beside the houses.
    func apply(_ load: CatalogLoader.Load, to history: History?) async -> Memory {
        logThreshold.level = load.configuration.logLevel
        history?.update(
            filters: filters(for: load),
            keep: load.configuration.history.keep,
            size: load.configuration.history.size,
            timeZone: load.catalog.sites.first?.clock.zone.name
        )
        return await memories(of: history)
    }

    /// - Parameter eventLoop: measures the time that it may take.
    func close(_ history: History?, on eventLoop: any EventLoop) async {
        guard let history else { return }
        let isClosed = await BoundedWork.run(
            name: "domo-close",
            atMost: TimeAmount(StopBudget.history),
            on: eventLoop
        ) { history.close() }
        if !isClosed {
            log.error("the disk is too slow: the last changes were not stored within \(StopBudget.history)")
        }
    }

    /// What the configuration says of single elements, by whole path.
    private func filters(for load: CatalogLoader.Load) -> [String: History.Filter] {
        let index = load.catalog.index
        var filters: [String: History.Filter] = [:]
        for element in load.configuration.history.elements {
            do throws(NameFault) {
                let path = index.path(of: try index.element(named: element.path))
                filters[path] = History.Filter(deadband: element.deadband, atMostEvery: element.atMostEvery)
            } catch {
                log.warning("history: \"\(element.path)\" is no element of the houses, or several")
            }
        }
        return filters
    }
}
