public import DomoLanguage
public import DomoModel
public import DomoSystem

/// Readings and orders in a database of their own: one SQLite file, written by one thread.
///
/// Nothing here waits for the disk but `open`, `load` and `close`, and nothing here stops the house: trouble is told by
/// `onChange` and in `view`, and mended by itself as soon as it can be.
public final class History: Sendable {
    private let settings: Settings
    private let board: StatusBoard
    private let queue: WriteQueue
    private let writer: WriterThread
    private let access: ReadAccess
    private let reader: Worker
    private let copier: Worker
    private let transfers: Transfers

    /// Opens the database, or makes it. Blocks; what is wrong with the file is in `view`.
    ///
    /// - `now`: orders of an earlier life whose end was never known failed at this time.
    /// - `onChange`: called on the thread that opens the database or on the writer's.
    /// - Throws: where the machine has no thread left for it.
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
        access = ReadAccess(file: settings.file)
        transfers = Transfers(settings: settings)
        let reader = try Worker(name: "domo-recall", most: 256)
        self.reader = reader
        var others = [reader]
        do throws(ThreadFault) {
            copier = try Worker(name: "domo-copy", most: 64)
            others.append(copier)
            writer = try WriterThread(
                settings: settings,
                startedAt: now,
                queue: queue,
                board: board,
                access: access,
                transfers: transfers
            )
        } catch {
            for other in others { other.stop {} }
            throw error
        }
        // The first thing that the writer does is to open the database.
        if queue.runAndWait({ $0.isOurs }) == true { transfers.removeLeftOvers() }
    }

    /// What the previous run of the daemon left behind, out of the tables of any version. Blocks. Empty where the database
    /// can't be read: once it can be, `Change.remembered` brings it.
    public func load() -> Memory {
        queue.runAndWait { $0.memory() } ?? Memory()
    }

    /// The highest number of an order that is stored; nil where the database can't be read, or is a new one in the place
    /// of one that was damaged. Blocks.
    public func lastOrder() -> UInt64? {
        let last = queue.runAndWait { writer in writer.withStore { try $0.lastOrder() } } ?? nil
        return board.view(waiting: 0, dropped: 0).warnings.isEmpty ? last : nil
    }

    /// Brings the tables of an earlier domo up to date where that was put off because it takes long. Does not wait for it.
    /// Where it is not called, the first record or question does the same.
    public func migrate() {
        queue.run { $0.migrate() }
    }

    /// Takes records to be written, with others within about a tenth of a second where nobody waits for them. Never waits
    /// for the disk; where the disk does not follow, the oldest readings are dropped and counted.
    public func persist(_ records: [Record]) {
        queue.persist(records)
    }

    public func persist(_ record: Record) {
        queue.persist([record])
    }

    /// Calls back when everything persisted before this call is in the write-ahead log (true), or could not be (false).
    /// Called on the writer's thread, in the order of the calls; after `close` on the caller's.
    ///
    /// - `unsettled`: where false, orders that wait for their turn or are under way are left out: who is told of
    ///   other orders need not wait for these, which are often over, and written once, a moment later.
    public func whenStored(unsettled: Bool = true, _ done: @escaping @Sendable (_ isStored: Bool) -> Void) {
        queue.whenStored(unsettled: unsettled, done)
    }

    /// Calls back on the writer's thread once it has come to it. One that brings tables up to date, which may take minutes, or
    /// has ended, calls back at once.
    public func probe(_ answer: @escaping @Sendable () -> Void) {
        guard view.migratingFrom == nil, queue.run({ _ in answer() }) else { return answer() }
    }

    /// Answers a question; what was persisted before the call is in the answer. Called on a thread of the reader.
    public func answer(_ recall: Recall, now: Timestamp, reply: @escaping @Sendable (Reply) -> Void) {
        let worker: Worker
        switch recall {
        case .orders, .why, .history, .stats, .export, .health: worker = reader
        case .backup, .restore: worker = copier
        }
        let (access, board, transfers, queue) = (access, board, transfers, queue)
        whenStored { _ in
            let isTaken = worker.run {
                do throws(Fault) {
                    switch recall {
                    case .backup(let step): reply(.transfer(try transfers.backup(step, now: now, board: board)))
                    case .restore(let step):
                        reply(.transfer(try transfers.restore(step, now: now, queue: queue)))
                    case .health(let health):
                        reply(.health(health.completed(board.file, backup: transfers.lastBackup, access)))
                    default:
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
                ? Fault(.stopping, "the daemon is stopping", hint: "ask again when it runs")
                : Fault(.busy, "too many questions wait for the database", hint: "ask again in a moment")
            reply(.fault(fault))
        }
    }

    /// How the database does. Cheap.
    public var view: MemoryView { board.view(waiting: queue.waiting, dropped: queue.dropped) }

    /// Takes what a configuration that was read again says: see `Settings`.
    public func update(filters: [String: Filter], keep: Duration, size: Int, timeZone: String?, isDurable: Bool) {
        queue.run { writer in
            writer.setFilters(filters)
            writer.setDurable(isDurable)
            writer.setLimits(keep: keep, size: size, timeZone: timeZone)
        }
    }

    /// Writes what waits, and closes the database. Blocks.
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

    /// Waits until the writer has gone once round: what was due is done.
    func settle() {
        queue.runAndWait { _ in () }
    }

    /// When the last round of housekeeping ended.
    var tidied: Timestamp {
        queue.runAndWait { $0.tidied } ?? Timestamp(milliseconds: .min)
    }

    /// `PRAGMA synchronous` of the connection that writes.
    var synchronous: Int64? {
        queue.runAndWait { writer in
            writer.withStore { try $0.database.integer("PRAGMA synchronous") } ?? nil
        } ?? nil
    }

    /// How many rounds of housekeeping are over.
    var rounds: Int { queue.runAndWait { $0.rounds } ?? 0 }

    /// In how many slices housekeeping was done so far: between any two of them orders are written.
    var slices: Int { queue.runAndWait { $0.slices } ?? 0 }

    /// A reader found the file broken: the writer puts it aside.
    private static func report(_ error: any Error, to queue: WriteQueue) {
        guard Problem.isDamage(error) else { return }
        queue.run { $0.giveUp(error) }
    }

    /// Looks whether the database can be written, and whether the file is whole. Does not wait for it.
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
