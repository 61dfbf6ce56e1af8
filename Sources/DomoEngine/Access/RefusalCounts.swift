/// How often each principal was refused something lately: whoever tries again and again does not fill the log.
struct RefusalCounts: Sendable {
    /// So many are logged of one principal in a minute.
    static let maxPerMinute = 20

    private struct Count {
        var began: Instant
        var logged = 0
        var omitted = 0
    }

    private var counts: [Principal: Count] = [:]

    /// - Returns: nil where this one is left out of the log; else how many were since the last that was not.
    mutating func note(_ principal: Principal, at now: Instant) -> Int? {
        var count = counts[principal] ?? Count(began: now)
        if now - count.began >= .seconds(60) { (count.began, count.logged) = (now, 0) }
        defer { counts[principal] = count }
        guard count.logged < Self.maxPerMinute else {
            count.omitted += 1
            return nil
        }
        count.logged += 1
        defer { count.omitted = 0 }
        return count.omitted
    }
}
