import DomoLanguage
import DomoModel

extension Readings {
    struct Facet: Sendable {
        let type: FacetType
        var reading: Reading
        /// When it was last ordered, or reported by the house.
        var updated: Instant
        /// When it changed to this value.
        var changed: Instant
        /// When the house first reported this value; nil while it is only assumed from an order.
        var confirmed: Instant?
        /// Since when it has been observed without a gap, whatever its value: it was not stale and its server was not
        /// unreachable.
        var watched: Instant
        /// True if reports may have been missed since it was last reported. An answer with the same value verifies it.
        var isUnverified = false

        /// The reading as shown to clients: also stale if its server is unreachable or its maximum age has passed.
        func shown(isUnreachable: Bool, maximumAge: Duration?, at now: Instant) -> Reading {
            var reading = reading
            if isUnreachable { reading.isStale = true }
            if let maximumAge, updated + maximumAge <= now { reading.isStale = true }
            return reading
        }
    }

    struct State: Sendable {
        /// By type, at most one each.
        var facets: [Facet] = []
        /// The last level above 0, which `on` restores.
        var lastLevel: Percent?
        /// When its link last reported a facet unasked: the result of a query that began before is older.
        var pushed: [FacetType: Instant] = [:]
        /// When an order for it was last sent or ended: the result of a query that began before does not count.
        var commanded: Instant?

        /// When any of its facets was last ordered or reported.
        var lastUpdate: Instant? { facets.map(\.updated).max() }

        subscript(type: FacetType) -> Reading? { facets.first { $0.type == type }?.reading }

        mutating func set(_ type: FacetType, to reading: Reading?, updated: Instant) {
            let known = facets.first { $0.type == type }
            facets.removeAll { $0.type == type }
            guard let reading else { return }
            let facet = Facet(
                type: type,
                reading: reading,
                updated: updated,
                changed: updated,
                confirmed: reading.certainty == .confirmed ? updated : nil,
                watched: known.flatMap { $0.reading.isStale || $0.isUnverified ? nil : $0.watched } ?? updated
            )
            facets.append(facet)
        }

        /// The house reported a facet, with the value that was known, if any.
        ///
        /// - Parameter isAnswer: it answers a read. Whoever reports the same unasked may have reported another value
        ///   before, which was missed.
        mutating func verify(_ type: FacetType, isAnswer: Bool, at now: Instant) -> Bool {
            guard let index = facets.firstIndex(where: { $0.type == type }), facets[index].isUnverified else {
                return false
            }
            facets[index].isUnverified = false
            if !isAnswer { facets[index].watched = now }
            return true
        }

        mutating func update(_ type: FacetType, _ body: (inout Facet) -> Void) {
            guard let index = facets.firstIndex(where: { $0.type == type }) else { return }
            body(&facets[index])
        }
    }
}

extension Readings.State {
    mutating func show(
        _ known: Cover.Known?,
        _ type: FacetType,
        isUpdate: Bool,
        at now: Instant,
        by cause: Cause
    ) {
        guard let known else { return set(type, to: nil, updated: now) }
        guard self[type]?.value == known.value else {
            let reading = Reading(
                value: known.value,
                certainty: known.certainty,
                isStale: known.isStale,
                since: now.wall,
                cause: cause
            )
            return set(type, to: reading, updated: now)
        }
        // Whoever repeats a value did not cause it.
        update(type) { facet in
            if isUpdate { facet.updated = now }
            if known.certainty == .confirmed, !known.isStale { facet.confirmed = facet.confirmed ?? now }
            if facet.reading.isStale, !known.isStale { facet.watched = now }
            facet.reading.certainty = known.certainty
            facet.reading.isStale = known.isStale
        }
    }

    /// The house reported a state.
    /// - Returns: true if the reading changed.
    mutating func observe(
        _ value: Value,
        _ type: FacetType,
        at now: Instant,
        confirming order: Cause?,
        precision: Decimal?,
        by source: Cause
    ) -> Bool {
        if let level = value.levelAboveZero { lastLevel = level }
        if let known = self[type],
            known.value == value || order != nil && known.value?.agrees(with: value, precision: precision) == true
        {
            let isNews = known.value != value || known.certainty != .confirmed || known.isStale
            update(type) { facet in
                facet.updated = now
                facet.confirmed = facet.confirmed ?? now
                if facet.reading.isStale { facet.watched = now }
                facet.reading.value = value
                facet.reading.certainty = .confirmed
                facet.reading.isStale = false
            }
            return isNews
        }
        set(
            type,
            to: Reading(value: value, certainty: .confirmed, since: now.wall, cause: order ?? source),
            updated: now
        )
        return true
    }

    /// An order was accepted.
    /// - Returns: the types whose readings changed.
    mutating func accept(_ ordered: Value, types: FacetTypes, at now: Instant, by cause: Cause) -> [FacetType] {
        var changed: [FacetType] = []
        func set(_ type: FacetType, to value: Value?) {
            let known = self[type]
            guard known?.value != value || known?.isStale == true else {
                // A report from before the order does not confirm it. Whoever repeats a value did not cause it.
                update(type) { facet in
                    facet.updated = now
                    facet.reading.certainty = .assumed
                }
                if known?.certainty == .confirmed { changed.append(type) }
                return
            }
            let reading = value.map { Reading(value: $0, certainty: .assumed, since: now.wall, cause: cause) }
            self.set(type, to: reading, updated: now)
            changed.append(type)
        }
        switch ordered {
        // Between two levels.
        case .dimming(.up), .dimming(.down): set(ordered.type, to: nil)
        // It shows nothing: the level is what the house reports, and a push button has no state.
        case .dimming(.stop), .press: return []
        case .on, .off, .level, .up, .down, .stop, .number, .text, .colour: set(ordered.type, to: ordered)
        }
        if let level = ordered.levelAboveZero { lastLevel = level }
        for sibling in types where sibling != ordered.type {
            switch sibling.change(after: ordered, .accepted, lastLevel: lastLevel) {
            case .none: break
            case .to(let value): set(sibling, to: value)
            case .unknown: set(sibling, to: nil)
            }
        }
        return changed
    }

    /// The state if either this or the other applies and it is not known which: facets that differ are stale.
    func or(_ other: Self) -> Self {
        var state = self
        for facet in other.facets where self[facet.type] == nil { state.facets.append(facet) }
        for type in FacetType.allCases where self[type]?.fresh != other[type]?.fresh {
            state.update(type) { $0.reading.isStale = true }
        }
        if lastLevel != other.lastLevel { state.lastLevel = nil }
        return state
    }
}
