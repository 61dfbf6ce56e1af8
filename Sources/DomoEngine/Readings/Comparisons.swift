import DomoModel

/// What second links report of facets that others move: told from the readings, and nothing else. So a house can be moved
/// from one link to another after somebody has seen that both say the same.
struct Comparisons: Sendable {
    /// So long both must have been as they are before they are compared: one of them is told later than the other.
    static let patience: Duration = .seconds(10)

    struct Facet: Hashable, Sendable {
        var element: ElementID
        var type: FacetType
    }

    struct Difference: Hashable, Sendable {
        var first: Value
        var second: Value
    }

    private struct Entry: Sendable {
        var value: Value
        /// When it came to be so, and when it was last reported.
        var changed: Instant
        var heard: Instant
        /// Told already, and so still.
        var difference: Difference?
        var isScheduled = false
    }

    private var entries: [Facet: Entry] = [:]
    private var timers = Timers<Facet, Instant>()

    var earliest: Instant? { timers.earliest }
    var held: [String: Int] { ["comparisons": entries.count, "comparison timers": timers.count] }

    /// What a facet is on its second link, where that differs.
    func difference(_ element: ElementID, _ type: FacetType) -> Difference? {
        entries.isEmpty ? nil : entries[Facet(element: element, type: type)]?.difference
    }

    /// The second link reports what a facet is; nil where it doesn't know.
    mutating func hear(_ value: Value?, _ type: FacetType, of element: ElementID, at now: Instant) {
        let facet = Facet(element: element, type: type)
        guard let value else {
            entries[facet] = nil
            return
        }
        var entry = entries[facet] ?? Entry(value: value, changed: now, heard: now)
        if entry.value != value { (entry.value, entry.changed) = (value, now) }
        entry.heard = now
        entries[facet] = entry
        schedule(facet, at: now + Self.patience)
    }

    /// The reading of a facet has changed.
    mutating func noteChange(of element: ElementID, _ type: FacetType, at now: Instant) {
        guard !entries.isEmpty else { return }
        schedule(Facet(element: element, type: type), at: now + Self.patience)
    }

    /// One timer for each facet.
    private mutating func schedule(_ facet: Facet, at moment: Instant) {
        guard entries[facet]?.isScheduled == false else { return }
        entries[facet]?.isScheduled = true
        timers.add(facet, at: moment)
    }

    /// The next that is to be compared.
    mutating func takeDue(at now: Instant) -> Facet? {
        while let facet = timers.popDue(at: now) {
            guard entries[facet]?.isScheduled == true else { continue }
            entries[facet]?.isScheduled = false
            return facet
        }
        return nil
    }

    /// What the first link reports.
    struct Known {
        var value: Value
        /// When it came to be so, and when it was last reported.
        var changed: Instant
        var heard: Instant
        /// It reports changes by itself: what it last reported still holds.
        var isPushed: Bool
    }

    /// Compares what both report, once both have been able to report it.
    ///
    /// - Parameters:
    ///   - known: nil where the house does not report it, or where it is stale or on its way.
    ///   - isPushed: the second link reports changes by itself.
    /// - Returns: a difference that was not told before; and whether one has ended.
    mutating func compare(
        _ facet: Facet,
        with known: Known?,
        precision: Decimal?,
        isPushed: Bool,
        at now: Instant
    ) -> (new: Difference?, hasEnded: Bool) {
        guard let entry = entries[facet], let known else { return (nil, false) }
        // Its next report brings it here again.
        guard isPushed || known.changed <= entry.heard else { return (nil, false) }
        let steady = max(entry.changed, known.changed) + Self.patience
        guard steady <= now, known.isPushed || entry.changed <= known.heard else {
            schedule(facet, at: max(steady, now + .seconds(1)))
            return (nil, false)
        }
        let reading = known.value
        let difference = Difference(first: reading, second: entry.value)
        let agree =
            reading.agrees(with: entry.value, precision: precision)
            || entry.value.agrees(with: reading, precision: precision)
        guard !agree else {
            entries[facet]?.difference = nil
            return (nil, entry.difference != nil)
        }
        entries[facet]?.difference = difference
        return (entry.difference == difference ? nil : difference, false)
    }

    /// Keeps what is still compared, under its new numbers.
    mutating func load(
        element number: (ElementID) -> ElementID?,
        endpoint: (ElementID, FacetType) -> EndpointID?
    ) {
        guard !entries.isEmpty else { return }
        let before = entries
        self = Comparisons()
        for (facet, entry) in before.sorted(by: { $0.key.element.number < $1.key.element.number }) {
            guard let element = number(facet.element), endpoint(element, facet.type) != nil else { continue }
            let place = Facet(element: element, type: facet.type)
            entries[place] = entry
            entries[place]?.isScheduled = false
            schedule(place, at: entry.heard + Self.patience)
        }
    }
}
