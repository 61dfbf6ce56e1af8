import DomoModel
import Glibc

/// Times in the time zone of the user.
enum LocalTime {
    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// `2026-11-20 22:04:05`
    static func text(_ time: Timestamp) -> String { format(time, "%Y-%m-%d %H:%M:%S") }

    /// `2026-11-20`
    static func day(_ time: Timestamp) -> String { format(time, "%Y-%m-%d") }

    /// `2026-11-20 22:04`
    static func minute(_ time: Timestamp) -> String { format(time, "%Y-%m-%d %H:%M") }

    /// `22:04:05` today, otherwise with its date.
    static func short(_ time: Timestamp, now: Timestamp) -> String {
        let day = "%Y-%m-%d"
        return format(time, format(time, day) == format(now, day) ? "%H:%M:%S" : "%Y-%m-%d %H:%M:%S")
    }

    /// The user's time zone at that time: `CET (+01:00)`
    static func zone(_ time: Timestamp) -> String { format(time, "%Z") + " (\(offset(time)))" }

    /// The user's UTC offset at that time: `+01:00`
    static func offset(_ time: Timestamp) -> String {
        let digits = format(time, "%z")
        return "\(digits.dropLast(2)):\(digits.suffix(2))"
    }

    /// Formats a time with strftime(3).
    private static func format(_ time: Timestamp, _ format: String) -> String {
        var seconds = time_t(time.milliseconds / 1000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return time.rfc3339 }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let count = strftime(buffer.baseAddress!, buffer.count, format, &parts)
            return String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(buffer)).prefix(count), as: UTF8.self)
        }
    }
}
