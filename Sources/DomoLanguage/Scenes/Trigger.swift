public import DomoModel

/// What starts a scene.
public struct Trigger: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        /// One part of `at TIME [DAYS], …`
        case at(TimeOfDay, Days)
        /// Counted from midnight on, each day anew.
        case every(Duration)
        /// The reading comes to be so, and stays so for the duration.
        case when(Script.Test, for: Duration?)
        /// `when ELEMENT changes`: the reading comes to another value.
        case changes(Script.Name)
        /// `when telegram 1/2/3 …`: one goes by on a bus.
        case telegram(TelegramTest)
        /// `at start`: the daemon has started.
        case start
    }

    public var kind: Kind
    /// Where the time stands for `at TIME`, of which a line may have several; else where the line begins.
    public var position: Script.Position

    public init(_ kind: Kind, at position: Script.Position) {
        self.kind = kind
        self.position = position
    }

    /// How often `every` may be, and how seldom.
    public static let intervals: ClosedRange<Duration> = .seconds(1)...(.seconds(86_400))
}

/// A time as the clocks on the wall show it: 00:00:00–23:59:59.
public struct ClockTime: Hashable, Sendable, Comparable {
    /// Since the clocks showed 00:00, 0–86,399.
    public let seconds: Int

    /// - Returns: nil for what no clock shows.
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

    /// How far from the sun's moment, either way.
    public static let longestOffset: Duration = .seconds(12 * 3600)
}

/// `mon-fri 12-24 except holidays`
public struct Days: Hashable, Sendable {
    public enum Pattern: Hashable, Sendable {
        /// `sat`, `mon-fri`, `fri-mon`: from the first to the last, both counted.
        case weekdays(Weekday, Weekday)
        /// `2026-12-24`
        case date(CivilDate)
        /// `12-24`: every year. A 29 February comes in leap years alone.
        case yearly(month: Int, day: Int)
        /// The dates in the house's file of holidays.
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
    /// What stands behind `except` counted.
    public static let mostPatterns = 64

    public func contain(_ date: CivilDate, holidays: Holidays) -> Bool {
        func fits(_ pattern: Pattern) -> Bool {
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
        return (patterns.isEmpty || patterns.contains(where: fits)) && !except.contains(where: fits)
    }
}

/// The days on which nobody gets up early.
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
