/// All that goes wrong at the time.
struct Troubles: Sendable {
    private struct Entry: Sendable {
        var trouble: Trouble
        var remaining: Int?
        var end: Duration?
        /// How things stood when it began, of `old`.
        var snapshot: Snapshot?
    }

    /// How things stood at a moment.
    struct Snapshot: Sendable {
        var actuators: Actuators
        var time: Duration
    }

    /// What changes what is said of single elements.
    struct OfElements: Sendable {
        var trouble: Trouble
        var snapshot: Snapshot?
    }

    /// At most so many at a time.
    static let most = 100

    private var entries: [Entry] = []

    /// - Returns: false where there are too many.
    mutating func add(_ trouble: Trouble, _ actuators: Actuators, at now: Duration) -> Bool {
        drop(at: now)
        guard entries.count < Self.most else { return false }
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

    /// What goes wrong with a request as a whole: the first that fits it, which is then one nearer to its end.
    ///
    /// - Parameter name: the element's; nil for a request that is about all of them.
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

    /// What is said of single elements, one answer nearer to its end.
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
