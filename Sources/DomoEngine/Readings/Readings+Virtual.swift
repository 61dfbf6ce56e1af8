import DomoModel

// Readings of virtual elements: they are never assumed, stale or unknown.

extension Readings {
    /// An order was carried out by domo itself.
    ///
    /// - Returns: the types whose readings changed.
    mutating func hold(
        _ ordered: Value,
        for id: ElementID,
        types: FacetTypes,
        at now: Instant,
        by cause: Cause
    ) -> [FacetType] {
        update(id) { state in
            let before = state
            // Without a level to return to, on is the whole level.
            state.lastLevel = state.lastLevel ?? Percent(100)
            _ = state.accept(ordered, types: types, at: now, by: cause)
            // A lamp that domo holds keeps its brightness with a new colour.
            if ordered.type == .colour, types.contains(.regulable), state[.regulable] == nil,
                let level = state.lastLevel
            {
                _ = state.accept(.level(level), types: types, at: now, by: cause)
            }
            for number in state.facets.indices {
                state.facets[number].reading.certainty = .confirmed
                state.facets[number].confirmed = state.facets[number].confirmed ?? now
            }
            return types.filter { state[$0] != before[$0] }
        }
    }

    /// Restores a reading. It has held since it was ordered, whether domo was running or not.
    mutating func hold(_ reading: Reading, _ type: FacetType, of id: ElementID, at now: Instant) {
        let age = max(0, now.wall.milliseconds - reading.since.milliseconds)
        update(id) { state in
            state.set(type, to: nil, updated: now)
            state.set(type, to: reading, updated: now + .milliseconds(-age))
            if let level = reading.value?.levelAboveZero { state.lastLevel = level }
        }
    }

    /// Forgets what is known of an element that becomes virtual.
    mutating func begin(_ id: ElementID) { update(id) { $0 = State() } }
}
