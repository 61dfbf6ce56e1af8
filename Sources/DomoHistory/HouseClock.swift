import DomoLanguage
import DomoModel
import Foundation

/// The clocks on the walls of a house: its days, weeks and hours, however often they are set forward and back.
struct HouseClock {
    static let dayMilliseconds: Int64 = 86_400_000
    static let hourMilliseconds: Int64 = 3_600_000

    private let zone: TimeZone

    /// - Parameter name: of the IANA database; that of the machine where it is nil or unknown.
    init(timeZone name: String?) {
        zone = name.flatMap(TimeZone.init(identifier:)) ?? .current
    }

    /// Of the IANA database.
    var name: String { zone.identifier }

    /// The first moment of the day that holds the time.
    func startOfDay(_ time: Timestamp) -> Timestamp {
        moment(local: day(of: time) * Self.dayMilliseconds)
    }

    /// The first moment of the day after it: 23, 24 or 25 hours later.
    func endOfDay(_ time: Timestamp) -> Timestamp {
        var next = day(of: time) + 1
        // Where the zone changed its side of the date line, a day is missing.
        while true {
            let start = moment(local: next * Self.dayMilliseconds)
            if start > time { return start }
            next += 1
        }
    }

    /// Monday, midnight.
    ///
    /// - Parameter weeksAgo: 0 for the week that holds the time.
    func startOfWeek(_ time: Timestamp, weeksAgo: Int64 = 0) -> Timestamp {
        let day = day(of: time)
        // 1 January 1970 was a Thursday.
        let weekday = ((day + 3) % 7 + 7) % 7
        return moment(local: (day - weekday - 7 * weeksAgo) * Self.dayMilliseconds)
    }

    /// The moment, or, where that lies before the year 1 or after 9999, the nearest that does not: it is told again in
    /// the answer, and must be read back.
    ///
    /// - Parameter now: what `2d` and `21:04` count from.
    func moment(_ point: TimePoint, now: Timestamp) -> Timestamp {
        min(max(unbounded(point, now: now), Timestamp.calendar.lowerBound), Timestamp.calendar.upperBound)
    }

    private func unbounded(_ point: TimePoint, now: Timestamp) -> Timestamp {
        switch point {
        case .ago(let duration): return Timestamp(milliseconds: now.milliseconds - duration.milliseconds)
        case .at(let time): return time
        case .local(let date, let hour, let minute):
            let days = date.map { Int64($0.daysSince1970) } ?? day(of: now)
            let minutes = Int64(hour * 60 + minute)
            return moment(local: days * Self.dayMilliseconds + minutes * 60_000)
        }
    }

    private func offset(at milliseconds: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000))) * 1000
    }

    /// Days since 1 January 1970, on the calendar on the wall.
    private func day(of time: Timestamp) -> Int64 {
        let local = time.milliseconds + offset(at: time.milliseconds)
        return Int64((Double(local) / Double(Self.dayMilliseconds)).rounded(.down))
    }

    /// When the clocks show a time: the first time where they show it twice, the first moment after the gap where they
    /// never do.
    ///
    /// - Parameter local: in milliseconds since 1970, as if the clocks showed UTC.
    private func moment(local: Int64) -> Timestamp {
        let before = offset(at: local - Self.dayMilliseconds)
        let after = offset(at: local + Self.dayMilliseconds)
        let candidates = [local - max(before, after), local - min(before, after)]
        if let moment = candidates.first(where: { $0 + offset(at: $0) == local }) {
            return Timestamp(milliseconds: moment)
        }
        // The clocks were set forward in between: the change is where the offset is the new one for the first time.
        var (low, high) = (candidates[0] - 1, candidates[1])
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if middle + offset(at: middle) < local { low = middle } else { high = middle }
        }
        return Timestamp(milliseconds: high)
    }
}
