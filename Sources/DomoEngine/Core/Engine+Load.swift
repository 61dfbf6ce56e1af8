import DomoLanguage
import DomoModel

extension Engine {
    mutating func load(_ catalog: Catalog, ids: [RequestID], at now: Instant) {
        let old = (houses: houses, links: links)
        let new = Houses(catalog, at: now)
        let numbers = Self.numbers(of: old.houses.index, in: new.index)
        func moved(_ element: ElementID) -> ElementID? { numbers[element.number] }
        let endpoints = links.load(catalog.links, new.index, at: now)
        func moved(_ endpoint: EndpointID) -> EndpointID? { endpoints[endpoint.number] }
        // What one endpoint reported of a facet is nothing that another one did, nor does one that reports nothing keep it
        // true.
        let links = links
        readings.doubtAll { element, type in
            guard let place = moved(element) else { return false }
            let before = old.houses.endpoint(of: element, type).map { old.links[$0].source }
            return before != new.endpoint(of: place, type).map { links[$0].source }
        }
        readings = readings.moved(from: old.houses.index, to: new.index, number: moved)
        houses = new
        access.load(catalog.access)
        orders.load(
            endpoints: links.count,
            element: moved,
            endpoint: moved,
            route: { element, order in
                guard order.value.map({ new.types(of: element).contains($0.type) }) ?? true else { return nil }
                return new.endpoint(of: element, order.value?.type ?? order.wish.type ?? .value)
            },
            offers: { new.types(of: $0).contains($1.type) }
        )
        polling.load(new, links, old: endpoints, element: moved, at: now)
        let polling = polling
        let awaited = orders.confirmations.load(
            element: moved,
            endpoint: { polling.canConfirm($1, of: $0) ? polling.endpoint(of: $0, $1.type) : nil },
            moved: moved
        )
        self.polling.resume(awaited: awaited, at: now)
        loadScenes()
        let report = ReloadReport(
            houses: new.index.houses.count,
            elements: new.index.elements.count,
            scenes: new.scenes.count,
            warnings: new.warnings
        )
        outbox.publish(
            Event(
                kind: .reload,
                time: now.wall,
                message: "loaded \(report.houses) houses, \(report.elements) elements"
            )
        )
        for id in ids {
            let scope = access.takeLoad(id)
            outbox.reply(id, .reloaded(shown(report, to: scope)))
        }
    }

    /// For each element of an index its number in another, found by its whole path.
    private static func numbers(of old: HouseIndex, in new: HouseIndex) -> [ElementID?] {
        old.elements.indices.map { new.element(at: old.path(of: ElementID($0))) }
    }
}

extension Endpoint {
    /// What a reading came from: two that are equal report the same things.
    fileprivate var source: String { "\(link.key) \(profile.label) \(link.profile.reading != nil)" }
}
