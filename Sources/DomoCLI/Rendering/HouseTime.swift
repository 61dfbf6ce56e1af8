import DomoLanguage
import DomoModel

/// A time in the time zone of the house, as the daemon writes it: `2026-11-21T23:30:00+01:00`.
struct HouseTime {
    let date: CivilDate
    /// `23:30`, or `23:30:15` if it is not a whole minute.
    let clock: String
    /// `+01:00`
    let offset: String
    /// Rounded down to the second.
    private let moment: Timestamp
    private let offsetMilliseconds: Int64

    /// - Returns: nil for anything else, such as a day alone.
    init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = CivilDate(parts[0]), parts[1].utf8.count >= 9 else { return nil }
        let time = parts[1].prefix(8)
        guard let wall = Timestamp(rfc3339: "\(parts[0])T\(time).000Z") else { return nil }
        self.date = date
        clock = String(time.hasSuffix(":00") ? time.dropLast(3) : time)
        // Skip a fraction of the second.
        let zone = parts[1].dropFirst(8).drop { $0 != "+" && $0 != "-" && $0 != "Z" }
        guard zone != "Z" else {
            (offset, offsetMilliseconds, moment) = ("+00:00", 0, wall)
            return
        }
        let numbers = zone.dropFirst().split(separator: ":").compactMap { Int64($0) }
        guard zone.utf8.count == 6, numbers.count == 2 else { return nil }
        offset = String(zone)
        offsetMilliseconds = (numbers[0] * 60 + numbers[1]) * 60_000 * (zone.hasPrefix("-") ? -1 : 1)
        moment = Timestamp(milliseconds: wall.milliseconds - offsetMilliseconds)
    }

    /// Whether the terminal is in another time zone at that time.
    ///
    /// - Parameter terminalOffset: the UTC offset of the terminal at a time: `+01:00`.
    func isForeign(to terminalOffset: (Timestamp) -> String) -> Bool { terminalOffset(moment) != offset }

    /// `23:30 +01:00`
    var clockAndOffset: String { "\(clock) \(offset)" }

    /// `today 23:30`, `Mon 23:30` in the next six days, `24 Dec 23:30`, `6 Jan 2027 23:30` in another year; followed by
    /// the offset if the terminal is in another time zone.
    func text(now: Timestamp, terminalOffset: (Timestamp) -> String) -> String {
        let clock = isForeign(to: terminalOffset) ? clockAndOffset : clock
        let days = (Double(now.milliseconds + offsetMilliseconds) / 86_400_000).rounded(.down)
        let today = CivilDate(daysSince1970: Int(days))
        switch date.daysSince1970 - today.daysSince1970 {
        case 0: return "today \(clock)"
        case 1...6: return "\(Self.weekday(date)) \(clock)"
        default:
            return "\(date.day) \(Self.month(date)) \(date.year == today.year ? "" : "\(date.year) ")\(clock)"
        }
    }

    /// `Sat 21 Nov 2026`
    static func heading(_ date: CivilDate) -> String {
        "\(weekday(date)) \(date.day) \(month(date)) \(date.year)"
    }

    private static func weekday(_ date: CivilDate) -> String {
        let word = date.weekday.rawValue
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func month(_ date: CivilDate) -> String {
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][date.month - 1]
    }
}
