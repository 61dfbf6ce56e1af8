import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

/// What the objects of lamps with colours were reported to carry over the current connection.
struct Colours: Sendable {
    private struct Lamp: Sendable {
        var reports: [KNXColour.Report?]
        /// The object that reported last by itself.
        var latest: Int?
        /// What was ordered, until all objects have had time to report it.
        var ordered: (colour: Colour, until: Instant)?
    }

    private var lamps: [FacetName: Lamp] = [:]

    /// After a lost connection nothing is known: the device may have been changed since.
    mutating func clear() { lamps = [:] }

    /// Drops what a load binds in another way.
    mutating func keep(_ new: KNXBindings, from old: KNXBindings) {
        let before = Dictionary(old.facets.map { ($0.facet, $0.colour) }) { first, _ in first }
        let same = Set(new.facets.filter { $0.colour != nil && before[$0.facet] == $0.colour }.map(\.facet))
        lamps = lamps.filter { same.contains($0.key) }
    }

    /// A valid report of an object; nil for one that can't be used.
    mutating func note(_ report: KNXColour.Report?, object: Int, of facet: KNXFacet, isResponse: Bool) {
        guard let colour = facet.colour else { return }
        var lamp = lamps[facet.facet] ?? Lamp(reports: Array(repeating: nil, count: colour.objects.count))
        lamp.reports[object] = report
        // An answer to a read says what the object carries, not that the lamp has changed to it.
        if !isResponse { lamp.latest = object }
        lamps[facet.facet] = lamp
    }

    /// The colour as it was last reported; nil if not all that it follows from is known.
    private func colour(of facet: KNXFacet) -> Colour? {
        guard let lamp = lamps[facet.facet] else { return nil }
        return facet.colour?.colour(of: lamp.reports, latest: lamp.latest)
    }

    /// The value to report. Nil if it is not known, or while the other objects of an order have not reported: a part of a
    /// report contradicts nothing.
    mutating func value(of facet: KNXFacet, at now: Instant) -> Value? {
        guard let colour = colour(of: facet) else { return nil }
        if let ordered = lamps[facet.facet]?.ordered, now < ordered.until {
            guard colour.isClose(to: ordered.colour) else { return nil }
            lamps[facet.facet]?.ordered = nil
        }
        return .colour(colour)
    }

    // MARK: - Orders

    /// - Parameter time: How long its objects have to report.
    mutating func note(ordered colour: Colour, _ facet: KNXFacet, within time: Duration, at now: Instant) {
        guard let objects = facet.colour?.objects, objects.count > 1 else { return }
        var lamp = lamps[facet.facet] ?? Lamp(reports: Array(repeating: nil, count: objects.count))
        lamp.ordered = (colour, now + time)
        lamps[facet.facet] = lamp
    }

    /// The order failed, or somebody else gave another: whatever the lamp reports counts at once.
    mutating func forgetOrder(of facet: FacetName) { lamps[facet]?.ordered = nil }

    /// The lamps whose objects have not reported what was ordered in time.
    mutating func expire(at now: Instant) -> [FacetName] {
        let expired = lamps.filter { $0.value.ordered.map { $0.until <= now } ?? false }.keys
        for facet in expired { lamps[facet]?.ordered = nil }
        return expired.sorted { $0.path < $1.path }
    }

    var earliest: Instant? { lamps.values.compactMap(\.ordered?.until).min() }
}
