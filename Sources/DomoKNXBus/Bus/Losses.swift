import DomoEngine

/// Telegrams that were lost, or could not be read: what is known may be wrong, and is read again. Not for each: whoever
/// sends what nobody understands would have the whole house read all the time.
struct Losses: Sendable {
    /// Between one and the next.
    static let interval: Duration = .seconds(30)

    private var quietUntil: Instant?
    /// Why, of the last one that waits.
    private var waiting: String?

    /// - Returns: true where states are to be read again now; otherwise that becomes due.
    mutating func note(_ reason: String, at now: Instant) -> Bool {
        if let quietUntil, now < quietUntil {
            waiting = reason
            return false
        }
        quietUntil = now + Self.interval
        return true
    }

    var earliest: Instant? { waiting == nil ? nil : quietUntil }

    /// - Returns: why states are to be read again now; nil where they are not.
    mutating func takeDue(at now: Instant) -> String? {
        guard let reason = waiting, let quietUntil, quietUntil <= now else { return nil }
        waiting = nil
        self.quietUntil = now + Self.interval
        return reason
    }

    /// Everything is read anyway.
    mutating func clear() { waiting = nil }
}
