import DomoCalendar
import DomoLanguage
import DomoModel

/// A condition that depends only on clock and calendar, so that it is predictable.
indirect enum TimeCondition: Sendable {
    case between(TimeOfDay, TimeOfDay)
    case days(Days)
    case not(TimeCondition)
    case any([TimeCondition])

    /// - Returns: nil for a condition on a reading, also as a part of it.
    init?(_ condition: Condition) {
        switch condition.kind {
        case .reading, .answer: return nil
        case .between(let start, let end): self = .between(start, end)
        case .days(let days): self = .days(days)
        case .not(let condition):
            guard let inner = TimeCondition(condition) else { return nil }
            self = .not(inner)
        case .any(let conditions):
            let parts = conditions.compactMap(TimeCondition.init)
            guard parts.count == conditions.count else { return nil }
            self = .any(parts)
        }
    }

    func truth(at moment: Timestamp, site: Catalog.Site) -> Truth {
        switch self {
        case .between(let start, let end):
            guard let isBetween = TimeOfDay.isBetween(start, end, at: moment, site: site) else {
                return .unknown("there is no such sun event today, or the location of the house is unknown")
            }
            return isBetween ? .holds : .fails("it is not between \(start.text) and \(end.text)")
        case .days(let days):
            let today = site.clock.date(at: moment)
            return days.contain(today, holidays: site.holidays)
                ? .holds : .fails("it is \(today.weekday.rawValue) \(today)")
        case .not(let condition): return condition.truth(at: moment, site: site).inverted("the condition after not")
        case .any(let conditions): return Truth(anyOf: conditions.map { $0.truth(at: moment, site: site) })
        }
    }

    /// The next time at which it may hold, if it does not at the given one.
    func nextChance(after moment: Timestamp, site: Catalog.Site) -> Timestamp {
        let today = site.clock.date(at: moment)
        let tomorrow = site.clock.endOfDay(today)
        let start: TimeOfDay
        switch self {
        case .between(let begin, _): start = begin
        // What is not between two times begins at the second.
        case .not(.between(_, let end)): start = end
        case .days, .not(.days): return tomorrow
        case .any(let conditions):
            return conditions.map { $0.nextChance(after: moment, site: site) }.min() ?? tomorrow
        // The parser writes none of these.
        case .not: return moment
        }
        // The days whose interval may include now, as in `isBetween`.
        let starts = (-2...1).compactMap { start.occurrence(on: today.adding(days: $0), site: site)?.moment }
        return min(tomorrow, starts.filter { $0 > moment }.min() ?? tomorrow)
    }
}

/// The time conditions of a scene, all of which have to hold.
struct TimeConditions {
    /// The result of a search for a time at which they hold.
    enum Search: Equatable {
        case found(Occurrence)
        case none
        /// The search would have taken too long.
        case givenUp
    }

    private let conditions: [TimeCondition]
    private let site: Catalog.Site

    var isEmpty: Bool { conditions.isEmpty }

    init(_ conditions: [Condition], site: Catalog.Site) {
        self.init(conditions.compactMap(TimeCondition.init), site: site)
    }

    init(_ conditions: [TimeCondition], site: Catalog.Site) {
        self.conditions = conditions
        self.site = site
    }

    /// The first time of a trigger in a range at which they hold.
    ///
    /// Skips times at which none can hold in one step: `every 1s` with `only if 12-24` needs one check per day.
    ///
    /// - Parameter checks: the maximum number of times to check.
    func first(
        of occurrences: Occurrences,
        after time: Timestamp,
        until end: Timestamp,
        maxChecks checks: Int = .max
    ) -> Search {
        var checks = checks
        switch next(of: occurrences, after: time, until: end, checks: &checks) {
        case .found(let occurrence): return .found(occurrence)
        case .none: return .none
        case .interrupted: return .givenUp
        }
    }

    enum Step {
        case found(Occurrence)
        case none
        /// None up to that time; no more checks are left.
        case interrupted(at: Timestamp)
    }

    /// The same, with a budget of checks shared with others.
    func next(
        of occurrences: Occurrences,
        after time: Timestamp,
        until end: Timestamp,
        checks: inout Int
    ) -> Step {
        var time = time
        while let occurrence = occurrences.next(after: time), occurrence.moment < end {
            guard checks > 0 else { return .interrupted(at: time) }
            checks -= 1
            guard let chance = nextChance(from: occurrence.moment) else { return .found(occurrence) }
            time = max(occurrence.moment, Timestamp(milliseconds: chance.milliseconds - 1))
        }
        return .none
    }

    /// Whether the conditions on days hold on a date.
    func canHold(on date: CivilDate) -> Bool {
        conditions.allSatisfy { condition in
            guard case .days(let days) = condition else { return true }
            return days.contain(date, holidays: site.holidays)
        }
    }

    /// The earliest time at which they may hold; nil if they hold at the given one.
    private func nextChance(from moment: Timestamp) -> Timestamp? {
        conditions.compactMap { condition in
            if case .holds = condition.truth(at: moment, site: site) { return nil }
            return condition.nextChance(after: moment, site: site)
        }.max()
    }
}
