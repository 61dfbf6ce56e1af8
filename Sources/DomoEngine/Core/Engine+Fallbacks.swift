// Links that replace others while those are unreachable.

extension Engine {
    /// Moves facets to their fallback links while the first ones are unreachable, and back.
    mutating func switchRoutes(at now: Instant) {
        guard let catalog = fallbacks.takeChange(links) else { return }
        // Changes made before the switch count for scenes as usual.
        followSceneChanges()
        let load = PreparedLoad(catalog, after: loadBase, at: now)
        houses.changeRoutes(to: load.houses)
        let inFlight = orders.inFlight
        move(to: load, endpoints: Array(links.all), polled: fallbacks.polled(load.polled), at: now) { order in
            // An order that may have been carried out is not sent over another link.
            !order.mayHaveActed && !inFlight.contains(order.id)
        }
        links.noteReadings()
    }
}
