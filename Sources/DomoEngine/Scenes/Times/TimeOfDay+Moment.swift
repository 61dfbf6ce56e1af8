import DomoCalendar
import DomoLanguage
import DomoModel

extension TimeOfDay {
    /// - Returns: nil on a day without it.
    func occurrence(on date: CivilDate, site: Catalog.Site) -> Occurrence? {
        guard site.clock.has(date) else { return nil }
        switch self {
        case .clock(let time): return time.occurrence(on: date, site.clock)
        case .sun(let event, let offset, let notBefore, let notAfter):
            guard case .at(let time) = site.sun?.time(of: event, on: date, site.clock) else { return nil }
            let moment = Timestamp(milliseconds: time.milliseconds + offset.nanoseconds / 1_000_000)
            var occurrence = Occurrence(moment: moment)
            if let bound = notAfter?.occurrence(on: date, site.clock), occurrence.moment > bound.moment {
                occurrence = bound
            }
            if let bound = notBefore?.occurrence(on: date, site.clock), occurrence.moment < bound.moment {
                occurrence = bound
            }
            return occurrence
        }
    }

    /// Whether a time is in the interval, including the start; an end before the start is on the next day.
    ///
    /// - Returns: nil if there is no such time today, or the location of the house is unknown.
    static func isBetween(_ one: TimeOfDay, _ other: TimeOfDay, at now: Timestamp, site: Catalog.Site) -> Bool? {
        func moments(_ date: CivilDate) -> (from: Timestamp, to: Timestamp)? {
            guard let from = one.occurrence(on: date, site: site), let to = other.occurrence(on: date, site: site)
            else { return nil }
            return (from.moment, to.moment)
        }
        let today = site.clock.date(at: now)
        guard moments(today) != nil else { return nil }
        // An interval that began yesterday, or earlier with half a day of offset, may still be running.
        return (-2...1).map(today.adding(days:)).contains { date in
            guard let (from, to) = moments(date), from <= now else { return false }
            if from <= to { return now < to }
            guard let end = other.occurrence(on: date.adding(days: 1), site: site) else { return false }
            return now < end.moment
        }
    }
}

extension ClockTime {
    fileprivate func occurrence(on date: CivilDate, _ clock: LocalClock) -> Occurrence {
        let moment = clock.moment(of: date, seconds: seconds)
        let note: String? =
            switch moment.kind {
            case .usual: nil
            case .moved: "\(shown) does not exist on this day: the clocks are set forward"
            case .twice: "\(shown) occurs twice on this day, this is the first time: the clocks are set back"
            }
        return Occurrence(moment: moment.timestamp, note: note)
    }

    private var shown: String {
        let parts = [seconds / 3600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
