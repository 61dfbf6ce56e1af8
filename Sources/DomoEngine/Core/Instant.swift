public import DomoModel

/// A point in time, both by a clock that never jumps, for deadlines, and by the wall clock, for people.
public struct Instant: Hashable, Sendable, Comparable {
    /// Nanoseconds of a monotonic clock with an arbitrary zero.
    public var uptime: Int64
    public var wall: Timestamp

    public init(uptime: Int64, wall: Timestamp) {
        self.uptime = uptime
        self.wall = wall
    }

    /// Ordered by uptime alone.
    public static func < (one: Instant, other: Instant) -> Bool { one.uptime < other.uptime }

    public static func + (instant: Instant, duration: Duration) -> Instant {
        let nanoseconds = duration.nanoseconds
        return Instant(
            uptime: instant.uptime + nanoseconds,
            wall: Timestamp(milliseconds: instant.wall.milliseconds + nanoseconds / 1_000_000)
        )
    }

    public static func - (one: Instant, other: Instant) -> Duration { .nanoseconds(one.uptime - other.uptime) }
}

extension Duration {
    /// Exact up to 292 years.
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
