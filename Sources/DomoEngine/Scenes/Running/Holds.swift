import DomoLanguage
import DomoModel

/// Since when numbers have been above or below a limit: what conditions ask for with `for`. A reading itself says only
/// when it changed last.
struct Holds: Sendable {
    private struct Key: Hashable {
        var element: String
        var relation: Script.Test.Relation
    }

    private var keys: [ReadingTest: Key] = [:]
    private var tests: [ElementID: [ReadingTest]] = [:]
    private var times: [ReadingTest: Timestamp] = [:]

    func areAbout(_ element: ElementID) -> Bool { tests[element] != nil }

    /// Nil where it does not hold, or where nobody asks for that.
    func since(_ test: ReadingTest) -> Timestamp? { times[test] }

    mutating func follow(_ changed: [ElementID], in world: SceneSurroundings) {
        guard !tests.isEmpty else { return }
        for element in changed {
            for test in tests[element] ?? [] { follow(test, since: world.now.wall, in: world) }
        }
    }

    private mutating func follow(_ test: ReadingTest, since time: Timestamp, in world: SceneSurroundings) {
        guard let value = world.reading(test.element, test.type)?.value, test.holds(value) else {
            times[test] = nil
            return
        }
        times[test] = times[test] ?? time
    }

    /// The tests of a load. What is known of those that stay is kept.
    mutating func load(_ new: [(written: Script.Test, meant: ReadingTest)], in world: SceneSurroundings) {
        let known = Dictionary(times.compactMap { test, time in keys[test].map { ($0, time) } }) { first, _ in first }
        self = Holds()
        for (written, test) in new where keys[test] == nil {
            let key = Key(element: written.element.text, relation: written.relation)
            keys[test] = key
            tests[test.element, default: []].append(test)
            let changed = world.reading(test.element, test.type)?.since ?? world.now.wall
            follow(test, since: known[key] ?? changed, in: world)
        }
    }
}

extension Script {
    /// The tests of numbers that are to hold for a while.
    var lastingTests: [Test] {
        let conditions =
            conditions.map(\.kind)
            + allSteps.compactMap { step in
                if case .condition(let condition, then: _, otherwise: _) = step.kind { condition.kind } else { nil }
            }
        let waits = allSteps.compactMap { step -> Test? in
            if case .waitUntil(let test, for: .some, atMost: _) = step.kind { test } else { nil }
        }
        let tests = conditions.compactMap { condition -> Test? in
            if case .reading(let test, for: .some) = condition { test } else { nil }
        }
        return (tests + waits).filter { test in
            if case .equals = test.relation { false } else { true }
        }
    }
}
