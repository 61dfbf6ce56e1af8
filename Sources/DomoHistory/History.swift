public import DomoLanguage
public import DomoModel
public import DomoSystem

/// Stores readings and orders in one SQLite file, which a single thread writes.
///
/// Only `open`, `load`, `lastOrder` and `close` wait for the disk, and a failure never stops the house: it is reported
/// by `onChange` and in `view`, and the database is opened again as soon as possible.
public final class History: Sendable {
    private let settings: Settings
    private let board: StatusBoard
    private let queue: WriteQueue
    private let writer: WriterThread
    private let access: ReadAccess
    private let reader: Worker
    private let copier: Worker
    private let transfers: Transfers

    /// Opens the database, or creates it. Blocks. A problem with the file is reported in `view`.
    ///
    /// - `now`: the time at which unfinished orders of a previous run are marked as failed.
    /// - `onChange`: called on the thread that opens the database or on the writer's.
    /// - Throws: if the writer's thread can't be started.
    public static func open(
        _ settings: Settings,
        now: Timestamp,
        onChange: @escaping @Sendable (Change) -> Void
    ) throws(ThreadFault) -> History {
        try History(settings, now: now, onChange: onChange)
    }

    private init(
        _ settings: Settings,
        now: Timestamp,
        onChange: @escaping @Sendable (Change) -> Void
    ) throws(ThreadFault) {
        self.settings = settings
        board = StatusBoard(file: settings.file, onChange: onChange)
        queue = WriteQueue(maxRecords: settings.maxWaiting, maxBytes: settings.maxWaitingBytes)
        access = ReadAccess(file: settings.file, schema: settings.schema)
        transfers = Transfers(settings: settings)
        reader = Worker(name: "domo-recall", maxJobs: 256)
        copier = Worker(name: "domo-copy", maxJobs: 64)
        writer = try WriterThread(
            settings: settings,
            startedAt: now,
            queue: queue,
            board: board,
            access: access,
            transfers: transfers
        )
        // The writer opens the database first.
        if queue.runAndWait({ $0.isOurs }) == true { transfers.removeLeftOvers() }
    }

    /// Returns the memory of the previous run of the daemon. Blocks. Empty if the database
    /// can't be read: as soon as it can, `Change.remembered` delivers the memory.
    public func load() -> Memory {
        queue.runAndWait { $0.memory() } ?? Memory()
    }

    /// Returns the same without blocking.
    public func memory() async -> Memory {
        await withCheckedContinuation { continuation in
            let isTaken = queue.run { continuation.resume(returning: $0.memory()) }
            if !isTaken { continuation.resume(returning: Memory()) }
        }
    }

    /// Returns the highest number of a stored order; nil if the database can't be read, or replaces a damaged one.
    /// Blocks.
    public func lastOrder() -> UInt64? {
        let last = queue.runAndWait { $0.lastOrder() } ?? nil
        return board.view(waiting: 0, dropped: 0).warnings.isEmpty ? last : nil
    }

    /// Starts the migration of the tables of an earlier version if it was deferred because it takes long. Does not wait
    /// for it. The first record or query also starts it.
    public func migrate() {
        queue.run { $0.migrate() }
    }

    /// Enqueues records. They are written in a batch after about a tenth of a second, or at once if somebody waits for
    /// them. Never waits for the disk: if the disk is too slow, the oldest readings are dropped and counted.
    public func persist(_ records: [Record]) {
        queue.persist(records)
    }

    public func persist(_ record: Record) {
        queue.persist([record])
    }

    /// Calls back when everything persisted before this call is in the write-ahead log (true), or could not be written
    /// (false). Called on the writer's thread, in the order of the calls; after `close` on the caller's.
    ///
    /// - `unsettled`: whether to wait for orders that are queued or in flight, too. Without them, an order that
    ///   completes soon is written only once.
    public func whenStored(unsettled: Bool = true, _ done: @escaping @Sendable (_ isStored: Bool) -> Void) {
        queue.whenStored(unsettled: unsettled, done)
    }

    /// Calls back on the writer's thread when it has processed everything before. Calls back at once if the writer is
    /// migrating, which may take minutes, or has ended.
    public func probe(_ answer: @escaping @Sendable () -> Void) {
        guard view.migratingFrom == nil, queue.run({ _ in answer() }) else { return answer() }
    }

    /// Answers a query; the answer includes what was persisted before the call. `reply` is called on a worker thread.
    public func answer(_ recall: Recall, now: Timestamp, reply: @escaping @Sendable (Reply) -> Void) {
        let worker: Worker
        switch recall {
        case .orders, .why, .history, .records, .stats, .export, .log, .houseLog, .health: worker = reader
        case .rename, .backup, .restore: worker = copier
        }
        let (access, board, transfers, queue) = (access, board, transfers, queue)
        whenStored { _ in
            let isTaken = worker.run {
                do throws(Fault) {
                    switch recall {
                    case .rename(let old, let new, let isPlace):
                        reply(.renamed(try Self.rename(old, new, isPlace: isPlace, queue)))
                    case .backup(let step): reply(.transfer(try transfers.backup(step, now: now, board: board)))
                    case .restore(let step):
                        reply(.transfer(try transfers.restore(step, now: now, queue: queue)))
                    case .health(let health):
                        reply(.health(health.completed(board.file, backup: transfers.lastBackup, access)))
                    case .orders, .why, .history, .records, .stats, .export, .log, .houseLog:
                        do {
                            reply(try access.read { database in try recall.answer(from: database, now: now) })
                        } catch let fault as Fault {
                            throw fault
                        } catch {
                            Self.report(error, to: queue)
                            throw board.fault(for: error)
                        }
                    }
                } catch {
                    reply(.fault(error))
                }
            }
            guard !isTaken else { return }
            let fault =
                worker.isStopping
                ? Fault(.stopping, "the daemon is stopping", hint: "try again when it is running")
                : Fault(.busy, "too many requests are waiting for the database", hint: "try again later")
            reply(.fault(fault))
        }
    }

    /// On the writer's thread, so that nothing is written for either path meanwhile.
    private static func rename(
        _ old: String,
        _ new: String,
        isPlace: Bool,
        _ queue: WriteQueue
    ) throws(Fault) -> RenameReport {
        let renamed = queue.runAndWait { writer in
            writer.changePaths { store in try store.rename(old, to: new, isPlace: isPlace) }
        }
        guard let count = renamed ?? nil else {
            throw Fault(
                .noHistory,
                "the history can't be written now",
                hint: "see \"domo status\"; nothing was changed"
            )
        }
        guard count > 0 else {
            let isLeft = queue.runAndWait { $0.board.identities.isLeft(old) } ?? false
            throw Fault(
                .unknownElement,
                isPlace ? "the history has nothing in \(old)" : "the history has no \(old)",
                hint: isLeft
                    ? "it was given to another path before"
                    : "write the whole old path, as \"domo orders\" or the export shows it"
                        + (isPlace ? "; \(new) is a place, which takes only what was in one" : "")
            )
        }
        return RenameReport(old: old, new: new, elements: count)
    }

    /// What identifies houses, sectors and elements that were renamed. Cheap.
    public var identities: Identities { board.identities }
    /// Changes with the identities, never before them. Costs next to nothing.
    public var identityRevision: UInt64 { board.identityRevision }

    /// Gives history and identity of paths that the houses no longer have to those that are the same now, all or nothing.
    /// Until the next `update`, records of the old paths are stored for the new ones. Blocks.
    ///
    /// - Returns: for each change what became of it; nil if nothing can be written now.
    public func follow(_ changes: [PathChange]) -> [RenameOutcome]? {
        guard view.state == .working, view.migratingFrom == nil else { return nil }
        return queue.runAndWait { writer in writer.changePaths { store in try store.follow(changes) } } ?? nil
    }

    /// The state of the database. Cheap.
    public var view: MemoryView {
        var view = board.view(waiting: queue.waiting, dropped: queue.dropped)
        (view.lastBackup, view.failedBackup) = (transfers.lastBackup, transfers.failedBackup)
        return view
    }

    /// Replaces the database by that of a file on the same disk, which is moved. Blocks.
    ///
    /// - Returns: where the old database is kept.
    public func restore(from file: String, now: Timestamp) throws(Fault) -> String? {
        try transfers.restore(file: file, now: now, queue: queue)
    }

    /// Applies a reloaded configuration: see `Settings`.
    public func update(filters: [String: Filter], keep: Duration, size: Int, timeZone: String?, isDurable: Bool) {
        queue.run { writer in
            writer.setFilters(filters)
            writer.setDurable(isDurable)
            writer.setLimits(keep: keep, size: size, timeZone: timeZone)
        }
    }

    /// Writes all waiting records, and closes the database. Blocks.
    public func close() {
        copier.stop {
            access.interrupt()
            transfers.interrupt()
        }
        reader.stop { access.interrupt() }
        queue.close()
        writer.join()
        access.close()
        transfers.end()
    }

    /// Waits until the writer has done everything that is due.
    func runUntilIdle() {
        queue.runAndWait { _ in () }
    }

    /// The end of the last round of housekeeping.
    var tidied: Timestamp {
        queue.runAndWait { $0.tidied } ?? Timestamp(milliseconds: .min)
    }

    /// `PRAGMA synchronous` of the writer's connection.
    var synchronous: Int64? {
        queue.runAndWait { writer in
            writer.withStore { try $0.database.integer("PRAGMA synchronous") } ?? nil
        } ?? nil
    }

    /// The number of completed rounds of housekeeping.
    var rounds: Int { queue.runAndWait { $0.rounds } ?? 0 }

    /// The number of slices of housekeeping so far. Orders are written between slices.
    var slices: Int { queue.runAndWait { $0.slices } ?? 0 }

    /// Lets the writer replace the file if a reader found it damaged.
    private static func report(_ error: any Error, to queue: WriteQueue) {
        guard Problem.isDamage(error) else { return }
        queue.run { $0.giveUp(error) }
    }

    /// Checks whether the database can be written, and whether the file is intact. Does not wait for the result.
    public func check() {
        let (access, queue) = (access, queue)
        queue.run { $0.probe() }
        _ = copier.run {
            do {
                try access.check()
            } catch {
                Self.report(error, to: queue)
            }
        }
    }
}
