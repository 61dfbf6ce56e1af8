import DomoEngine

// Invariants of what the engine holds.

extension Simulation {
    /// The engine knows exactly the dispatches and queries that have no report yet, and counts nothing below 0.
    func transmissionsAreKnown() {
        let held = engine.held
        let inFlight = held["flights", default: 0] + held["queries", default: 0]
        if inFlight != transmissions.count {
            violate("the engine holds \(inFlight) dispatches and queries, and \(transmissions.count) are in flight")
        }
        for (what, count) in held.sorted(by: { $0.key < $1.key }) where count < 0 { violate("\(count) \(what)") }
    }

    /// When all has ended the engine holds nothing: no order, lane, flight, scene or timer, except what polling needs.
    func engineHoldsNothingAtTheEnd() {
        coverage.note("engines at rest")
        let polls = transmissions.values.count { $0.order == nil }
        let knownScenes = scenario.hasRandomShapes ? Self.randomSceneNames.count : scenes().count
        let isPolling = servers.contains { $0.isRead }
        for (what, count) in engine.held.sorted(by: { $0.key < $1.key }) where count != 0 {
            switch what {
            case "queries", "cancelled queries": if count <= polls { continue }
            case "in flight": if count == polls { continue }
            case "polling timers": if isPolling, count <= 64 { continue }
            // What holds "for" a while is measured by the wall clock.
            case "scene timers" where wasClockSetBack: continue
            // A timer whose reason is gone is dropped when it is due.
            case "scene timers": if time < lastSceneEvent + 3_000_000_000 { continue }
            // At most two of each scene that stands in a file, or stood in one.
            case "scene records", "scene chains": if count <= 2 * knownScenes { continue }
            case "order timers": if time < lastDeadline { continue }
            default: break
            }
            violate("\(count) \(what)")
        }
    }

    /// What is given up is gone: after the end of the daemon no order and no scene is left.
    func engineHoldsNoOrdersAfterTheEnd() {
        let held = engine.held
        for what in [
            "orders", "awaiting", "awaited", "waiting", "scene runs", "running scenes", "queued scenes",
        ] {
            if let count = held[what], count != 0 { violate("\(count) \(what)") }
        }
    }
}
