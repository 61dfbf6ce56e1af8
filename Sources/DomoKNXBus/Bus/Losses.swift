import DomoEngine

/// Telegrams that may have been missed. States may be wrong afterwards and are read again, but at a limited rate: a router
/// that loses telegrams would lose more.
struct Losses: Sendable {
    /// The minimum time between two full reads.
    static let interval: Duration = .seconds(60)

    private var quietUntil: Instant?
    /// The reason of the last loss that waits for a read.
    private var waiting: String?

    /// - Returns: True if states are to be read again now; otherwise the read becomes due later.
    mutating func note(_ reason: String, at now: Instant) -> Bool {
        if let quietUntil, now < quietUntil {
            waiting = reason
            return false
        }
        quietUntil = now + Self.interval
        return true
    }

    var earliest: Instant? { waiting == nil ? nil : quietUntil }

    /// - Returns: The reason to read states again now; nil if no read is due.
    mutating func popDue(at now: Instant) -> String? {
        guard let reason = waiting, let quietUntil, quietUntil <= now else { return nil }
        waiting = nil
        self.quietUntil = now + Self.interval
        return reason
    }

    /// Drops the waiting loss, because all states are read anyway.
    mutating func clear() { waiting = nil }
}
