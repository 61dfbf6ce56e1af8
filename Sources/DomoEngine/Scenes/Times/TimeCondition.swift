import DomoCalendar
import DomoLanguage
import DomoModel

/// A condition that goes by the clock and the calendar alone: whether it holds is known beforehand.
enum TimeCondition {
    case between(TimeOfDay, TimeOfDay)
    case days(Days)

    /// - Returns: nil for one on a reading.
    init?(_ condition: Condition) {
        switch condition.kind {
        case .reading: return nil
        case .between(let start, let end): self = .between(start, end)
        case .days(let days): self = .days(days)
        }
    }

    func truth(at moment: Timestamp, site: Catalog.Site) -> Truth {
        switch self {
        case .between(let start, let end):
            guard let isBetween = TimeOfDay.isBetween(start, end, at: moment, site: site) else {
                return .unknown("there is no such moment of the sun today, or nobody said where the house stands")
            }
            return isBetween ? .holds : .fails("it is not between \(start.text) and \(end.text)")
        case .days(let days):
            let today = site.clock.date(at: moment)
            return days.contain(today, holidays: site.holidays)
                ? .holds : .fails("it is \(today.weekday.rawValue) \(today)")
        }
    }

    /// Where it does not hold at a moment, it does not before this one either.
    func nextChance(after moment: Timestamp, site: Catalog.Site) -> Timestamp {
        let today = site.clock.date(at: moment)
        let tomorrow = site.clock.endOfDay(today)
        guard case .between(let start, _) = self else { return tomorrow }
        // The days whose stretch may be on its way, as `isBetween` looks at them.
        let starts = (-2...1).compactMap { start.occurrence(on: today.adding(days: $0), site: site)?.moment }
        return min(tomorrow, starts.filter { $0 > moment }.min() ?? tomorrow)
    }
}

/// Those of a scene: all of them have to hold.
struct TimeConditions {
    /// What comes of looking for a moment at which they hold.
    enum Search: Equatable {
        case found(Occurrence)
        case none
        /// It would have taken too long.
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

    /// The first moment of a trigger at which they hold, later than one and earlier than another.
    ///
    /// Over moments at which none can hold it goes in one step: `every 1s` with `only if 12-24` takes a look a day.
    ///
    /// - Parameter looks: at how many moments is looked at most.
    func first(
        of occurrences: Occurrences,
        after time: Timestamp,
        until end: Timestamp,
        most looks: Int = .max
    ) -> Search {
        var looks = looks
        switch next(of: occurrences, after: time, until: end, looks: &looks) {
        case .found(let occurrence): return .found(occurrence)
        case .none: return .none
        case .interrupted: return .givenUp
        }
    }

    enum Step {
        case found(Occurrence)
        case none
        /// There is none up to that moment; no more looks are left.
        case interrupted(at: Timestamp)
    }

    /// The same, with looks from a budget that others share.
    func next(
        of occurrences: Occurrences,
        after time: Timestamp,
        until end: Timestamp,
        looks: inout Int
    ) -> Step {
        var time = time
        while let occurrence = occurrences.next(after: time), occurrence.moment < end {
            guard looks > 0 else { return .interrupted(at: time) }
            looks -= 1
            guard let chance = nextChance(from: occurrence.moment) else { return .found(occurrence) }
            time = max(occurrence.moment, Timestamp(milliseconds: chance.milliseconds - 1))
        }
        return .none
    }

    /// Whether there is a moment of that day at which those that name days hold.
    func canHold(on date: CivilDate) -> Bool {
        conditions.allSatisfy { condition in
            guard case .days(let days) = condition else { return true }
            return days.contain(date, holidays: site.holidays)
        }
    }

    /// Before which moment they do not hold; nil where they hold at that one.
    private func nextChance(from moment: Timestamp) -> Timestamp? {
        conditions.compactMap { condition in
            if case .holds = condition.truth(at: moment, site: site) { return nil }
            return condition.nextChance(after: moment, site: site)
        }.max()
    }
}
