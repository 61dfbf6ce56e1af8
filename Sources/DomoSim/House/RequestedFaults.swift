/// The current faults.
struct RequestedFaults: Sendable {
    private struct Entry: Sendable {
        var requested: RequestedFault
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
        var requested: RequestedFault
        var snapshot: Snapshot?
    }

    /// The maximum number of faults.
    static let limit = 100

    private var entries: [Entry] = []

    /// - Returns: False if there are too many.
    mutating func add(_ requested: RequestedFault, _ actuators: Actuators, at now: Duration) -> Bool {
        drop(at: now)
        guard entries.count < Self.limit else { return false }
        entries.append(
            Entry(
                requested: requested,
                remaining: requested.count,
                end: requested.duration.map { now + $0 },
                snapshot: requested.kind == .old ? Snapshot(actuators: actuators, time: now) : nil
            )
        )
        return true
    }

    mutating func clear() { entries = [] }

    /// The first fault that applies to a request as a whole; it counts as used once.
    ///
    /// - Parameter name: The element's name; nil for a request for all elements.
    mutating func next(_ place: RequestedFault.Place, name: String?, at now: Duration) -> RequestedFault? {
        drop(at: now)
        let index = entries.firstIndex { entry in
            let requested = entry.requested
            return !requested.kind.isOfElement && requested.places.contains(place)
                && (requested.name == nil || requested.name == name)
        }
        guard let index else { return nil }
        defer { use(index) }
        return entries[index].requested
    }

    /// The faults of single elements; each counts as used once.
    mutating func nextOfElements(at now: Duration) -> [OfElements] {
        drop(at: now)
        let found = entries.indices.filter { entries[$0].requested.kind.isOfElement }
        defer { for index in found { use(index) } }
        return found.map { OfElements(requested: entries[$0].requested, snapshot: entries[$0].snapshot) }
    }

    private mutating func use(_ index: Int) { entries[index].remaining = entries[index].remaining.map { $0 - 1 } }

    private mutating func drop(at now: Duration) {
        entries.removeAll { $0.remaining.map { $0 <= 0 } == true || $0.end.map { $0 <= now } == true }
    }
}
