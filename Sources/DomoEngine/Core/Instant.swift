import DomoLanguage
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

extension Instant {
    /// The time left until a time of the wall clock; negative afterwards.
    func left(until time: Timestamp) -> Duration { .milliseconds(time.milliseconds - wall.milliseconds) }

    /// Refuses what comes too late.
    ///
    /// - Parameters:
    ///   - until: nil if it is never too late.
    ///   - what: what came then, such as `Casa/Luz: the order arrived`.
    /// - Throws: `deadline-passed`
    func requireTime(until: Timestamp?, _ what: @autoclosure () -> String) throws(Fault) {
        guard let until, left(until: until) <= .zero else { return }
        throw Fault(
            .deadlinePassed,
            "\(what()) after \(until.rfc3339); nothing was sent",
            hint: "repeat it if it is still wanted; if it should have been in time, compare the clocks"
        )
    }
}

extension Duration {
    /// Exact up to 292 years.
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
