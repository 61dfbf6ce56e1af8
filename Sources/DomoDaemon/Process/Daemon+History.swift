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
        for load: HouseLoad,
        onChange: @escaping @Sendable (History.Change) -> Void
    ) async throws -> History? {
        let configured = configuration.history
        guard !configured.isOff else { return nil }
        var settings = History.Settings(
            file: configured.file ?? "\(configuration.state)/history.sqlite",
            keep: configured.keep,
            size: configured.size,
            filters: filters(for: HouseIndex(load.houses))
        )
        settings.timeZone = load.sites.first?.clock.zone.name
        return try await NIOThreadPool.singleton.runIfActive { [settings] in
            History.open(settings, now: Instant.now().wall, onChange: onChange)
        }
    }

    /// What is stored of the houses of a load.
    func memories(of history: History?, for catalog: Catalog) async throws -> Memory {
        guard let history else { return Memory() }
        history.update(filters: filters(for: catalog.index))
        return try await NIOThreadPool.singleton.runIfActive { history.load() }
    }

    func close(_ history: History?) async throws {
        guard let history else { return }
        try await NIOThreadPool.singleton.runIfActive { history.close() }
    }

    /// What the configuration says of single elements, by whole path.
    private func filters(for index: HouseIndex) -> [String: History.Filter] {
        var filters: [String: History.Filter] = [:]
        for element in configuration.history.elements {
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
