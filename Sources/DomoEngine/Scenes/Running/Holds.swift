import DomoLanguage
import DomoModel

/// Since when the tests hold that are to hold for a while (`for 10m`), by the clock that nobody sets. A number may change
/// meanwhile, so that the reading itself does not tell.
struct Holds: Sendable {
    private struct Test: Sendable {
        /// The whole path of its element, by which it is found again after a load.
        let path: String
        /// How many ask for it.
        var count = 0
        /// Nil where it does not hold, or where only an order says so that the house has yet to confirm.
        var since: Instant?
    }

    private var tests: [ReadingTest: Test] = [:]
    private var ofElement: [ElementID: [ReadingTest]] = [:]

    func areAbout(_ element: ElementID) -> Bool { ofElement[element] != nil }

    /// Since when a test holds that does, and somebody watched; nil where nobody has seen it yet.
    func since(_ test: ReadingTest, in world: SceneSurroundings) -> Instant? {
        guard let known = tests[test] else { return world.steady(test.element, test.type) }
        guard let since = known.since, let watched = world.watched(test.element, test.type) else { return nil }
        return max(since, watched)
    }

    mutating func follow(_ changed: [ElementID], in world: SceneSurroundings) {
        guard !tests.isEmpty else { return }
        for element in changed {
            for test in ofElement[element] ?? [] { follow(test, in: world) }
        }
    }

    private mutating func follow(_ test: ReadingTest, in world: SceneSurroundings) {
        let value = world.reading(test.element, test.type)?.value
        if value.map(test.holds) != true {
            tests[test]?.since = nil
        } else if tests[test]?.since == nil {
            tests[test]?.since = world.steady(test.element, test.type)
        }
    }

    /// Somebody asks for a test, until `release`.
    mutating func retain(_ test: ReadingTest, in world: SceneSurroundings) {
        if tests[test] == nil {
            tests[test] = Test(path: world.path(of: test.element))
            ofElement[test.element, default: []].append(test)
            follow(test, in: world)
        }
        tests[test]?.count += 1
    }

    mutating func release(_ test: ReadingTest) {
        tests[test]?.count -= 1
        guard tests[test]?.count == 0 else { return }
        tests[test] = nil
        ofElement[test.element]?.removeAll { $0 == test }
        if ofElement[test.element]?.isEmpty == true { ofElement[test.element] = nil }
    }

    /// The tests of a load. What is known of those that stay is kept.
    mutating func load(_ new: [ReadingTest], in world: SceneSurroundings) {
        struct Key: Hashable {
            var path: String
            var type: FacetType
            var relation: ReadingTest.Relation
        }
        let pairs = tests.map { (Key(path: $1.path, type: $0.type, relation: $0.relation), $1.since) }
        let known = Dictionary(pairs) { first, _ in first }
        self = Holds()
        for test in new {
            retain(test, in: world)
            let path = world.path(of: test.element)
            if let since = known[Key(path: path, type: test.type, relation: test.relation)] ?? nil {
                tests[test]?.since = since
                // It may have come to be otherwise with the load.
                follow(test, in: world)
            }
        }
    }
}

extension Script {
    /// The tests that are to hold for a while.
    var lastingTests: [Test] {
        let triggers = triggers.compactMap { trigger -> Test? in
            if case .when(let test, for: .some) = trigger.kind { test } else { nil }
        }
        let steps = allSteps.map(\.kind)
        let conditions =
            conditions.map(\.kind)
            + steps.compactMap { step in
                if case .condition(let condition, then: _, otherwise: _) = step { condition.kind } else { nil }
            }
        let waits = steps.compactMap { step -> Test? in
            if case .waitUntil(let test, for: .some, atMost: _) = step { test } else { nil }
        }
        let tests = conditions.compactMap { condition -> Test? in
            if case .reading(let test, for: .some) = condition { test } else { nil }
        }
        return triggers + tests + waits
    }
}
