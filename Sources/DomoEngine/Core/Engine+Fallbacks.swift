import DomoLanguage
import DomoModel

// Links that take the place of others while those are unreachable.

extension Engine {
    /// Lets second links move what their first ones can't, or the first ones again.
    mutating func switchRoutes(at now: Instant) {
        guard let catalog = fallbacks.takeChange(links) else { return }
        // What changed before it is not held back.
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
                // What may have been carried out is not sent another way.
                if order.mayHaveActed || flying.contains(order.id) { return order.endpoint }
                return new.endpoint(of: element, order.value?.type ?? order.wish.type ?? .value)
            },
            offers: { new.types(of: $0).contains($1.type) }
        )
        let asked = fallbacks.asked(load.asked)
        let strayed = Set(load.strayed.compactMap { moved($0.element) })
        polling.load(load.readable, asked, links, old: endpoints, element: moved, strayed: strayed, at: now)
        let polling = polling
        let awaited = orders.confirmations.load(
            element: moved,
            endpoint: { polling.canConfirm($1, of: $0) ? polling.endpoint(of: $0, $1.type) : nil },
            moved: { $0 }
        )
        self.polling.resume(awaited: awaited, at: now)
        comparisons.load(element: moved) { polling.comparison(of: $0, $1) }
        links.noteReadings()
    }
}
