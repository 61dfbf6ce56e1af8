import DomoLanguage
import DomoModel
import DomoSystem

/// Opens the database, writes what waits, tidies up between, and begins again where something went wrong. Lives on one
/// thread.
final class Writer {
    var settings: History.Settings
    let board: StatusBoard
    private(set) var store: Store? {
        // What was done with one database is to be done with the next.
        didSet { if store != nil { housekeeping = Housekeeping(settings) } }
    }
    /// When the last round of housekeeping ended.
    var tidied = Timestamp(milliseconds: .min)
    var rounds = 0
    /// In how many slices housekeeping was done so far.
    var slices = 0
    private let startedAt: Timestamp
    let queue: WriteQueue
    private let access: ReadAccess
    private let transfers: Transfers
    var housekeeping: Housekeeping
    var clockTrust: ClockTrust
    /// Since when there is something that is not on the disk yet, by the monotonic clock.
    var unsyncedSince: Duration?
    /// By the monotonic clock: the other one may be set.
    var nextHousekeeping: Duration
    /// By `MonotonicClock`.
    var retryAt = MonotonicClock.now()
    /// True until the database was opened once: what is unfinished in it then is from an earlier life.
    private var isFirstOpening = true
    /// True where what is stored was wanted while it could not be read.
    private var owesMemory = false
    /// Held while the database is open.
    private var lock: DatabaseLock?
    /// When damaged files were put aside, by the monotonic clock.
    private var putAside: [Duration] = []
    /// Changes that a store which was given up had held back: older than all that is to be written.
    private var held: [WriteQueue.ReadingRecord] = []

    /// More damaged files within an hour are the disk's fault.
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
        // Not in the rush of a start.
        nextHousekeeping = settings.bootClock() + .seconds(60)
    }

    func run() {
        open()
        var isClosing = false
        while !isClosing {
            putHeldBack()
            var batch = queue.take(records: store != nil, waitingUntil: timeout)
            isClosing = batch.isClosing
            if isClosing, store == nil {
                open()
                putHeldBack()
                // The records were left where they wait.
                if store != nil { batch.append(queue.take(records: true, waitingUntil: 0)) }
            }
            if batch.count > 0 || !batch.waiters.isEmpty { migrate() }
            let isStored = write(batch)
            for waiter in batch.waiters { waiter(isStored && !batch.isIncomplete) }
            for job in batch.jobs { job(self) }
            moveLog()
            syncLog()
            transfers.dropIdle(now: settings.bootClock())
            if store == nil, MonotonicClock.now() >= retryAt { open() }
            if batch.count == 0, !isClosing { tidy() }
        }
        finish()
    }

    /// What is done with the open database, between two batches.
    ///
    /// - Returns: nil where there is none, or it failed: it is given up then, and opened anew later.
    func withStore<Result>(_ body: (Store) throws -> Result) -> Result? {
        guard let store else { return nil }
        let held = store.held
        do {
            return try body(store)
        } catch {
            giveUp(error, holding: held)
            return nil
        }
    }

    /// What is stored; where it can't be read, it is handed over as soon as it can be.
    func memory() -> Memory {
        if let memory = withStore({ try $0.memory() }) { return memory }
        owesMemory = true
        return Memory()
    }

    /// Brings the tables up to date where that was put off: what is to be written waits for it.
    func migrate() {
        guard let version = store?.version, version < Schema.version else { return }
        withStore { store in try board.migrating(from: version) { try store.migrate() } }
        guard store != nil else { return }
        if queue.waiting == 0 { board.work() }
        measure()
    }

    func setFilters(_ filters: [String: History.Filter]) {
        settings.filters = filters
        withStore { store in
            try store.writeHeld(now: nil)
            store.setFilters(filters)
        }
    }

    func setDurable(_ isDurable: Bool) {
        guard isDurable != settings.isDurable else { return }
        settings.isDurable = isDurable
        let sync = settings.syncLog
        let log = settings.file + "-wal"
        withStore { store in
            try store.setDurable(isDurable)
            // What was written before is not on the disk yet.
            try store.syncLog { try sync(log) }
        }
    }

    /// New limits take effect with a new round of housekeeping, at once; another time zone with the next one.
    func setLimits(keep: Duration, size: Int, timeZone: String?) {
        guard (keep, size, timeZone) != (settings.keep, settings.size, settings.timeZone) else { return }
        // The zone of the houses is not known yet when the database is opened: that is no hurry.
        if (keep, size) != (settings.keep, settings.size) { nextHousekeeping = settings.bootClock() }
        settings.keep = keep
        settings.size = size
        settings.timeZone = timeZone
        housekeeping = Housekeeping(settings)
    }

    /// Finds out whether it can be written, and gives it up where it can't.
    func probe() { withStore { try $0.probe() } }

    /// Somebody else found that the file is damaged.
    func giveUp(_ error: any Error) {
        giveUp(error, holding: store?.held ?? [])
    }

    /// - Parameter held: what was held back before the transaction that failed.
    private func giveUp(_ error: any Error, holding held: [WriteQueue.ReadingRecord]) {
        guard store != nil else { return }
        self.held += held
        closeStore()
        fail(error)
    }

    /// Puts another file in the place of the database.
    ///
    /// - Parameters:
    ///   - body: called while the database is closed.
    ///   - undo: called where `body` failed, wherever it stopped, or where the new file can't be used.
    /// - Throws: what `body` throws, or what is wrong with the new file; the old one is in use again then.
    func replace(_ body: () throws -> Void, undo: () throws -> Void) throws {
        try takeLock()
        let known = withStore { try $0.memory() } ?? Memory()
        held += store?.held ?? []
        closeStore()
        do {
            try body()
            let new = try Store(settings, endsUnfinishedAt: settings.clock())
            if new.needsMigration { try new.migrate() }
            try new.probe()
            store = new
        } catch {
            do {
                try undo()
            } catch {
                board.warn("\(settings.file): the old database could not be put back: \(error)")
            }
            open()
            throw error
        }
        isFirstOpening = false
        access.close()
        board.work()
        measure()
        // What the house is now is not undone.
        held += known.readings.map {
            WriteQueue.ReadingRecord(element: $0.element, type: $0.type, reading: $0.reading)
        }
        queue.putBack(known.scenes, alive: known.alive)
    }

    /// False where it may be another daemon's, with all that is beside it.
    var isOurs: Bool { store != nil }

    // MARK: Opening and closing

    private func open() {
        do {
            try openStore()
        } catch {
            fail(error)
        }
    }

    private func takeLock() throws {
        if lock == nil { lock = try DatabaseLock(of: settings.file) }
    }

    private func openStore() throws {
        try takeLock()
        let store = try Store(settings, endsUnfinishedAt: isFirstOpening ? startedAt : nil)
        // At the start of the daemon nobody waits for that either: see `probe`.
        if !isFirstOpening { try store.probe() }
        // At the start of the daemon nobody waits for a long one.
        if store.needsMigration, store.isMigrationShort || !isFirstOpening {
            try board.migrating(from: store.version) { try store.migrate() }
        }
        // Before what has happened since takes its place.
        if owesMemory { board.remember(try store.memory()) }
        owesMemory = false
        self.store = store
        isFirstOpening = false
        access.close()
        measure()
        // Else the next batch shows whether it works.
        if queue.waiting == 0, !store.needsMigration { board.work() }
    }

    private func fail(_ error: any Error) {
        retryAt = MonotonicClock.now() + UInt64(settings.retryAfter.milliseconds) * 1_000_000
        guard Problem.isDamage(error) else {
            rest(error)
            return
        }
        let now = settings.bootClock()
        putAside.removeAll { now - $0 > .seconds(3600) }
        guard putAside.count < Self.maxPutAside else {
            rest(Problem.damagedAgain)
            return
        }
        do {
            let kept = try DatabaseFile(settings.file).putAside(as: "damaged", at: settings.clock())
            putAside.append(now)
            board.warn(
                "\(Problem.text(of: error, file: settings.file)); it is kept as \(kept), and a new one was begun"
            )
            try openStore()
        } catch {
            rest(error)
        }
    }

    /// Leaves it alone until it is tried again.
    private func rest(_ error: any Error) {
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
        withStore { store in
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
        // Again at once where the file was damaged and a new one was begun.
        for _ in 0..<2 {
            guard isInPlace(), let store else { break }
            takeHeld(into: &batch)
            let held = store.held
            do {
                try store.write(batch)
                queue.settle(batch, isWritten: true)
                board.work()
                measure()
                return true
            } catch {
                giveUp(error, holding: held)
            }
        }
        takeHeld(into: &batch)
        queue.settle(batch, isWritten: false)
        return false
    }

    /// Begins again where the file was moved away under the open database: what is written then is lost.
    private func isInPlace() -> Bool {
        guard let store else { return false }
        guard !store.isInPlace(settings.file) else { return true }
        held += store.held
        closeStore()
        board.warn("\(settings.file): it was moved away or replaced while it was open; it was opened anew")
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

    private func takeHeld(into batch: inout WriteQueue.Batch) {
        guard !held.isEmpty else { return }
        batch.readings = held[...] + batch.readings
        held = []
    }
}
