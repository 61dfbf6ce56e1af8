import DomoLanguage
import DomoModel

// Links that replace others while those are unreachable.

extension Engine {
    /// Moves facets to their fallback links while the first ones are unreachable, and back.
    mutating func switchRoutes(at now: Instant) {
        guard let catalog = fallbacks.takeChange(links) else { return }
        // Changes made before the switch count for scenes as usual.
        followSceneChanges()
        let load = PreparedLoad(catalog, after: loadBase, at: now)
        let new = load.houses
        let endpoints = (0..<links.count).map { EndpointID?(EndpointID($0)) }
        func moved(_ element: ElementID) -> ElementID? { load.number(of: element) }
        readings.load(load)
        houses.changeRoutes(to: new)
        let flying = orders.inFlight
        orders.load(
            endpoints: links.count,
            element: moved,
            endpoint: { $0 },
            route: { element, order in
                // An order that may have been carried out is not sent over another link.
                if order.mayHaveActed || flying.contains(order.id) { return order.endpoint }
                return new.endpoint(of: element, order.value?.type ?? order.wish.type ?? .value)
            },
            offers: { new.types(of: $0).contains($1.type) }
        )
        let polled = fallbacks.polled(load.polled)
        let rerouted = Set(load.rerouted.compactMap { moved($0.element) })
        polling.load(load.readable, polled, links, old: endpoints, element: moved, rerouted: rerouted, at: now)
        let polling = polling
        let awaited = orders.loadConfirmations(
            element: moved,
            endpoint: { polling.canConfirm($1, of: $0) ? polling.endpoint(of: $0, $1.type) : nil },
            moved: { $0 }
        )
        self.polling.resume(awaited: awaited, at: now)
        comparisons.load(element: moved) { polling.comparison(of: $0, $1) }
        links.noteReadings()
    }
}
