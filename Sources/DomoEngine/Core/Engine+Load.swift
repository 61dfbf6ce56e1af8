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
        doubtExchanged(in: new)
        catalog = new
        access.load(new.access)
        loaded = now
        refusedLoad = nil
        delivery.load(
            servers: new.servers,
            element: moved,
            server: { new.serverOfHouse[new.index.house(of: $0)] },
            offers: { new.index[$0].types.contains($1.type) }
        )
        observer.load(new, old: servers, element: moved, at: now)
        loadScenes()
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
        for id in ids {
            let scope = access.takeLoad(id)
            effects.append(.reply(id, .reloaded(shown(report, to: scope))))
        }
    }

    /// What one server told of an element is nothing that another one said, and nothing that one keeps true that tells no
    /// states any more.
    private mutating func doubtExchanged(in new: Catalog) {
        func labels(_ catalog: Catalog) -> [String: String?] {
            let pairs = zip(catalog.index.houses, catalog.serverOfHouse).map { house, number in
                let server = number.map { catalog.servers[$0] }
                return (house.name, server.map { "\($0.label) \($0.reading != nil)" })
            }
            return Dictionary(pairs) { first, _ in first }
        }
        let before = labels(catalog)
        let after = labels(new)
        let exchanged = new.index.houses.indices.filter { number in
            let name = new.index.houses[number].name
            guard let old = before[name], let now = after[name] else { return false }
            return old != now
        }
        guard !exchanged.isEmpty else { return }
        state.doubtAll { element, _ in exchanged.contains(new.index.house(of: element)) }
    }
}
