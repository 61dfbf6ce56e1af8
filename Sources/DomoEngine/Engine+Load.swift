import DomoLanguage
import DomoModel

extension Engine {
    mutating func load(_ new: Catalog, ids: [RequestID], at now: Instant) {
        let old = catalog.index
        var numbers: [String: ElementID] = [:]
        func moved(_ element: ElementID) -> ElementID? { numbers[old.path(of: element)] }
        if !old.elements.isEmpty {
            for number in new.index.elements.indices {
                numbers[new.index.path(of: ElementID(number))] = ElementID(number)
            }
        }
        state = state.moved(from: old, to: new.index, number: moved)
        let servers = catalog.servers
        catalog = new
        loaded = now
        delivery.load(
            servers: new.servers,
            element: moved,
            server: { new.serverOfHouse[new.index.house(of: $0)] },
            offers: { new.index[$0].types.contains($1.type) }
        )
        observer.load(new, old: servers, element: moved, at: now)
        let report = ReloadReport(
            houses: new.index.houses.count,
            elements: new.index.elements.count,
            scenes: new.scenes.count,
            warnings: new.warnings
        )
        effects.append(
            .publish(
                Event(
                    kind: .reload,
                    time: now.wall,
                    message: "loaded \(report.houses) houses, \(report.elements) elements"
                )
            )
        )
        for id in ids { effects.append(.reply(id, .reloaded(report))) }
    }
}
