public import DomoModel

/// What starts a scene.
public struct Trigger: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        /// One part of `at TIME [DAYS], …`
        case at(TimeOfDay, Days)
        /// Counted from midnight every day.
        case every(Duration)
        /// The test becomes true, and stays true for the duration.
        case when(Script.Test, for: Duration?)
        /// `when ELEMENT changes`: the value changes.
        case changes(Script.Name)
        /// `when telegram 1/2/3 …`: a telegram on a bus matches.
        case telegram(TelegramTest)
        /// `at start`: the daemon starts.
        case start
    }

    public var kind: Kind
    /// For `at TIME`, of which a line may have several, the position of the time; otherwise the start of the line.
    public var position: Script.Position

    public init(_ kind: Kind, at position: Script.Position) {
        self.kind = kind
        self.position = position
    }

    /// The range of `every`.
    public static let intervals: ClosedRange<Duration> = .seconds(1)...(.seconds(86_400))
}

/// A time of day on the clock: 00:00:00–23:59:59.
public struct ClockTime: Hashable, Sendable, Comparable {
    /// The seconds since 00:00 on the clock, 0–86,399.
    public let seconds: Int

    /// - Returns: nil if a number is out of range.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        seconds = (hour * 60 + minute) * 60 + second
    }

    public static func < (one: ClockTime, other: ClockTime) -> Bool { one.seconds < other.seconds }
}

/// `23:30`, or `sunset-30m not before 17:00 not after 21:00`
public enum TimeOfDay: Hashable, Sendable {
    case clock(ClockTime)
    case sun(SunEvent, offset: Duration, notBefore: ClockTime?, notAfter: ClockTime?)

    /// The maximum offset from the sun event, in either direction.
    public static let maxOffset: Duration = .seconds(12 * 3600)
}

/// `mon-fri 12-24 except holidays`
public struct Days: Hashable, Sendable {
    public enum Pattern: Hashable, Sendable {
        /// `sat`, `mon-fri`, `fri-mon`: from the first to the last day, inclusive.
        case weekdays(Weekday, Weekday)
        /// `2026-12-24`
        case date(CivilDate)
        /// `12-24`: every year; 29 February only in leap years.
        case yearly(month: Int, day: Int)
        /// The dates in the holidays file of the house.
        case holidays
    }

    /// Empty for every day.
    public var patterns: [Pattern]
    public var except: [Pattern]

    public init(_ patterns: [Pattern] = [], except: [Pattern] = []) {
        self.patterns = patterns
        self.except = except
    }

    public static let every = Days()
    /// Including the patterns after `except`.
    public static let maxPatterns = 64

    public func contain(_ date: CivilDate, holidays: Holidays) -> Bool {
        func matches(_ pattern: Pattern) -> Bool {
            switch pattern {
            case .weekdays(let first, let last):
                let number = { (day: Weekday) in Weekday.allCases.firstIndex(of: day) ?? 0 }
                let (from, to, day) = (number(first), number(last), number(date.weekday))
                return from <= to ? (from...to).contains(day) : day >= from || day <= to
            case .date(let one): return one == date
            case .yearly(let month, let day): return month == date.month && day == date.day
            case .holidays: return holidays.contain(date)
            }
        }
        return (patterns.isEmpty || patterns.contains(where: matches)) && !except.contains(where: matches)
    }
}

/// The holidays of a house.
public struct Holidays: Hashable, Sendable {
    public struct Yearly: Hashable, Sendable {
        public var month: Int
        public var day: Int

        public init(month: Int, day: Int) {
            self.month = month
            self.day = day
        }
    }

    public var dates: Set<CivilDate>
    public var yearly: Set<Yearly>

    public init(dates: Set<CivilDate> = [], yearly: Set<Yearly> = []) {
        self.dates = dates
        self.yearly = yearly
    }

    public func contain(_ date: CivilDate) -> Bool {
        dates.contains(date) || yearly.contains(Yearly(month: date.month, day: date.day))
    }
}
