/// The current faults.
struct Troubles: Sendable {
    private struct Entry: Sendable {
        var trouble: Trouble
        var remaining: Int?
        var end: Duration?
        /// The state when the fault began, for `old`.
        var snapshot: Snapshot?
    }

    /// The state of the house at a moment.
    struct Snapshot: Sendable {
        var actuators: Actuators
        var time: Duration
    }

    /// A fault that changes the state of single elements.
    struct OfElements: Sendable {
        var trouble: Trouble
        var snapshot: Snapshot?
    }

    /// The maximum number of faults.
    static let limit = 100

    private var entries: [Entry] = []

    /// - Returns: False if there are too many.
    mutating func add(_ trouble: Trouble, _ actuators: Actuators, at now: Duration) -> Bool {
        drop(at: now)
        guard entries.count < Self.limit else { return false }
        entries.append(
            Entry(
                trouble: trouble,
                remaining: trouble.count,
                end: trouble.duration.map { now + $0 },
                snapshot: trouble.kind == .old ? Snapshot(actuators: actuators, time: now) : nil
            )
        )
        return true
    }

    mutating func clear() { entries = [] }

    /// The first fault that applies to a request as a whole; it counts as used once.
    ///
    /// - Parameter name: The element's name; nil for a request for all elements.
    mutating func next(_ place: Trouble.Place, name: String?, at now: Duration) -> Trouble? {
        drop(at: now)
        let index = entries.firstIndex { entry in
            let trouble = entry.trouble
            return !trouble.kind.isOfElement && trouble.places.contains(place)
                && (trouble.name == nil || trouble.name == name)
        }
        guard let index else { return nil }
        defer { use(index) }
        return entries[index].trouble
    }

    /// The faults of single elements; each counts as used once.
    mutating func nextOfElements(at now: Duration) -> [OfElements] {
        drop(at: now)
        let found = entries.indices.filter { entries[$0].trouble.kind.isOfElement }
        defer { for index in found { use(index) } }
        return found.map { OfElements(trouble: entries[$0].trouble, snapshot: entries[$0].snapshot) }
    }

    private mutating func use(_ index: Int) { entries[index].remaining = entries[index].remaining.map { $0 - 1 } }

    private mutating func drop(at now: Duration) {
        entries.removeAll { $0.remaining.map { $0 <= 0 } == true || $0.end.map { $0 <= now } == true }
    }
}
