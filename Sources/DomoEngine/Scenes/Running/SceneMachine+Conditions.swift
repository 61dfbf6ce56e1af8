import DomoCalendar
import DomoLanguage
import DomoModel

// What is true of the house now, as far as that is known.

extension SceneMachine {
    func truth(
        of condition: Condition,
        site: Catalog.Site,
        in world: SceneSurroundings
    ) throws(Fault) -> Truth {
        switch condition.kind {
        case .reading(let test, for: let duration):
            return truth(of: try ReadingTest(test, in: world), for: duration, in: world)
        case .between(let start, let end):
            return TimeCondition.between(start, end).truth(at: world.now.wall, site: site)
        case .days(let days): return TimeCondition.days(days).truth(at: world.now.wall, site: site)
        }
    }

    func truth(of test: ReadingTest, for duration: Duration?, in world: SceneSurroundings) -> Truth {
        let name = world[test.element].name
        guard let reading = world.reading(test.element, test.type), let value = reading.value else {
            return .unknown("the state of \(name) is not known")
        }
        guard !reading.isStale else { return .unknown("the state of \(name) is in doubt") }
        guard test.holds(value) else {
            return .fails("\(name) is \(value.word)" + (isSeen(test, in: world) ? "" : ", as was ordered"))
        }
        if let duration, let since = since(test, in: world), world.now.wall < since + duration {
            return .fails("\(name) is \(value.word) for less than \(DurationText.write(duration))")
        }
        return .holds
    }

    /// False where what is known is only what was ordered, and the house has yet to report whether it obeyed.
    func isSeen(_ test: ReadingTest, in world: SceneSurroundings) -> Bool {
        guard let reading = world.reading(test.element, test.type), let value = reading.value else { return false }
        return reading.certainty == .confirmed || !world.canConfirm(value, of: test.element)
    }

    /// Since when a test holds that does: a number may have changed meanwhile.
    func since(_ test: ReadingTest, in world: SceneSurroundings) -> Timestamp? {
        holds.since(test) ?? world.reading(test.element, test.type)?.since
    }
}

extension Timestamp {
    static func + (time: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds + duration.nanoseconds / 1_000_000)
    }

    static func - (one: Timestamp, other: Timestamp) -> Duration {
        .milliseconds(one.milliseconds - other.milliseconds)
    }
}
