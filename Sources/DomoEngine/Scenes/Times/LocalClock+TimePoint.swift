public import DomoCalendar
public import DomoLanguage
public import DomoModel

extension LocalClock {
    /// Behind it begins the year 10000, in UTC or by these clocks, and times can't be written any more.
    var end: Timestamp {
        let last = Timestamp.calendar.upperBound
        return min(last, endOfDay(CivilDate(daysSince1970: Int(last.milliseconds / 86_400_000))))
    }

    /// The moment, or, where that lies before the year 1 or after 9999, the nearest that does not: it is told again in
    /// the answer, and must be read back.
    ///
    /// - `now`: what `2d` and `21:04` count from.
    public func moment(of point: TimePoint, now: Timestamp) -> Timestamp {
        let moment: Timestamp =
            switch point {
            case .ago(let duration):
                Timestamp(milliseconds: now.milliseconds - duration.milliseconds)
            case .yesterday: startOfDay(date(at: now).adding(days: -1))
            case .at(let time): time
            case .local(let date, let hour, let minute):
                self.moment(of: date ?? self.date(at: now), seconds: (hour * 60 + minute) * 60).timestamp
            }
        return min(max(moment, Timestamp.calendar.lowerBound), Timestamp.calendar.upperBound)
    }
}

extension Duration {
    /// Rounded down, and exact however long it is.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
