import DomoCalendar
import DomoLanguage
import DomoModel

/// The local time of a house: its days and weeks, including daylight saving time.
struct HouseClock {
    static let hourMilliseconds: Int64 = 3_600_000

    private let clock: LocalClock

    /// - Parameter name: an IANA name; the machine's time zone if it is nil or unknown.
    init(timeZone name: String?) {
        clock = LocalClock(name.flatMap { SystemTimeZone($0) } ?? .current)
    }

    /// The IANA name of the time zone.
    var name: String { clock.zone.name }

    /// The first moment of the day that contains the time.
    func startOfDay(_ time: Timestamp) -> Timestamp { clock.startOfDay(clock.date(at: time)) }

    /// The first moment of the day after it: 23, 24 or 25 hours later.
    func endOfDay(_ time: Timestamp) -> Timestamp {
        var date = clock.date(at: time)
        // If the clocks are set back across midnight, the next day may already have begun.
        while true {
            let end = clock.endOfDay(date)
            if end > time { return end }
            date = date.adding(days: 1)
        }
    }

    /// Monday, midnight.
    ///
    /// - Parameter weeksAgo: 0 for the week that contains the time.
    func startOfWeek(_ time: Timestamp, weeksAgo: Int = 0) -> Timestamp {
        let date = clock.date(at: time)
        let weekday = Weekday.allCases.firstIndex(of: date.weekday) ?? 0
        return clock.startOfDay(date.adding(days: -weekday - 7 * weeksAgo))
    }

    /// The moment, clamped to the years 1 to 9999, so that it can be written in the answer and read back.
    ///
    /// - Parameter now: the reference for `2d` and `21:04`.
    func moment(_ point: TimePoint, now: Timestamp) -> Timestamp {
        min(max(unbounded(point, now: now), Timestamp.calendar.lowerBound), Timestamp.calendar.upperBound)
    }

    private func unbounded(_ point: TimePoint, now: Timestamp) -> Timestamp {
        switch point {
        case .ago(let duration): return Timestamp(milliseconds: now.milliseconds - duration.milliseconds)
        case .yesterday: return clock.startOfDay(clock.date(at: now).adding(days: -1))
        case .at(let time): return time
        case .local(let date, let hour, let minute):
            let date = date ?? clock.date(at: now)
            return clock.moment(of: date, seconds: (hour * 60 + minute) * 60).timestamp
        }
    }
}
