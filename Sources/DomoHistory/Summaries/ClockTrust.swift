import DomoModel

/// Decides whether the wall clock is believed where something is to be deleted by its age: set ahead by mistake, it makes
/// everything old.
///
/// It is trusted once it has kept pace with the clock that nobody can set for some hours, or where records of the last
/// day show that time has come so far; and as long as it keeps pace from then on. A clock that is behind is no danger: less
/// is deleted.
struct ClockTrust {
    /// In so many of the last 24 hours something was recorded where records prove the time. Those that were written
    /// while the clock was ahead for a moment don't.
    static let provingHours = 6

    /// What the wall clock shows beyond the monotonic one, in milliseconds, and when that was seen.
    private struct Offset {
        var milliseconds: Int64
        var seen: Duration

        /// Clocks are set by small steps, or made to run a little faster.
        private static let step: Int64 = 60_000

        init(wall: Timestamp, boot: Duration) {
            milliseconds = wall.milliseconds - boot.milliseconds
            seen = boot
        }

        /// How far a later one is ahead of this one; 0 where the clock may have been put right in between.
        func lead(of later: Offset) -> Int64 {
            let lead = later.milliseconds - milliseconds
            return abs(lead) <= Self.step + (later.seen - seen).milliseconds / 100 ? 0 : lead
        }
    }

    private let steadyFor: Duration
    private var trusted: Offset?
    private var latest: Offset?
    /// Since when the clock has kept pace, by the monotonic clock.
    private var steadySince = Duration.zero
    /// How far the clock is ahead of what was trusted before, in milliseconds; 0 where nothing was.
    private(set) var lead: Int64 = 0
    private var hasWarned = false

    /// - Parameter steadyFor: how long it has to keep pace.
    init(steadyFor: Duration) { self.steadyFor = steadyFor }

    var isTrusted: Bool { trusted != nil && lead <= 0 }

    /// Takes in what the clocks show.
    mutating func note(wall: Timestamp, boot: Duration) {
        let offset = Offset(wall: wall, boot: boot)
        if latest?.lead(of: offset) != 0 { steadySince = boot }
        latest = offset
        lead = trusted?.lead(of: offset) ?? 0
        if trusted != nil && lead == 0 || boot - steadySince >= steadyFor { trust() }
    }

    /// Records show that the time is right.
    mutating func prove() { trust() }

    /// True once for each time that the clock is not trusted.
    mutating func mustWarn() -> Bool {
        defer { hasWarned = true }
        return !hasWarned
    }

    private mutating func trust() {
        trusted = latest
        lead = 0
        hasWarned = false
    }
}

extension Store {
    /// In how many of the 24 hours before a time something was recorded.
    func hoursWithRecords(before time: Timestamp) throws -> Int {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM changes INDEXED BY changes_by_time WHERE time >= ?1 AND time < ?2)
                OR EXISTS (SELECT 1 FROM orders INDEXED BY orders_by_time WHERE requested >= ?1 AND requested < ?2)
            """
        return try (0..<24 as Range<Int64>).count { hour in
            let end = time.milliseconds - hour * HouseClock.hourMilliseconds
            return try database.integer(sql, end - HouseClock.hourMilliseconds, end) == 1
        }
    }

    /// The newest time of a change or an order.
    func newest() throws -> Timestamp? {
        try ["SELECT max(time) FROM changes", "SELECT max(requested) FROM orders"]
            .compactMap { try database.integer($0) }.max().map(Timestamp.init(stored:))
    }
}
