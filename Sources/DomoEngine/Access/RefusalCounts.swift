/// Recent refusals per account, a user or a tree of tokens: limits how many are logged when somebody tries again and
/// again.
struct RefusalCounts: Sendable {
    /// The maximum number logged per account and minute.
    static let maxPerMinute = 20

    private struct Count {
        var began: Instant
        var logged = 0
        var omitted = 0
    }

    private var counts: [AccessRules.Account: Count] = [:]

    /// - Returns: nil if this refusal is not logged; otherwise how many were omitted since the last one logged.
    mutating func note(_ account: AccessRules.Account, at now: Instant) -> Int? {
        var count = counts[account] ?? Count(began: now)
        if now - count.began >= .seconds(60) { (count.began, count.logged) = (now, 0) }
        defer { counts[account] = count }
        guard count.logged < Self.maxPerMinute else {
            count.omitted += 1
            return nil
        }
        count.logged += 1
        defer { count.omitted = 0 }
        return count.omitted
    }
}
