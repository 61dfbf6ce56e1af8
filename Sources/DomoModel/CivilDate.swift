/// A date in the Gregorian calendar.
public struct CivilDate: Hashable, Sendable, Comparable {
    public let year: Int
    /// 1–12
    public let month: Int
    /// 1–31
    public let day: Int

    /// - Returns: nil for a date that does not exist, such as 30 February.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        let known = CivilDate(daysSince1970: Self.days(year: year, month: month, day: day))
        // 30 February would be 1 or 2 March.
        guard known.day == day else { return nil }
        self = known
    }

    // Counts from 1 March in eras of 400 years, so that the leap day is the last day of its year (Howard Hinnant,
    // "chrono-Compatible Low-Level Date Algorithms", public domain description).

    public init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    }

    public var daysSince1970: Int { Self.days(year: year, month: month, day: day) }

    public var weekday: Weekday {
        // 1 January 1970 was a Thursday.
        Weekday.allCases[((daysSince1970 + 3) % 7 + 7) % 7]
    }

    public func adding(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

    public static func < (one: CivilDate, other: CivilDate) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }

    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year.floorDivided(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension CivilDate: CustomStringConvertible {
    /// In ISO 8601 format, `2026-11-21`, for the years 0–9999.
    public var description: String {
        String(Timestamp(milliseconds: Int64(daysSince1970) * 86_400_000).rfc3339.prefix(10))
    }

    /// Parses what `description` writes; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 10, let midnight = Timestamp(rfc3339: "\(text)T00:00:00.000Z") else { return nil }
        self.init(daysSince1970: Int(midnight.milliseconds.floorDivided(by: 86_400_000)))
    }
}

/// Monday first, as in ISO 8601.
public enum Weekday: String, Hashable, Sendable, CaseIterable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"
}
