import DomoModel

/// Decides whether the wall clock is trusted for deleting by age: if it is set ahead by mistake, everything looks old.
///
/// The clock is trusted when it has kept pace with the boot clock for some hours, or records of the last day prove the
/// time, and as long as it keeps pace from then on. A clock that is behind is harmless: less is deleted.
struct ClockTrust {
    /// In how many of the last 24 hours there must be records to prove the time, so that records written while the
    /// clock was ahead for a moment don't.
    static let provingHours = 6

    /// The wall clock minus the boot clock, in milliseconds, and when it was measured.
    private struct Offset {
        var milliseconds: Int64
        var seen: Duration

        /// The tolerance for small corrections of the clock.
        private static let step: Int64 = 60_000

        init(wall: Timestamp, boot: Duration) {
            milliseconds = wall.milliseconds - boot.milliseconds
            seen = boot
        }

        /// How far a later offset is ahead of this one; 0 if it may be a normal correction of the clock.
        func lead(of later: Offset) -> Int64 {
            let lead = later.milliseconds - milliseconds
            return abs(lead) <= Self.step + (later.seen - seen).milliseconds / 100 ? 0 : lead
        }
    }

    private let steadyFor: Duration
    private var trusted: Offset?
    private var latest: Offset?
    /// Since when the clock has kept pace, by the boot clock.
    private var steadySince = Duration.zero
    /// How far the clock is ahead of the last trusted offset, in milliseconds; 0 if there is none.
    private(set) var lead: Int64 = 0
    private var hasWarned = false

    /// - Parameter steadyFor: how long the clock must keep pace.
    init(steadyFor: Duration) { self.steadyFor = steadyFor }

    var isTrusted: Bool { trusted != nil && lead <= 0 }

    /// Records the time of both clocks.
    mutating func note(wall: Timestamp, boot: Duration) {
        let offset = Offset(wall: wall, boot: boot)
        if latest?.lead(of: offset) != 0 { steadySince = boot }
        latest = offset
        lead = trusted?.lead(of: offset) ?? 0
        if trusted != nil && lead == 0 || boot - steadySince >= steadyFor { trust() }
    }

    /// Trusts the clock because records prove the time.
    mutating func prove() { trust() }

    /// Returns true once for each period of distrust.
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
    /// Returns the number of hours with records, of the 24 hours before a time.
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

    /// Returns the newest time of a change or an order.
    func newest() throws -> Timestamp? {
        try ["SELECT max(time) FROM changes", "SELECT max(requested) FROM orders"]
            .compactMap { try database.integer($0) }.max().map(Timestamp.init(stored:))
    }
}
