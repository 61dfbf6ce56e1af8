import DomoCalendar
import DomoLanguage
import DomoModel

/// A scheduled start.
struct Occurrence: Equatable {
    var moment: Timestamp
    /// A remark: `02:30 does not exist on this day: the clocks are set forward`.
    var note: String?
}

/// The times of a clock trigger.
///
/// - `at`: once on each of its days. The day is that of the time as written: the calendar date for a clock time, the
///   date of the solar noon for a sun event. So `dusk sat` may come after midnight, on Sunday, and an offset or a bound
///   does not change the day. A clock time that does not exist on a day comes at the first moment after the gap, one
///   that exists twice comes only the first time; on a day without the sun event there is none, whatever its bounds.
/// - `every`: at the beginning of each day, and then by elapsed time until the day ends.
struct Occurrences {
    /// How far to look ahead for a day: the next 29 February is at most eight years away.
    private static let daysAhead = 9 * 366

    /// How long after the end of its day a sun event may come, in milliseconds: half a day where the clocks are half a
    /// day away from the sun, and an hour for the equation of time and for clock changes.
    private static let latestEvent: Int64 = 13 * 3_600_000

    private let kind: Trigger.Kind
    private let site: Catalog.Site

    init(_ trigger: Trigger, site: Catalog.Site) {
        kind = trigger.kind
        self.site = site
    }

    /// - Returns: the first start after a time; nil if there is none.
    func next(after time: Timestamp) -> Occurrence? {
        switch kind {
        case .at(let timeOfDay, let days): next(timeOfDay, days, after: time)
        case .every(let interval): next(every: interval, after: time)
        case .when, .changes, .telegram, .start: nil
        }
    }

    private func next(_ timeOfDay: TimeOfDay, _ days: Days, after time: Timestamp) -> Occurrence? {
        let today = site.clock.date(at: time)
        var from = today
        if case .sun(_, let offset, _, _) = timeOfDay {
            guard site.sun != nil else { return nil }
            // The event of a day may come until half a day after the day's last noon, plus the offset.
            let late = Self.latestEvent + offset.nanoseconds / 1_000_000
            from = min(today, site.clock.date(at: Timestamp(milliseconds: time.milliseconds - late)))
        }
        let last = today.adding(days: Self.daysAhead)
        // Starts of later days come later, so the first one that is late enough is the next.
        while let date = days.first(from: from, until: last, holidays: site.holidays) {
            if let occurrence = timeOfDay.occurrence(on: date, site: site), occurrence.moment > time {
                return occurrence
            }
            from = date.adding(days: 1)
        }
        return nil
    }

    private func next(every interval: Duration, after time: Timestamp) -> Occurrence? {
        let step = max(interval.nanoseconds / 1_000_000, 1)
        let today = site.clock.date(at: time)
        // Usually tomorrow's midnight, or the day after's if tomorrow does not exist.
        for date in (0...2).map(today.adding(days:)) {
            let (start, end) = (site.clock.startOfDay(date).milliseconds, site.clock.endOfDay(date).milliseconds)
            let steps = time.milliseconds < start ? 0 : (time.milliseconds - start) / step + 1
            if start + steps * step < end { return Occurrence(moment: Timestamp(milliseconds: start + steps * step)) }
        }
        return nil
    }
}

extension Days {
    /// The first matching day in a range; a date with a year may lie beyond it.
    func first(from: CivilDate, until last: CivilDate, holidays: Holidays) -> CivilDate? {
        let isDayByDay =
            patterns.isEmpty
            || patterns.contains {
                if case .weekdays = $0 { true } else { false }
            }
        var date = from
        while let next = isDayByDay ? date : named(from: date, until: last, holidays: holidays) {
            if contain(next, holidays: holidays) { return next }
            if isDayByDay, next >= last { return nil }
            date = next.adding(days: 1)
        }
        return nil
    }

    /// The first date named by a pattern, regardless of exceptions.
    private func named(from: CivilDate, until last: CivilDate, holidays: Holidays) -> CivilDate? {
        func yearly(_ month: Int, _ day: Int) -> CivilDate? {
            guard from <= last else { return nil }
            return (from.year...last.year).lazy.compactMap { CivilDate(year: $0, month: month, day: day) }
                .first { $0 >= from }
                .flatMap { $0 <= last ? $0 : nil }
        }
        return patterns.flatMap { pattern -> [CivilDate] in
            switch pattern {
            case .date(let date): date >= from ? [date] : []
            case .yearly(let month, let day): yearly(month, day).map { [$0] } ?? []
            case .holidays:
                holidays.dates.filter { $0 >= from } + holidays.yearly.compactMap { yearly($0.month, $0.day) }
            case .weekdays: []
            }
        }.min()
    }
}
