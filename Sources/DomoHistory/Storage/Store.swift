import DomoLanguage
import DomoModel

/// An open database with its in-memory state. Used only on the writer's thread.
final class Store {
    let database: Database
    private let statements: Statements
    private let elements: ElementTable
    private var causes: [Cause: Int64] = [:]
    private let identity: FileIdentity?
    private let schema: Schema
    private let clock: @Sendable () -> Timestamp
    /// The version of the tables in the file. Tables of an earlier version are only used to read `memory`.
    private(set) var version: Int
    /// How many entries were added to the log since it was last trimmed.
    var untrimmedEntries = 0
    /// How many events of the house.
    var untrimmedEvents = 0
    /// The position of the last record, in the order of writing.
    var lastPosition: Int64 = 0
    /// Whether it is to be stored with the transaction.
    var positionsChanged = false
    /// What identifies what was renamed.
    var identities = Identities()
    private var rowsWhenMoved = 0
    private var rowsWhenSynced = 0
    /// The approximate number of rows in the log.
    private(set) var rowsInLog = 0

    /// The maximum size of the cache of causes.
    private static let maxCauses = 10_000

    /// - Parameter now: the time at which unfinished orders, which are from a previous run of the daemon, are marked as
    ///   failed; nil if they may be from this run.
    /// - Throws: `Problem`, `SQLiteError`, or an error of the file system.
    init(_ settings: History.Settings, endsUnfinishedAt now: Timestamp?) throws {
        schema = settings.schema
        clock = settings.clock
        try schema.check(file: settings.file)
        FileIdentity.create(settings.file, mode: 0o640)
        database = try Database(settings.file)
        version = try schema.prepare(database)
        if let most = settings.maxPages { try database.execute("PRAGMA max_page_count = \(most)") }
        if version < schema.version, let now { try Self.endUnfinishedOrders(in: database, at: now) }
        statements = Statements(database)
        elements = ElementTable(statements, filters: settings.filters)
        identity = FileIdentity(settings.file)
        try setDurable(settings.isDurable)
        // Sync the folder entries of the file and of its log.
        try FilePart.sync(DatabaseFile(settings.file).folder)
        identities = try Self.identities(in: database)
        guard !needsMigration else { return }
        try beginPositions(at: clock())
        if let now { try endUnfinishedOrders(at: now) }
    }

    /// Sets whether each transaction is synced to the disk (`PRAGMA synchronous`).
    func setDurable(_ isDurable: Bool) throws {
        try database.execute("PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
    }

    /// Whether a power cut could lose written rows.
    var hasUnsynced: Bool { database.totalChanges != rowsWhenSynced }

    /// - Parameter sync: syncs the log to the disk.
    func syncLog(_ sync: () throws -> Void) throws {
        try sync()
        rowsWhenSynced = database.totalChanges
    }

    var needsMigration: Bool { version < schema.version }

    /// Migrates the tables.
    func migrate() throws {
        try schema.migrate(database)
        try statements.prepare()
        version = schema.version
        try beginPositions(at: clock())
        // The log may have grown to the size of all orders.
        try checkpoint(truncating: true)
    }

    func setFilters(_ filters: [String: History.Filter]) {
        elements.setFilters(filters)
    }

    /// Stores records of some paths for others.
    func redirect(_ paths: PathMap) { elements.redirect(paths) }

    /// The rows of elements have changed.
    func forgetElements() { elements.forget() }

    /// False if the file was moved or replaced: anything written then is lost.
    func isInPlace(_ file: String) -> Bool { identity == FileIdentity(file) }

    /// Writes a batch in one transaction.
    func write(_ batch: WriteQueue.Batch) throws {
        try transaction { database in
            var changed: [(KnownElement, FacetType)] = []
            for record in batch.readings {
                let element = try elements.element(record.element)
                if element[record.type].current == nil { changed.append((element, record.type)) }
                element[record.type].current = record.reading
                try keep(record.reading, of: element, record.type)
            }
            for (element, type) in changed {
                guard let reading = element[type].current else { continue }
                element[type].current = nil
                let value = StoredValue(reading.value)
                let cause = try id(of: reading.cause)
                try statements[.putCurrent].run(
                    element.id,
                    type.number,
                    value.number,
                    value.text,
                    reading.certainty.number,
                    reading.since.milliseconds,
                    cause
                )
            }
            for order in batch.orders { try put(order) }
            for scene in batch.scenes { try put(scene) }
            for entry in batch.log { try put(entry) }
            for entry in batch.events { try put(entry) }
            for (key, loss) in batch.losses.all { try noteLost(loss, of: key.element, key.part) }
            if let alive = batch.alive { try statements[.putAlive].run(alive.milliseconds) }
        }
    }

    /// When the next change that is held back is due.
    var nextHeld: Timestamp? { elements.nextHeld }

    /// Writes the changes that were held back and are due.
    ///
    /// - Parameter now: nil for all of them.
    func writeHeld(now: Timestamp?) throws {
        let due = elements.heldChanges(until: now)
        guard !due.isEmpty else { return }
        try transaction { _ in
            for (element, type) in due { try element.release(type) { try insert($0, of: element, type) } }
        }
    }

    /// The changes that are held back, to move them to another store.
    var held: [WriteQueue.ReadingRecord] {
        elements.heldChanges(until: nil).compactMap { element, type in
            element[type].held.map { WriteQueue.ReadingRecord(element: element.path, type: type, reading: $0) }
        }
    }

    func memory() throws -> Memory {
        try Memory(from: database)
    }

    /// The highest number of an order; 0 if there is none.
    func lastOrder() throws -> UInt64 { try Memory.lastOrder(in: database) }

    /// Runs one transaction. If it fails, the in-memory state is invalid, and the store must be closed.
    func transaction(_ body: (Database) throws -> Void) throws {
        try database.transaction(.immediate) {
            try body(database)
            if positionsChanged { try database.run("UPDATE journal SET last = ?", lastPosition) }
        }
        positionsChanged = false
        rowsInLog = database.totalChanges - rowsWhenMoved
    }

    /// Moves the log into the database, as far as readers don't need it.
    func checkpoint(truncating: Bool = false) throws {
        try database.checkpoint(truncating ? .truncating : .passive)
        rowsWhenMoved = database.totalChanges
        rowsInLog = 0
        // A checkpoint syncs the log first.
        rowsWhenSynced = database.totalChanges
    }

    /// Checks that the database can be written, by writing the version that it has.
    ///
    /// - Throws: if it can't be written, or the tables do not match their version.
    func probe() throws {
        if !needsMigration { try statements.prepare() }
        try database.execute("PRAGMA user_version = \(version)")
    }

    func close() {
        statements.drop()
        database.close()
    }

    private func keep(_ reading: Reading, of element: KnownElement, _ type: FacetType) throws {
        try element.load(type, statements)
        try element.releaseOverdue(type, at: reading.since) { try insert($0, of: element, type) }
        switch element.decide(reading, type) {
        case .nothing: break
        case .confirm(let last):
            try statements[.confirmChange].run(try nextPosition(), element.id, type.number, last.time, last.sequence)
        case .insert: try insert(reading, of: element, type)
        }
    }

    private func insert(_ reading: Reading, of element: KnownElement, _ type: FacetType) throws {
        let value = StoredValue(reading.value)
        let time = reading.since.milliseconds
        var sequence: Int64 = 0
        if let last = element[type].last, time <= last.time {
            // A second change in this millisecond, or the clock was set back.
            sequence = try statements.nextSequence(element.id, type, time)
        }
        let cause = try id(of: reading.cause)
        try statements[.insertChange].run(
            element.id,
            type.number,
            time,
            sequence,
            value.number,
            value.text,
            reading.certainty.number,
            cause,
            try nextPosition()
        )
        element[type].last = LastChange(time: time, sequence: sequence, value: value, certainty: reading.certainty)
    }

    private func put(_ change: OrderChange) throws {
        let order = change.record
        let (number, requested) = (Int64(clamping: order.id), order.requested.milliseconds)
        let (element, cause) = (try elements.element(order.element).id, try id(of: order.by))
        try statements[.putOrder].run(
            number,
            requested,
            element,
            order.type,
            order.action,
            cause,
            order.origin.rawValue,
            order.signal,
            order.stage.rawValue,
            order.reached.milliseconds,
            order.acceptedAfter,
            order.confirmedAfter,
            order.observed,
            order.problem,
            order.followedBy.map { Int64(clamping: $0) },
            try nextPosition()
        )
        for (index, attempt) in order.attempts.enumerated() {
            try statements[.putAttempt].run(
                number,
                requested,
                change.firstAttempt + index,
                attempt.time.milliseconds,
                attempt.milliseconds,
                attempt.result
            )
        }
    }

    private func put(_ scene: SceneRecord) throws {
        let cause = try id(of: scene.by)
        try statements[.putScene].run(
            scene.scene,
            cause,
            scene.started.milliseconds,
            scene.ended?.milliseconds,
            scene.outcome?.rawValue,
            scene.failed,
            scene.message
        )
    }

    func id(of cause: Cause) throws -> Int64 {
        if let id = causes[cause] { return id }
        if causes.count >= Self.maxCauses { causes.removeAll() }
        let id = try statements.id(of: cause)
        causes[cause] = id
        return id
    }

    func id(ofElement path: String) throws -> Int64 { try elements.element(path).id }

    static func endUnfinishedOrders(in database: Database, at now: Timestamp) throws {
        try database.run(
            "UPDATE orders SET stage = 'failed', reached = ?, problem = ? WHERE stage IN ('requested', 'sent')",
            now.milliseconds,
            "domod stopped before the outcome was known; check the house"
        )
    }
}

extension FacetType {
    /// The number in the tables and in `<Tipo>`.
    var number: Int { Int(rawValue) }

    init?(number: Int) {
        guard let raw = UInt8(exactly: number), let type = FacetType(rawValue: raw) else { return nil }
        self = type
    }
}
