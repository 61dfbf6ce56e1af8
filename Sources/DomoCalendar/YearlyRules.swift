internal import DomoModel

/// Clocks that change on the same days of every year, or never: what the environment variable TZ of POSIX.1 can
/// express.
struct YearlyRules: Hashable, Sendable {
    /// In seconds, east positive.
    var standard: Int32
    var daylight: DaylightTime?

    /// - Parameter second: since 1970.
    func offset(at second: Int) -> Int {
        guard let daylight, isDaylight(at: second, daylight) else { return Int(standard) }
        return Int(daylight.offset)
    }

    /// Whether the clocks are ahead of those of the rest of the year.
    ///
    /// - Parameter second: since 1970.
    func isSummerTime(at second: Int) -> Bool {
        guard let daylight else { return false }
        return isDaylight(at: second, daylight) == (daylight.offset > standard)
    }

    private func isDaylight(at second: Int, _ daylight: DaylightTime) -> Bool {
        let year = CivilDate(daysSince1970: second.flooredDivision(by: 86_400).quotient).year
        // A period that began last year may still continue, and one of next year may have begun: in UTC the year
        // changes earlier or later, and days may be counted into another week.
        return (year - 1...year + 1).contains { period(daylight, from: $0).contains(second) }
    }

    /// The daylight saving time that begins in a year, in seconds since 1970.
    private func period(_ daylight: DaylightTime, from year: Int) -> Range<Int> {
        func end(_ year: Int) -> Int { daylight.end.localSecond(of: year) - Int(daylight.offset) }
        let start = daylight.start.localSecond(of: year) - Int(standard)
        // South of the equator it ends in the next year.
        let sameYear = end(year)
        return start..<max(start, sameYear < start ? end(year + 1) : sameYear)
    }
}

/// The second time of the year. In Dublin that is winter time, when clocks are behind standard time.
struct DaylightTime: Hashable, Sendable {
    /// In seconds, east positive.
    var offset: Int32
    /// By clocks that show standard time.
    var start: YearlyMoment
    /// By clocks that show daylight saving time.
    var end: YearlyMoment
}

/// When the clocks change every year.
struct YearlyMoment: Hashable, Sendable {
    enum Day: Hashable, Sendable {
        /// 1–365, not counting 29 February.
        case ordinary(Int)
        /// 0–365, counting 29 February in leap years.
        case fromZero(Int)
        /// Month 1–12; week 1–5, where 5 is the last; weekday 0–6 from Sunday.
        case weekday(Int, week: Int, month: Int)
    }

    var day: Day
    /// Since 00:00 of the day; may refer to other days.
    var seconds: Int32

    /// In seconds since 1970, as if the clocks showed UTC.
    func localSecond(of year: Int) -> Int { daysSince1970(in: year) * 86_400 + Int(seconds) }

    private func daysSince1970(in year: Int) -> Int {
        let yearsBefore = year - 1
        let leapDays =
            yearsBefore.flooredDivision(by: 4).quotient - yearsBefore.flooredDivision(by: 100).quotient
            + yearsBefore.flooredDivision(by: 400).quotient
        // The days from 1 January 1970 to 1 January of the year. From 1 January of year 1 to 1970 there are 719,162.
        let first = yearsBefore * 365 + leapDays - 719_162
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch day {
        case .ordinary(let number): return first + number - (isLeap && number > 59 ? 0 : 1)
        case .fromZero(let number): return first + number
        case .weekday(let weekday, let week, let month):
            let leapDay = isLeap ? 1 : 0
            let before = Self.daysBefore(month) + (month > 2 ? leapDay : 0)
            let length = Self.daysBefore(month + 1) - Self.daysBefore(month) + (month == 2 ? leapDay : 0)
            // 1 January 1970 was a Thursday.
            let firstWeekday = (first + before + 4).flooredDivision(by: 7).remainder
            let earliest = (weekday - firstWeekday + 7) % 7
            let dayOfMonth = earliest + (week - 1) * 7
            return first + before + (dayOfMonth < length ? dayOfMonth : dayOfMonth - 7)
        }
    }

    /// The number of days before a month, in a year without 29 February.
    private static func daysBefore(_ month: Int) -> Int {
        // From March, 31 and 30 alternate, and again from August: 153 days in five months.
        month <= 2 ? (month - 1) * 31 : (153 * (month - 3) + 2) / 5 + 59
    }
}
