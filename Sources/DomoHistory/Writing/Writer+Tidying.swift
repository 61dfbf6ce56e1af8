import DomoModel
import DomoSystem

// The writer's work between two batches.

extension Writer {
    /// The log is moved into the database when it has more rows than this, with those that triggers change.
    private static let maxRowsInLog = 8000
    /// How far the clock may be ahead of all records when the daemon starts without a warning, in milliseconds.
    private static let maxLeadWithoutWarning: Int64 = 30 * 86_400_000

    func tidy() {
        let now = settings.clock()
        let boot = settings.bootClock()
        clockTrust.note(wall: now, boot: boot)
        withOpenStore { store in
            // If a change is held back for more than a day, the clock was set back: write it now.
            if let due = store.nextHeld, due <= now || due.milliseconds - now.milliseconds > 86_400_000 {
                try store.writeHeld(now: due <= now ? now : nil)
                measure()
            }
            guard boot >= nextHousekeeping else { return }
            guard !store.needsMigration else {
                queue.run { $0.migrate() }
                return
            }
            slices += 1
            if housekeeping.goesByAge, try !isClockTrusted(by: store, at: now) { housekeeping.passOverAges() }
            guard try housekeeping.slice(store, now: now) else { return }
            nextHousekeeping = boot + settings.housekeepingEvery
            try store.checkpoint()
            tidied = now
            rounds += 1
            if let warning = housekeeping.warning { board.warn(warning) }
            measure()
        }
    }

    /// Returns whether records may be deleted by age, and warns if not.
    private func isClockTrusted(by store: Store, at now: Timestamp) throws -> Bool {
        if clockTrust.isTrusted { return true }
        if try store.hoursWithRecords(before: now) >= ClockTrust.provingHours {
            clockTrust.prove()
            return true
        }
        let isJump = clockTrust.lead > 0
        let newest = try store.newest() ?? now
        let lead = isJump ? clockTrust.lead : now.milliseconds - newest.milliseconds
        // After a start, a gap of a few days is normal.
        guard isJump || lead >= Self.maxLeadWithoutWarning, clockTrust.mustWarn() else { return false }
        let what = isJump ? "the clock was set ahead by" : "the clock is ahead of the newest record by"
        board.warn(
            "\(settings.file): \(what) \(Self.text(of: lead)); nothing is deleted by age until the clock has been "
                + "steady for \(Self.text(of: settings.clockSteadyFor.milliseconds))"
        )
        return false
    }

    /// A duration in days, hours or minutes.
    private static func text(of milliseconds: Int64) -> String {
        let minutes = milliseconds / 60_000
        if minutes >= 2880 { return "\(minutes / 1440) days" }
        return minutes >= 120 ? "\(minutes / 60) hours" : "\(minutes) minutes"
    }

    func moveLog() {
        guard let store, store.rowsInLog > Self.maxRowsInLog else { return }
        withStore { try $0.checkpoint() }
        measure()
    }

    /// Syncs the log to the disk if something has been unsynced for too long.
    func syncLog() {
        guard let store, !settings.isDurable, store.hasUnsynced else {
            unsyncedSince = nil
            return
        }
        let boot = settings.bootClock()
        let since = unsyncedSince ?? boot
        unsyncedSince = since
        guard boot - since >= settings.syncEvery else { return }
        unsyncedSince = nil
        withStore { try $0.syncLog { try settings.syncLog(settings.file + "-wal") } }
    }

    func measure() {
        board.measure(FileIdentity.size(settings.file) + FileIdentity.size(settings.file + "-wal"))
    }

    /// When the writer must wake by itself, by `MonotonicClock`.
    var timeout: UInt64 {
        guard let store else { return isDeferred ? .max : retryAt }
        var wait = (nextHousekeeping - settings.bootClock()).milliseconds
        if let held = store.nextHeld { wait = min(wait, held.milliseconds - settings.clock().milliseconds) }
        if let unsyncedSince {
            wait = min(wait, (unsyncedSince + settings.syncEvery - settings.bootClock()).milliseconds)
        }
        // At most a minute: the clock may be set meanwhile.
        return MonotonicClock.now() + UInt64(wait.clamped(to: 2...60_000)) * 1_000_000
    }
}
