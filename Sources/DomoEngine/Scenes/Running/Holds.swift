import DomoLanguage
import DomoModel

/// How long conditions with a duration (`for 10m`) have held, by the monotonic clock. Numbers may change while a
/// condition holds, so the reading itself does not show that.
struct Holds: Sendable {
    private struct Entry: Sendable {
        let test: ReadingTest
        /// The full path of the element, which identifies it after a load.
        let path: String
        /// The number of users.
        var count = 1
        /// Nil if it does not hold, or holds only by an order that the house has not confirmed yet.
        var since: Instant?

        mutating func follow(in world: borrowing some SceneWorld) {
            let holds = world.reading(test.element, test.type)?.value.map(test.holds) == true
            since = holds ? since ?? world.steady(test.element, test.type) : nil
        }
    }

    /// Identifies a test after a load.
    private struct Key: Hashable {
        var path: String
        var type: FacetType
        var relation: ReadingTest.Relation
    }

    /// By element.
    private var entries: [ElementID: [Entry]] = [:]

    func areAbout(_ element: ElementID) -> Bool { entries[element] != nil }

    /// The time since which a test has held under observation; nil if that has not been observed yet.
    func since(_ test: ReadingTest, in world: borrowing some SceneWorld) -> Instant? {
        guard let known = entries[test.element]?.first(where: { $0.test == test }) else {
            return world.steady(test.element, test.type)
        }
        guard let since = known.since, let watched = world.watched(test.element, test.type) else { return nil }
        return max(since, watched)
    }

    mutating func follow(_ changed: [ElementID], in world: borrowing some SceneWorld) {
        guard !entries.isEmpty else { return }
        for element in changed { follow(element, in: world) }
    }

    private mutating func follow(_ element: ElementID, in world: borrowing some SceneWorld) {
        for number in entries[element]?.indices ?? 0..<0 { entries[element]?[number].follow(in: world) }
    }

    /// Tracks a test until `release`.
    mutating func retain(_ test: ReadingTest, in world: borrowing some SceneWorld) {
        retain(test, since: nil, in: world)
    }

    /// - Parameter since: the time since which it has held, if known.
    private mutating func retain(_ test: ReadingTest, since: Instant?, in world: borrowing some SceneWorld) {
        if let number = entries[test.element]?.firstIndex(where: { $0.test == test }) {
            entries[test.element]?[number].count += 1
        } else {
            var entry = Entry(test: test, path: world.path(of: test.element), since: since)
            // It may have changed since.
            entry.follow(in: world)
            entries[test.element, default: []].append(entry)
        }
    }

    mutating func release(_ test: ReadingTest) {
        guard let number = entries[test.element]?.firstIndex(where: { $0.test == test }) else { return }
        entries[test.element]?[number].count -= 1
        guard entries[test.element]?[number].count == 0 else { return }
        entries[test.element]?.remove(at: number)
        if entries[test.element]?.isEmpty == true { entries[test.element] = nil }
    }

    /// Replaces the tests after a load. Tests that stay keep their times.
    mutating func load(_ new: [ReadingTest], in world: borrowing some SceneWorld) {
        let pairs = entries.values.joined().map { entry in
            (Key(path: entry.path, type: entry.test.type, relation: entry.test.relation), entry.since)
        }
        let known = Dictionary(pairs) { first, _ in first }
        self = Holds()
        for test in new {
            let key = Key(path: world.path(of: test.element), type: test.type, relation: test.relation)
            retain(test, since: known[key] ?? nil, in: world)
        }
    }
}

extension Script {
    /// The tests with a duration.
    var lastingTests: [Test] {
        let triggers = triggers.compactMap { trigger -> Test? in
            if case .when(let test, for: .some) = trigger.kind { test } else { nil }
        }
        let steps = allSteps.map(\.kind)
        let conditions =
            conditions
            + steps.compactMap { step in
                if case .condition(let condition, then: _, otherwise: _) = step { condition } else { nil }
            }
        let waits = steps.compactMap { step -> Test? in
            if case .waitUntil(let test, for: .some, atMost: _) = step { test } else { nil }
        }
        let tests = conditions.flatMap(\.tests).filter { $0.for != nil }.map(\.test)
        return triggers + tests + waits
    }
}
