public import DomoModel

/// The wall clocks of a house, set forward and back by the rules of its time zone.
///
/// A day usually has 24 hours, but 23 or 25 if the clocks change, and none if the zone skipped it when it crossed the
/// date line. If the clocks change at midnight, the day does not begin at 00:00.
public struct LocalClock: Sendable {
    public let zone: any TimeZoneRules

    public init(_ zone: any TimeZoneRules) {
        self.zone = zone
    }

    public func date(at time: Timestamp) -> CivilDate {
        CivilDate(daysSince1970: shown(at: time).flooredDivision(by: Self.daySeconds).quotient)
    }

    /// The seconds since the clocks showed, or would have shown, 00:00: 0–86,399.
    public func secondsOfDay(at time: Timestamp) -> Int {
        shown(at: time).flooredDivision(by: Self.daySeconds).remainder
    }

    /// When the clocks show a time.
    ///
    /// - `seconds`: since 00:00 by the clocks; values outside the day refer to other days.
    public func moment(of date: CivilDate, seconds: Int) -> LocalMoment {
        let wanted = date.daysSince1970 * Self.daySeconds + seconds
        // No zone is a whole day away from UTC, and since 1970 none changed its clocks twice within two days.
        let before = offset(atSecond: wanted - Self.daySeconds)
        let after = offset(atSecond: wanted + Self.daySeconds)
        if before == after { return LocalMoment(second: wanted - before, .usual) }
        let early = wanted - max(before, after)
        let late = wanted - min(before, after)
        let isShownEarly = early + offset(atSecond: early) == wanted
        let isShownLate = late + offset(atSecond: late) == wanted
        if isShownEarly { return LocalMoment(second: early, isShownLate ? .twice : .usual) }
        if isShownLate { return LocalMoment(second: late, .usual) }
        return LocalMoment(second: firstSecond(showing: wanted, after: early - 1, by: late), .moved)
    }

    /// Whether the day exists: false only for days skipped when the zone crossed the date line.
    public func has(_ date: CivilDate) -> Bool {
        self.date(at: moment(of: date, seconds: Self.daySeconds / 2).timestamp) == date
    }

    /// The first moment of a day.
    public func startOfDay(_ date: CivilDate) -> Timestamp { moment(of: date, seconds: 0).timestamp }

    /// The first moment after a day: the same as its start if the day does not exist.
    public func endOfDay(_ date: CivilDate) -> Timestamp { startOfDay(date.adding(days: 1)) }

    /// The local time and its offset from UTC: `2026-11-21T23:30:00+01:00`, without fractions of a second.
    public func rfc3339(_ time: Timestamp) -> String {
        // RFC 3339 has no seconds in the offset, which local times had until 1972: the instant is exact, the local time
        // up to half a minute off.
        let minutes = (zone.offset(at: time) + 30).flooredDivision(by: 60).quotient
        let shown = Timestamp(milliseconds: time.milliseconds + Int64(minutes) * 60_000)
        let offset = "\(Self.twoDigits(abs(minutes) / 60)):\(Self.twoDigits(abs(minutes) % 60))"
        return "\(shown.rfc3339.prefix(19))\(minutes < 0 ? "-" : "+")\(offset)"
    }

    private static let daySeconds = 86_400

    /// The first second in which the clocks, set forward, show the wanted time or a later one.
    private func firstSecond(showing wanted: Int, after early: Int, by late: Int) -> Int {
        var (low, high) = (early, late)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if middle + offset(atSecond: middle) < wanted { low = middle } else { high = middle }
        }
        return high
    }

    /// In seconds since 1970, as if the clocks showed UTC.
    private func shown(at time: Timestamp) -> Int {
        Int(time.milliseconds).flooredDivision(by: 1000).quotient + zone.offset(at: time)
    }

    private func offset(atSecond second: Int) -> Int {
        zone.offset(at: Timestamp(milliseconds: Int64(second) * 1000))
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The moment at which the clocks show a time.
public struct LocalMoment: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case usual
        /// They never show it, because they are set forward over it: the first moment after the gap.
        case moved
        /// They show it twice, because they are set back over it: the first of the two.
        case twice
    }

    public var timestamp: Timestamp
    public var kind: Kind

    public init(_ timestamp: Timestamp, _ kind: Kind) {
        self.timestamp = timestamp
        self.kind = kind
    }

    fileprivate init(second: Int, _ kind: Kind) {
        self.init(Timestamp(milliseconds: Int64(second) * 1000), kind)
    }
}
