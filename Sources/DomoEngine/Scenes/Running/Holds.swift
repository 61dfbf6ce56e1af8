import DomoLanguage
import DomoModel

/// Since when numbers have been above or below a limit: what conditions ask for with `for`. A reading itself tells only
/// when it changed last.
struct Holds: Sendable {
    private struct Key: Hashable {
        var element: String
        var relation: Script.Test.Relation
    }

    private var keys: [ReadingTest: Key] = [:]
    private var tests: [ElementID: [ReadingTest]] = [:]
    private var times: [ReadingTest: Timestamp] = [:]

    /// Nil where it does not hold, or where nobody asks for that.
    func since(_ test: ReadingTest) -> Timestamp? { times[test] }

    mutating func follow(_ changed: [ElementID], state: Readings, at now: Instant) {
        guard !tests.isEmpty else { return }
        for element in changed { for test in tests[element] ?? [] { follow(test, state: state, since: now.wall) } }
    }

    private mutating func follow(_ test: ReadingTest, state: Readings, since time: Timestamp) {
        guard let value = state.reading(test.element, test.type)?.value, test.holds(value) else {
            times[test] = nil
            return
        }
        times[test] = times[test] ?? time
    }

    /// The tests of a load. What is known of those that stay is kept.
    mutating func load(_ new: [(written: Script.Test, meant: ReadingTest)], state: Readings, at now: Instant) {
        let known = Dictionary(times.compactMap { test, time in keys[test].map { ($0, time) } }) { first, _ in first }
        self = Holds()
        for (written, test) in new where keys[test] == nil {
            let key = Key(element: written.element.text, relation: written.relation)
            keys[test] = key
            tests[test.element, default: []].append(test)
            let changed = state.reading(test.element, test.type)?.since ?? now.wall
            follow(test, state: state, since: known[key] ?? changed)
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
