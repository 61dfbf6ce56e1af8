import DomoLanguage
import DomoModel
import DomoSystem

/// Opens the database, writes batches, does housekeeping between them, and reopens the database after failures. Used on
/// one thread.
final class Writer {
    var settings: History.Settings
    let board: StatusBoard
    private(set) var store: Store? {
        // Housekeeping starts over with a new database.
        didSet {
            guard let store else { return }
            housekeeping = Housekeeping(settings)
            board.identities = store.identities
        }
    }
    /// The end of the last round of housekeeping.
    var tidied = Timestamp(milliseconds: .min)
    var rounds = 0
    /// The number of slices of housekeeping so far.
    var slices = 0
    private let startedAt: Timestamp
    let queue: WriteQueue
    private let access: ReadAccess
    private let transfers: Transfers
    var housekeeping: Housekeeping
    var clockTrust: ClockTrust
    /// Since when something is not synced to the disk, by the boot clock.
    var unsyncedSince: Duration?
    /// By the boot clock: the wall clock may be set.
    var nextHousekeeping: Duration
    /// By `MonotonicClock`.
    var retryAt = MonotonicClock.now()
    /// True until the database was opened once: its unfinished orders are from a previous run then.
    private var isFirstOpening = true
    /// Whether the memory was requested while it could not be read.
    private var owesMemory = false
    /// Whether there is no database yet, and the first record or query creates it.
    private(set) var isDeferred = false
    /// Held while the database is open, or to be created.
    private var lock: DatabaseLock?
    /// When damaged files were moved away, by the boot clock.
    private var putAside: [Duration] = []
    /// Changes that a closed store had held back: older than everything in the queue.
    private var held: [WriteQueue.ReadingRecord] = []

    /// If more files are damaged within an hour, the disk is at fault.
    private static let maxPutAside = 3

    init(
        settings: History.Settings,
        startedAt: Timestamp,
        queue: WriteQueue,
        board: StatusBoard,
        access: ReadAccess,
        transfers: Transfers
    ) {
        self.settings = settings
        self.startedAt = startedAt
        self.queue = queue
        self.board = board
        self.access = access
        self.transfers = transfers
        housekeeping = Housekeeping(settings)
        clockTrust = ClockTrust(steadyFor: settings.clockSteadyFor)
        // Not while the daemon starts.
        nextHousekeeping = settings.bootClock() + .seconds(60)
    }

    func run() {
        open()
        var isClosing = false
        while !isClosing {
            putHeldBack()
            var batch = queue.nextBatch(records: isOurs, waitingUntil: timeout)
            isClosing = batch.isClosing
            if isClosing, !isOurs {
                open()
                putHeldBack()
                // The first `nextBatch` left the records in the queue.
                if store != nil { batch.append(queue.nextBatch(records: true, waitingUntil: 0)) }
            }
            if batch.count > 0 || !batch.waiters.isEmpty {
                create()
                migrate()
            }
            let isStored = write(batch)
            for waiter in batch.waiters { waiter(isStored && !batch.isIncomplete) }
            for job in batch.jobs { job(self) }
            moveLog()
            syncLog()
            transfers.dropIdle(now: settings.bootClock())
            if !isOurs, MonotonicClock.now() >= retryAt { open() }
            if batch.count == 0, !isClosing { tidy() }
        }
        finish()
    }

    /// Uses the database, between two batches, and creates it if that was deferred.
    ///
    /// - Returns: nil if it is not open, or the body failed: then it is closed, and reopened later.
    func withStore<Result>(_ body: (Store) throws -> Result) -> Result? {
        create()
        return withOpenStore(body)
    }

    /// The same, but a deferred database is not created.
    func withOpenStore<Result>(_ body: (Store) throws -> Result) -> Result? {
        guard let store else { return nil }
        let held = store.held
        do {
            return try body(store)
        } catch {
            giveUp(error, holding: held)
            return nil
        }
    }

    /// Returns the stored memory. If it can't be read now, it is delivered later by `Change.remembered`.
    func memory() -> Memory {
        if isDeferred { return Memory() }
        if let memory = withStore({ try $0.memory() }) { return memory }
        owesMemory = true
        return Memory()
    }

    /// The highest number of a stored order; nil if it can't be read.
    func lastOrder() -> UInt64? { isDeferred ? 0 : withStore { try $0.lastOrder() } }

    /// Runs a deferred migration. Records wait for it.
    func migrate() {
        guard let version = store?.version, version < settings.schema.version else { return }
        withStore { store in
            try board.migrating(from: version, to: settings.schema.version) { try store.migrate() }
        }
        guard store != nil else { return }
        if queue.waiting == 0 { board.work() }
        measure()
    }

    /// Gives histories to other paths.
    ///
    /// - Returns: nil if it can't be done now; then nothing was changed.
    func changePaths<Result>(_ body: (Store) throws -> Result?) -> Result? {
        let result = withStore(body) ?? nil
        if let store { board.identities = store.identities }
        return result
    }

    func setFilters(_ filters: [String: History.Filter]) {
        settings.filters = filters
        withOpenStore { store in
            try store.writeHeld(now: nil)
            store.setFilters(filters)
            store.redirect(PathMap())
        }
    }

    func setDurable(_ isDurable: Bool) {
        guard isDurable != settings.isDurable else { return }
        settings.isDurable = isDurable
        let sync = settings.syncLog
        let log = settings.file + "-wal"
        withOpenStore { store in
            try store.setDurable(isDurable)
            // Earlier records are not synced yet.
            try store.syncLog { try sync(log) }
        }
    }

    /// New limits start a round of housekeeping at once; a new time zone takes effect with the next round.
    func setLimits(keep: Duration, size: Int, timeZone: String?) {
        guard (keep, size, timeZone) != (settings.keep, settings.size, settings.timeZone) else { return }
        // The zone of the houses is not known yet when the database is opened, and not urgent.
        if (keep, size) != (settings.keep, settings.size) { nextHousekeeping = settings.bootClock() }
        settings.keep = keep
        settings.size = size
        settings.timeZone = timeZone
        housekeeping = Housekeeping(settings)
    }

    /// Checks that the database can be written, and closes it if not.
    func probe() { withStore { try $0.probe() } }

    /// Closes the database because a reader found it damaged.
    func giveUp(_ error: any Error) {
        giveUp(error, holding: store?.held ?? [])
    }

    /// - Parameter held: the changes that were held back before the failed transaction.
    private func giveUp(_ error: any Error, holding held: [WriteQueue.ReadingRecord]) {
        guard store != nil else { return }
        self.held += held
        closeStore()
        fail(error)
    }

    /// Replaces the database by another file.
    ///
    /// - Parameters:
    ///   - body: called while the database is closed.
    ///   - undo: called if `body` failed at any point, or the new file can't be used.
    /// - Throws: an error of `body`, or a problem with the new file; then the old file is in use again.
    func replace(_ body: () throws -> Void, undo: () throws -> Void) throws {
        try acquireLock()
        let known = withStore { try $0.memory() } ?? Memory()
        let log = withStore { try $0.log() } ?? []
        held += store?.held ?? []
        closeStore()
        do {
            try body()
            let new = try Store(settings, endsUnfinishedAt: settings.clock())
            if new.needsMigration { try new.migrate() }
            try new.probe()
            try new.take(log)
            try new.renewID()
            store = new
        } catch {
            do {
                try undo()
            } catch {
                board.warn("\(settings.file): can't put back the old database: \(error)")
            }
            open()
            throw error
        }
        isFirstOpening = false
        access.close()
        board.work()
        measure()
        // The present state of the house must not be lost.
        held += known.readings.map {
            WriteQueue.ReadingRecord(element: $0.element, type: $0.type, reading: $0.reading)
        }
        queue.putBack(known.scenes, alive: known.alive)
    }

    /// False if the database and the files beside it may belong to another daemon.
    var isOurs: Bool { store != nil || isDeferred }

    // MARK: Opening and closing

    private func open() {
        do {
            try openStore()
        } catch {
            fail(error)
        }
    }

    /// Creates the database if that was deferred.
    private func create() {
        guard isDeferred else { return }
        isDeferred = false
        open()
    }

    private func acquireLock() throws {
        if lock == nil { lock = try DatabaseLock(of: settings.file) }
    }

    private func openStore() throws {
        // Only at the first opening: a problem is reported as over when the database is open.
        let createsLate = settings.createsLate
        settings.createsLate = false
        try acquireLock()
        if createsLate, DatabaseFile(settings.file).isEmpty {
            isDeferred = true
            return
        }
        let store = try Store(settings, endsUnfinishedAt: isFirstOpening ? startedAt : nil)
        // Not when the daemon starts, to save time.
        if !isFirstOpening { try store.probe() }
        // A long migration is deferred when the daemon starts.
        let maxOrders = settings.maxOrdersMigratedAtOpen
        if store.needsMigration,
            try !isFirstOpening || Schema.isMigrationShort(store.database, maxOrders: maxOrders)
        {
            try board.migrating(from: store.version, to: settings.schema.version) { try store.migrate() }
        }
        // Before newer records replace it.
        if owesMemory { board.remember(try store.memory()) }
        owesMemory = false
        self.store = store
        isFirstOpening = false
        access.close()
        measure()
        // Otherwise the next batch shows whether it works.
        if queue.waiting == 0, !store.needsMigration { board.work() }
    }

    private func fail(_ error: any Error) {
        retryAt = MonotonicClock.now() + UInt64(settings.retryAfter.milliseconds) * 1_000_000
        guard Problem.isDamage(error) else {
            suspend(error)
            return
        }
        let now = settings.bootClock()
        putAside.removeAll { now - $0 > .seconds(3600) }
        guard putAside.count < Self.maxPutAside else {
            suspend(Problem.damagedAgain)
            return
        }
        do {
            let kept = try DatabaseFile(settings.file).putAside(as: "damaged", at: settings.clock())
            putAside.append(now)
            board.warn(
                "\(Problem.text(of: error, file: settings.file)); moved to \(kept), and created a new database"
            )
            let identities = board.identities
            try openStore()
            // The new database knows of no rename.
            withStore { try $0.put(identities) }
            board.identities = identities
        } catch {
            suspend(error)
        }
    }

    /// Reports the error, and releases the lock until the next attempt.
    private func suspend(_ error: any Error) {
        lock = nil
        board.fail(Problem.text(of: error, file: settings.file))
    }

    private func closeStore() {
        guard let store else { return }
        self.store = nil
        access.close()
        store.close()
    }

    private func finish() {
        withOpenStore { store in
            try store.writeHeld(now: nil)
            access.close()
            try store.checkpoint(truncating: true)
        }
        closeStore()
        lock = nil
        queue.end(self)
    }

    // MARK: Writing

    private func write(_ batch: WriteQueue.Batch) -> Bool {
        guard batch.count > 0 else { return store != nil && isInPlace() }
        var batch = batch
        // Twice: if the file was damaged, a new one was created.
        for _ in 0..<2 {
            guard isInPlace(), let store else { break }
            moveHeld(into: &batch)
            let held = store.held
            do {
                try store.write(batch)
                queue.complete(batch, isWritten: true)
                board.work()
                measure()
                return true
            } catch {
                giveUp(error, holding: held)
            }
        }
        moveHeld(into: &batch)
        queue.complete(batch, isWritten: false)
        return false
    }

    /// Reopens the database if its file was moved away while open: anything written then would be lost.
    private func isInPlace() -> Bool {
        guard let store else { return false }
        guard !store.isInPlace(settings.file) else { return true }
        held += store.held
        closeStore()
        board.warn("\(settings.file): the file was moved or replaced while it was open; reopening it")
        do {
            try DatabaseFile(settings.file).putLogAside(at: settings.clock())
        } catch {
            fail(error)
            return false
        }
        open()
        return self.store != nil
    }

    private func putHeldBack() {
        guard !held.isEmpty else { return }
        queue.putBack(held)
        held = []
    }

    private func moveHeld(into batch: inout WriteQueue.Batch) {
        guard !held.isEmpty else { return }
        batch.readings = held[...] + batch.readings
        held = []
    }
}
