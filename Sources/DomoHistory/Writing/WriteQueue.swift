import DomoLanguage
import DomoModel
import DomoSystem
import Synchronization

/// The bounded queue of records for the writer. Adding to it never blocks.
///
/// Records that nobody waits for linger a moment, so that many are written in one transaction, and an order that
/// completes quickly is written once.
final class WriteQueue: Sendable {
    typealias Waiter = @Sendable (_ isStored: Bool) -> Void
    typealias Job = @Sendable (Writer) -> Void

    fileprivate struct State {
        var readings: ArraySlice<ReadingRecord> = []
        /// Orders whose result somebody may be waiting for.
        var settled = OrderQueue()
        /// Orders that are queued or in flight.
        var unsettled = OrderQueue()
        /// By name.
        var scenes: [String: SceneRecord] = [:]
        /// In the order of arrival.
        var log: [LogEntry] = []
        /// Events of the house, in the order of arrival.
        var events: ArraySlice<HouseLogEntry> = []
        /// What was dropped since records were last written.
        var losses = Losses()
        /// The last heartbeat. It replaces the one before, and is never dropped.
        var alive: Timestamp?
        /// When the first of the readings, settled orders, scenes and heartbeats arrived.
        var since: UInt64?
        var bytes = 0
        var dropped = 0
        var isIncomplete = false
        var waiters: [Waiter] = []
        /// Whether a waiter also waits for unsettled orders.
        var awaitsUnsettled = false
        var jobs: [Job] = []
        /// Nil while the writer is awake.
        var sleep: Sleep?
        var isClosing = false
        var isClosed = false
        /// When records were last taken, by `MonotonicClock`.
        var lastTaken: UInt64 = 0
        /// The number of records that the writer has taken but not yet written.
        var underWay = 0

        var count: Int {
            readings.count + settled.count + unsettled.count + scenes.count + log.count + events.count
                + (alive == nil ? 0 : 1)
        }
    }

    /// What the sleeping writer waits for.
    fileprivate struct Sleep {
        /// By `MonotonicClock`.
        var end: UInt64
        /// Whether records wake it.
        var records: Bool
    }

    /// How long a record waits for others, in nanoseconds.
    static let linger: UInt64 = 100_000_000

    private let maxRecords: Int
    private let maxBytes: Int
    private let state = Mutex(State())
    private let wake = ThreadSemaphore()

    init(maxRecords: Int, maxBytes: Int) {
        self.maxRecords = maxRecords
        self.maxBytes = maxBytes
    }

    var waiting: Int { state.withLock { $0.count + $0.underWay } }
    var dropped: Int { state.withLock { $0.dropped } }

    func persist(_ records: [Record]) {
        let now = MonotonicClock.now()
        change { state in
            guard !state.isClosed else {
                state.dropped += records.count
                return
            }
            for record in records { state.put(record, at: now) }
            state.drop(over: maxRecords, maxBytes)
        }
    }

    func whenStored(unsettled: Bool, _ waiter: @escaping Waiter) {
        let isTaken = change { state in
            guard !state.isClosed else { return false }
            state.waiters.append(waiter)
            state.awaitsUnsettled = state.awaitsUnsettled || unsettled
            return true
        }
        if !isTaken { waiter(false) }
    }

    /// Runs a job on the writer's thread, after everything persisted before.
    ///
    /// - Returns: false if the queue is closed, and the job is not run.
    @discardableResult
    func run(_ job: @escaping Job) -> Bool {
        change { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
    }

    /// Runs a job on the writer's thread, and waits for its result.
    ///
    /// - Returns: nil if the writer has ended.
    func runAndWait<Result: Sendable>(_ job: @escaping @Sendable (Writer) -> Result) -> Result? {
        let box = Box<Result>()
        let done = ThreadSemaphore()
        let isTaken = run { writer in
            let value = job(writer)
            box.value.withLock { $0 = value }
            done.signal()
        }
        guard isTaken else { return nil }
        done.wait()
        return box.value.withLock { $0 }
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    func close() {
        change { $0.isClosing = true }
    }

    /// Changes the state, and wakes the writer if something is due before it wakes by itself.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout sending State) -> sending Result) -> Result {
        let (result, mustWake) = state.withLock { state in
            let result = body(&state)
            guard let sleep = state.sleep, due(&state, records: sleep.records) < sleep.end else {
                return (result, false)
            }
            state.sleep = nil
            return (result, true)
        }
        if mustWake { wake.signal() }
        return result
    }

    /// When the writer must take records or jobs, by `MonotonicClock`.
    private func due(_ state: inout State, records: Bool) -> UInt64 {
        if !state.waiters.isEmpty || !state.jobs.isEmpty || state.isClosing { return 0 }
        guard records else { return .max }
        if isCrowded(state) { return 0 }
        let first = min(state.since ?? .max, state.unsettled.since() ?? .max)
        return first == .max ? .max : first + Self.linger
    }

    /// Whether the queue is filling up, long before anything is dropped.
    private func isCrowded(_ state: borrowing State) -> Bool {
        state.count > maxRecords / 4 || state.bytes > maxBytes / 4
    }
}

// MARK: The writer's side

extension WriteQueue {
    /// Removes what is due, waiting for it until the timeout.
    ///
    /// - Parameters:
    ///   - records: whether to remove records; if not, they stay in the queue and don't end the wait.
    ///   - timeout: by `MonotonicClock`.
    func nextBatch(records: Bool, waitingUntil timeout: UInt64) -> Batch {
        while true {
            let now = MonotonicClock.now()
            let (batch, end) = state.withLock { state -> (Batch?, UInt64) in
                var end = min(due(&state, records: records), timeout)
                guard end > now else {
                    let isAll = isCrowded(state)
                    let batch = state.removeBatch(records: records, lingering: isAll ? nil : now)
                    if batch.count > 0 { state.lastTaken = now }
                    return (batch, end)
                }
                // More records are likely to follow: wake in time without a signal.
                if state.lastTaken + Self.linger > now { end = min(end, state.lastTaken + Self.linger) }
                state.sleep = Sleep(end: end, records: records)
                return (nil, end)
            }
            if let batch { return batch }
            guard !wake.wait(until: end) else { continue }
            let isSignalled = state.withLock { state in
                defer { state.sleep = nil }
                return state.sleep == nil
            }
            if isSignalled { wake.wait() }
        }
    }

    /// Marks a batch as written, or puts it back.
    func complete(_ batch: Batch, isWritten: Bool) {
        state.withLock { state in
            state.underWay = 0
            guard !isWritten else { return }
            let newer = state.readings
            state.readings = batch.readings
            state.readings.append(contentsOf: newer)
            state.bytes += batch.readings.reduce(0) { $0 + $1.weight }
            let now = MonotonicClock.now()
            state.since = state.since ?? now
            for order in batch.orders { state.putBack(order, at: now) }
            for scene in batch.scenes { state.put(scene, isNewer: false) }
            state.log = batch.log + state.log
            state.events = batch.events + state.events
            state.bytes += batch.log.reduce(0) { $0 + $1.weight } + batch.events.reduce(0) { $0 + $1.weight }
            state.losses.add(batch.losses)
            state.alive = state.alive ?? batch.alive
            state.drop(over: maxRecords, maxBytes)
            // The waiters for these records have been called.
            state.isIncomplete = false
        }
    }

    /// Puts back readings that are older than everything in the queue, to be written first.
    func putBack(_ older: [ReadingRecord]) {
        state.withLock { state in
            state.readings = older[...] + state.readings
            state.bytes += older.reduce(0) { $0 + $1.weight }
            state.since = state.since ?? MonotonicClock.now()
            state.drop(over: maxRecords, maxBytes)
        }
    }

    /// Puts back scene runs and a heartbeat that are older than everything in the queue.
    func putBack(_ older: [SceneRecord], alive: Timestamp?) {
        state.withLock { state in
            for scene in older { state.put(scene, isNewer: false) }
            state.alive = state.alive ?? alive
            state.since = state.since ?? MonotonicClock.now()
            state.drop(over: maxRecords, maxBytes)
        }
    }

    /// Closes the queue: calls the remaining waiters, and accepts nothing more.
    func end(_ writer: Writer) {
        let rest = state.withLock { state in
            state.isClosed = true
            return state.removeBatch(records: true, lingering: nil)
        }
        for waiter in rest.waiters { waiter(false) }
        for job in rest.jobs { job(writer) }
    }
}

extension WriteQueue.State {
    fileprivate mutating func put(_ record: Record, at now: UInt64) {
        switch record {
        case .reading(let element, let type, let reading):
            let record = WriteQueue.ReadingRecord(element: element, type: type, reading: reading)
            bytes += record.weight
            readings.append(record)
            since = since ?? now
        case .order(let order, let first): put(OrderChange(order, firstAttempt: first), at: now)
        case .scene(let scene):
            put(scene, isNewer: true)
            since = since ?? now
        case .alive(let time):
            alive = time
            since = since ?? now
        case .log(let entry):
            put(entry)
            since = since ?? now
        case .event(let entry):
            put(entry)
            since = since ?? now
        }
    }

    fileprivate mutating func put(_ change: OrderChange, at now: UInt64) {
        if !change.record.stage.isSettled, !settled.contains(change.number) {
            bytes += unsettled.put(change, at: now)
            return
        }
        if let earlier = unsettled.remove(change.number) {
            bytes += settled.put(earlier, at: now) - earlier.weight
        }
        bytes += settled.put(change, at: now)
        since = since ?? now
    }

    /// Puts back an order that was not written, merged with newer changes.
    fileprivate mutating func putBack(_ change: OrderChange, at now: UInt64) {
        if let growth = settled.complete(with: change) ?? unsettled.complete(with: change) {
            bytes += growth
        } else {
            put(change, at: now)
        }
    }

    fileprivate mutating func put(_ scene: SceneRecord, isNewer: Bool) {
        if let known = scenes[scene.scene] {
            guard isNewer else { return }
            bytes -= known.weight
        }
        bytes += scene.weight
        scenes[scene.scene] = scene
    }

    /// Counts an event that repeats one of the last: somebody may try without end.
    fileprivate mutating func put(_ entry: LogEntry) {
        if let index = log.indices.suffix(8).last(where: { log[$0].counts(entry) }) {
            if entry.kind.isCounted { log[index].count += entry.count }
            log[index].last = max(log[index].last, entry.last)
        } else {
            bytes += entry.weight
            log.append(entry)
        }
    }

    private mutating func put(_ entry: HouseLogEntry) {
        if let index = events.indices.suffix(8).last(where: { events[$0].counts(entry) }) {
            events[index].count = (events[index].count ?? 1) + (entry.count ?? 1)
            events[index].last = entry.last ?? entry.time
        } else {
            bytes += entry.weight
            events.append(entry)
        }
    }

    /// Drops records over the limits. Readings go first: they can be read again, unlike the outcome of an order.
    fileprivate mutating func drop(over maxRecords: Int, _ maxBytes: Int) {
        while count > maxRecords || bytes > maxBytes {
            if let reading = readings.popFirst() {
                bytes -= reading.weight
                losses.note(reading.element, .changes, at: reading.reading.since)
            } else if let entry = events.popFirst() {
                bytes -= entry.weight
                losses.note(nil, .events, at: entry.time)
            } else if let order = settled.popFirst() ?? unsettled.popFirst() {
                bytes -= order.weight
                losses.note(order.record.element, .orders, at: order.record.requested)
            } else if let (_, scene) = scenes.popFirst() {
                bytes -= scene.weight
            } else if !log.isEmpty {
                bytes -= log.removeFirst().weight
            } else {
                return
            }
            dropped += 1
            isIncomplete = true
        }
    }

    /// - Parameters:
    ///   - records: whether to remove records.
    ///   - now: the present time, if unsettled orders that nobody waits for may linger; else nil.
    fileprivate mutating func removeBatch(records: Bool, lingering now: UInt64?) -> WriteQueue.Batch {
        var batch = WriteQueue.Batch()
        let mayLinger = !awaitsUnsettled && jobs.isEmpty && !isClosing
        swap(&batch.waiters, &waiters)
        swap(&batch.jobs, &jobs)
        awaitsUnsettled = false
        batch.isIncomplete = isIncomplete
        batch.isClosing = isClosing
        guard records else { return batch }
        swap(&batch.readings, &readings)
        batch.orders = settled.takeAll()
        while let since = unsettled.since() {
            if mayLinger, let now, since + WriteQueue.linger > now { break }
            unsettled.popFirst().map { batch.orders.append($0) }
        }
        batch.scenes = Array(scenes.values)
        scenes.removeAll(keepingCapacity: true)
        swap(&batch.log, &log)
        swap(&batch.events, &events)
        batch.alive = alive
        alive = nil
        since = nil
        bytes -= batch.weight
        isIncomplete = false
        underWay = batch.count
        // Without records, nothing is written.
        if underWay > 0 { swap(&batch.losses, &losses) }
        return batch
    }
}

extension OrderStage {
    /// False while the order is queued or in flight.
    fileprivate var isSettled: Bool {
        switch self {
        case .requested, .sent: false
        case .accepted, .confirmed, .mismatch, .unconfirmed, .failed, .superseded, .expired: true
        }
    }
}
