import DomoModel

/// Reports of second links about facets that other links control, kept apart from the readings. They show that both
/// links agree before a house is moved from one to the other.
struct Comparisons: Sendable {
    /// How long both values must have been stable before they are compared: one link reports later than the other.
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
        /// When the value changed, and when it was last reported.
        var changed: Instant
        var reported: Instant
        /// The published difference, if it still exists.
        var difference: Difference?
        var isScheduled = false
    }

    private var entries: [Facet: Entry] = [:]
    private var timers = Timers<Facet, Instant>()

    var earliest: Instant? { timers.earliest }
    var held: [String: Int] { ["comparisons": entries.count, "comparison timers": timers.count] }

    /// The difference between a facet's reading and its second link, if any.
    func difference(_ element: ElementID, _ type: FacetType) -> Difference? {
        entries.isEmpty ? nil : entries[Facet(element: element, type: type)]?.difference
    }

    /// The second link reports a facet's state; nil if it doesn't know.
    mutating func note(_ value: Value?, _ type: FacetType, of element: ElementID, at now: Instant) {
        let facet = Facet(element: element, type: type)
        guard let value else {
            entries[facet] = nil
            return
        }
        var entry = entries[facet] ?? Entry(value: value, changed: now, reported: now)
        if entry.value != value { (entry.value, entry.changed) = (value, now) }
        entry.reported = now
        entries[facet] = entry
        schedule(facet, at: now + Self.patience)
    }

    /// The reading of a facet changed.
    mutating func noteChange(of element: ElementID, _ type: FacetType, at now: Instant) {
        guard !entries.isEmpty else { return }
        schedule(Facet(element: element, type: type), at: now + Self.patience)
    }

    /// One timer per facet.
    private mutating func schedule(_ facet: Facet, at moment: Instant) {
        guard entries[facet]?.isScheduled == false else { return }
        entries[facet]?.isScheduled = true
        timers.add(facet, at: moment)
    }

    /// The next facet to compare.
    mutating func takeDue(at now: Instant) -> Facet? {
        while let facet = timers.popDue(at: now) {
            guard entries[facet]?.isScheduled == true else { continue }
            entries[facet]?.isScheduled = false
            return facet
        }
        return nil
    }

    /// The report of the first link.
    struct Known {
        var value: Value
        /// When the value changed, and when it was last reported.
        var changed: Instant
        var reported: Instant
        /// The link reports changes by itself: its last report is still valid.
        var isPushed: Bool
    }

    /// Compares both reports, once both links have had time to report.
    ///
    /// - Parameters:
    ///   - known: nil if the house does not report the facet, or its reading is stale or the facet is moving.
    ///   - isPushed: the second link reports changes by itself.
    /// - Returns: a difference that was not published before; and whether one has ended.
    mutating func compare(
        _ facet: Facet,
        with known: Known?,
        precision: Decimal?,
        isPushed: Bool,
        at now: Instant
    ) -> (new: Difference?, hasEnded: Bool) {
        guard let entry = entries[facet], let known else { return (nil, false) }
        // The facet's next report triggers another comparison.
        guard isPushed || known.changed <= entry.reported else { return (nil, false) }
        let steady = max(entry.changed, known.changed) + Self.patience
        guard steady <= now, known.isPushed || entry.changed <= known.reported else {
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

    /// Keeps the facets that are still compared, under their new numbers.
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
            schedule(place, at: entry.reported + Self.patience)
        }
    }
}
