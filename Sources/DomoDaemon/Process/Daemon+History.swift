import DomoCalendar
import DomoEngine
import DomoHistory
import DomoLanguage
import DomoModel
import Logging
import NIOPosix

extension Daemon {
    /// - Returns: nil where none is wanted.
    func openHistory(
        for load: CatalogLoader.Load,
        onChange: @escaping @Sendable (History.Change) -> Void
    ) async throws -> History? {
        let configured = load.configuration.history
        guard !configured.isOff else { return nil }
        var settings = History.Settings(
            file: load.configuration.historyFile,
            keep: configured.keep,
            size: configured.size,
            filters: filters(for: load)
        )
        settings.timeZone = load.catalog.sites.first?.clock.zone.name
        return try await NIOThreadPool.singleton.runIfActive { [settings] in
            History.open(settings, now: Instant.now().wall, onChange: onChange)
        }
    }

    /// What is stored of the elements of a load.
    func memories(of history: History?) async throws -> Memory {
        guard let history else { return Memory() }
        return try await NIOThreadPool.singleton.runIfActive { history.load() }
    }

    /// Puts into effect what a reload says beside the houses.
    func apply(_ load: CatalogLoader.Load, to history: History?) async throws -> Memory {
        logThreshold.level = load.configuration.logLevel
        history?.update(
            filters: filters(for: load),
            keep: load.configuration.history.keep,
            size: load.configuration.history.size
        )
        return try await memories(of: history)
    }

    func close(_ history: History?) async throws {
        guard let history else { return }
        try await NIOThreadPool.singleton.runIfActive { history.close() }
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
