public import DomoCalendar
public import DomoLanguage
public import DomoModel

extension LocalClock {
    /// After this, the year 10000 begins in UTC or by these clocks, and times can't be written any more.
    var end: Timestamp {
        let last = Timestamp.calendar.upperBound
        return min(last, endOfDay(CivilDate(daysSince1970: Int(last.milliseconds / 86_400_000))))
    }

    /// The time that a time point means, limited to the years 1–9999, because replies write it in a form that can be
    /// read back.
    ///
    /// - `now`: the reference for `2d` and `21:04`.
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
    /// Rounded down, and exact for any length.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
