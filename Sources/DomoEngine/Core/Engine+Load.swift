import DomoLanguage
import DomoModel

extension Engine {
    /// - Parameter load: prepared again here if another load became active in the meantime.
    mutating func load(_ load: PreparedLoad, ids: [RequestID], at now: Instant) {
        let load = load.replaced == houses.number ? load : PreparedLoad(load.catalog, after: loadBase, at: now)
        let new = load.houses
        func moved(_ element: ElementID) -> ElementID? { load.number(of: element) }
        let endpoints = links.load(new.links, new.index, at: now)
        func moved(_ endpoint: EndpointID) -> EndpointID? { endpoints[endpoint.number] }
        readings.load(load)
        houses = new
        fallbacks.load(load)
        houses.noteLoaded(at: now)
        unknownScenes = []
        access.load(load.catalog.access)
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
        polling.load(
            load.readable,
            load.polled,
            links,
            old: endpoints,
            element: moved,
            rerouted: Set(load.rerouted.compactMap { moved($0.element) }),
            at: now
        )
        let polling = polling
        let awaited = orders.loadConfirmations(
            element: moved,
            endpoint: { polling.canConfirm($1, of: $0) ? polling.endpoint(of: $0, $1.type) : nil },
            moved: moved
        )
        self.polling.resume(awaited: awaited, at: now)
        comparisons.load(element: moved) { polling.comparison(of: $0, $1) }
        loadScenes(load.scenes)
        let report = ReloadReport(
            houses: new.index.houses.count,
            elements: new.index.elements.count,
            scenes: new.scenes.count,
            warnings: new.warnings
        )
        let message = "loaded \(counted(report.houses, "house")), \(counted(report.elements, "element"))"
        outbox.publish(Event(kind: .reload, time: now.wall, message: message))
        for id in ids {
            let scope = access.takeLoad(id)
            outbox.reply(id, .reloaded(shown(report, to: scope)))
        }
    }
}
