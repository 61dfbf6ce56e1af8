import DomoCalendar
import DomoLanguage
import DomoModel

// Whether conditions hold, as far as that is known.

extension Scenes {
    func truth(
        of condition: Condition,
        site: Catalog.Site,
        answers: [String: CallAnswer] = [:],
        in world: borrowing some SceneWorld
    ) throws(Fault) -> Truth {
        switch condition.kind {
        case .reading(let test, for: let duration):
            return truth(of: try ReadingTest(test, in: world), for: duration, in: world)
        case .between(let start, let end):
            return TimeCondition.between(start, end).truth(at: world.now.wall, site: site)
        case .days(let days): return TimeCondition.days(days).truth(at: world.now.wall, site: site)
        case .answer(let test): return Truth(of: test, answers[test.target.text])
        case .not(let condition):
            return try truth(of: condition, site: site, answers: answers, in: world).inverted(condition.text)
        case .any(let conditions):
            var truths: [Truth] = []
            for condition in conditions {
                truths.append(try truth(of: condition, site: site, answers: answers, in: world))
            }
            return Truth(anyOf: truths)
        }
    }

    func truth(of test: ReadingTest, for duration: Duration?, in world: borrowing some SceneWorld) -> Truth {
        let name = world[test.element].name
        if test.type == .bidirectional, world.cover(test.element)?.state == .between {
            let level = world.reading(test.element, .regulable)?.value.map { " at \($0.word) %" } ?? ""
            return .fails("\(name) is\(level), neither up nor down")
        }
        guard let reading = world.reading(test.element, test.type), let value = reading.value else {
            return .unknown("the state of \(name) is not known")
        }
        guard !reading.isStale else { return .unknown("the state of \(name) is stale") }
        guard test.holds(value) else {
            return .fails("\(name) is \(value.word)" + (isSeen(test, in: world) ? "" : ", not confirmed"))
        }
        if let duration {
            guard let since = holds.since(test, in: world) else {
                return .fails("\(name) is \(value.word), but the house has not confirmed it yet")
            }
            if world.now < since + duration {
                return .fails("\(name) has been \(value.word) for less than \(DurationText.write(duration))")
            }
        }
        return .holds
    }

    /// False if the reading is only assumed from an order that the house has not confirmed yet.
    func isSeen(_ test: ReadingTest, in world: borrowing some SceneWorld) -> Bool {
        guard let reading = world.reading(test.element, test.type), let value = reading.value else { return false }
        return reading.certainty == .confirmed || !world.canConfirm(value, of: test.element)
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
