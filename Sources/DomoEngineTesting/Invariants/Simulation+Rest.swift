import DomoEngine

// Invariants of what the engine keeps.

extension Simulation {
    /// The engine holds exactly the dispatches and queries without an outcome, and no count is negative.
    func transmissionsAreKnown() {
        let held = engine.held
        let inFlight = held["flights", default: 0] + held["queries", default: 0]
        if inFlight != transmissions.count {
            violate("the engine holds \(inFlight) dispatches and queries, but \(transmissions.count) are in flight")
        }
        for (what, count) in held.sorted(by: { $0.key < $1.key }) where count < 0 { violate("\(count) \(what)") }
    }

    /// When everything has ended the engine holds nothing: no order, lane, flight, scene or timer, except what polling
    /// needs.
    func engineHoldsNothingAtTheEnd() {
        coverage.note("engines at rest")
        let polls = transmissions.values.count { $0.order == nil }
        let knownScenes = scenario.hasRandomShapes ? Self.randomSceneNames.count : scenes().count
        let isPolling = servers.contains { $0.isRead || $0.link.checkInterval != nil }
        for (what, count) in engine.held.sorted(by: { $0.key < $1.key }) where count != 0 {
            switch what {
            case "queries", "cancelled queries": if count <= polls { continue }
            case "in flight": if count == polls { continue }
            case "polling timers": if isPolling, count <= 64 { continue }
            // Conditions with a duration are measured by the wall clock.
            case "scene timers" where wasClockSetBack: continue
            // An obsolete timer is dropped when it expires.
            case "scene timers": if time < lastSceneEvent + 3_000_000_000 { continue }
            // At most two for each scene in a file, now or before.
            case "scene records", "scene chains": if count <= 2 * knownScenes { continue }
            case "order timers": if time < lastDeadline { continue }
            default: break
            }
            violate("\(count) \(what)")
        }
    }

    /// Nothing remains of dropped work: after the daemon has stopped there is no order and no scene.
    func engineHoldsNoOrdersAfterTheEnd() {
        let held = engine.held
        for what in [
            "orders", "awaiting", "awaited", "waiting", "scene runs", "running scenes", "queued scenes",
        ] {
            if let count = held[what], count != 0 { violate("\(count) \(what)") }
        }
    }
}
