public import DomoModel

/// A point in time as people write it: `2d` or `1w` (ago), `today` and `yesterday` (their start),
/// `2026-11-20T21:04:05.123Z`, `2026-11-20`, `2026-11-20T21:04` or `21:04` (today). Except for durations and UTC times,
/// in the time zone of the house.
public enum TimePoint: Equatable, Sendable {
    case ago(Duration)
    /// The start of the previous day in the time zone of the house.
    case yesterday
    case at(Timestamp)
    /// In the time zone of the house; the date is nil for today.
    case local(CivilDate?, hour: Int, minute: Int)

    /// - Returns: nil for anything else, such as 30 February, and for years other than 1–9999.
    public init?(_ text: some StringProtocol) {
        if let duration = DurationText.read(text) {
            self = .ago(duration)
        } else if text == "today" {
            self = .local(nil, hour: 0, minute: 0)
        } else if text == "yesterday" {
            self = .yesterday
        } else if let time = Timestamp(utc: text) {
            self = .at(time)
        } else if let (hour, minute) = Self.clock(text[...]) {
            self = .local(nil, hour: hour, minute: minute)
        } else {
            let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
            guard let date = Self.date(parts[0]) else { return nil }
            guard parts.count == 2 else {
                self = .local(date, hour: 0, minute: 0)
                return
            }
            guard let (hour, minute) = Self.clock(parts[1]) else { return nil }
            self = .local(date, hour: hour, minute: minute)
        }
    }

    /// The text that is parsed as this time.
    public var text: String {
        switch self {
        case .ago(let duration): return DurationText.write(duration)
        case .yesterday: return "yesterday"
        case .at(let time): return time.rfc3339
        case .local(let date, let hour, let minute):
            let clock = "\(Self.padded(hour, 2)):\(Self.padded(minute, 2))"
            guard let date else { return clock }
            return hour == 0 && minute == 0 ? "\(date)" : "\(date)T\(clock)"
        }
    }

    private static func date(_ text: some StringProtocol) -> CivilDate? {
        CivilDate(text).flatMap { $0.year > 0 ? $0 : nil }
    }

    private static func clock(_ text: some StringProtocol) -> (Int, Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return (hour, minute)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension TimePoint {
    init(argument text: String) throws(Fault) {
        guard let time = TimePoint(text) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a time",
                hint:
                    "use 2d or 1w (ago), today, yesterday, 21:04 (today), 2026-11-20, 2026-11-20T21:04 or 2026-11-20T21:04:05Z (UTC)"
            )
        }
        self = time
    }
}
