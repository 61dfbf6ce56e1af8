import Dispatch
import DomoLanguage
import DomoModel
import Synchronization

/// What waits for the writer: bounded, and never in the way of whoever fills it.
final class WriteQueue: Sendable {
    typealias Waiter = @Sendable (_ isStored: Bool) -> Void
    typealias Job = @Sendable (Writer) -> Void

    /// A reading of one type of an element, by the element's whole path.
    struct ReadingRecord {
        var element: String
        var type: ElementType
        var reading: Reading
    }

    /// What the writer takes at once.
    struct Batch {
        /// In the order in which they came.
        var readings: ArraySlice<ReadingRecord> = []
        /// The last record of each order, the order that was first heard of first.
        var orders: [OrderRecord] = []
        /// The last record of each scene.
        var scenes: [SceneRecord] = []
        var waiters: [Waiter] = []
        var jobs: [Job] = []
        /// True where a record before the last waiter was dropped.
        var isIncomplete = false
        var isClosing = false

        var count: Int { readings.count + orders.count + scenes.count }
        var isEmpty: Bool { count == 0 && waiters.isEmpty && jobs.isEmpty }

        /// Takes the records of another one, which was taken after this one without any.
        mutating func append(_ other: Batch) {
            readings = other.readings
            orders = other.orders
            scenes = other.scenes
            waiters += other.waiters
            jobs += other.jobs
            isIncomplete = isIncomplete || other.isIncomplete
        }
    }

    fileprivate struct State {
        var readings: ArraySlice<ReadingRecord> = []
        /// By number; an order is written once, however far it came meanwhile.
        var orders: [UInt64: OrderRecord] = [:]
        /// Their numbers as they came; those no longer in `orders` are skipped.
        var orderNumbers: ArraySlice<UInt64> = []
        /// By name.
        var scenes: [String: SceneRecord] = [:]
        var bytes = 0
        var dropped = 0
        var isIncomplete = false
        var waiters: [Waiter] = []
        var jobs: [Job] = []
        var isWriterIdle = false
        var isClosing = false
        var isClosed = false
        /// Records that the writer has taken and not yet written.
        var underWay = 0

        var count: Int { readings.count + orders.count + scenes.count }
        var hasUrgent: Bool { !waiters.isEmpty || !jobs.isEmpty || isClosing }
    }

    private let mostRecords: Int
    private let mostBytes: Int
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    init(mostRecords: Int, mostBytes: Int) {
        self.mostRecords = mostRecords
        self.mostBytes = mostBytes
    }

    var waiting: Int { state.withLock { $0.count + $0.underWay } }
    var dropped: Int { state.withLock { $0.dropped } }

    func persist(_ record: Record) {
        change { state in
            guard !state.isClosed else {
                state.dropped += 1
                return
            }
            switch record {
            case .reading(let element, let type, let reading):
                let record = ReadingRecord(element: element, type: type, reading: reading)
                state.bytes += record.weight
                state.readings.append(record)
            case .order(let order): state.put(order, isNewer: true)
            case .scene(let scene): state.put(scene, isNewer: true)
            }
            state.drop(over: mostRecords, mostBytes)
        }
    }

    func whenStored(_ waiter: @escaping Waiter) {
        let isTaken = change { state in
            guard !state.isClosed else { return false }
            state.waiters.append(waiter)
            return true
        }
        if !isTaken { waiter(false) }
    }

    /// Does something on the writer's thread, after what was persisted before.
    ///
    /// - Returns: false where it is closed, and nothing is done.
    @discardableResult
    func run(_ job: @escaping Job) -> Bool {
        change { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
    }

    /// Does something on the writer's thread and waits for it.
    ///
    /// - Returns: nil where the writer has ended.
    func runAndWait<Result: Sendable>(_ job: @escaping @Sendable (Writer) -> Result) -> Result? {
        let box = Box<Result>()
        let done = DispatchSemaphore(value: 0)
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

    /// Changes the state, and wakes the writer where it sleeps.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout sending State) -> sending Result) -> Result {
        let (result, mustWake) = state.withLock { state in
            let result = body(&state)
            defer { state.isWriterIdle = false }
            return (result, state.isWriterIdle)
        }
        if mustWake { wake.signal() }
        return result
    }
}

// MARK: The writer's side

extension WriteQueue {
    /// Takes all that waits; waits for something where there is nothing, until the time has passed.
    ///
    /// - Parameter records: where false, records stay where they are, and nobody is woken up by them.
    func take(records: Bool, waitingFor timeout: DispatchTime) -> Batch {
        let batch = state.withLock { state in
            let batch = state.take(records: records)
            state.isWriterIdle = batch.isEmpty && !batch.isClosing
            return batch
        }
        guard batch.isEmpty, !batch.isClosing else { return batch }
        if wake.wait(timeout: timeout) == .timedOut {
            let isSignalled = state.withLock { state in
                defer { state.isWriterIdle = false }
                return !state.isWriterIdle
            }
            if isSignalled { wake.wait() }
        }
        return state.withLock { $0.take(records: records) }
    }

    /// The records that were taken are written, or are put back.
    func settle(_ batch: Batch, isWritten: Bool) {
        state.withLock { state in
            state.underWay = 0
            guard !isWritten else { return }
            let newer = state.readings
            state.readings = batch.readings
            state.readings.append(contentsOf: newer)
            state.bytes += batch.readings.reduce(0) { $0 + $1.weight }
            for order in batch.orders { state.put(order, isNewer: false) }
            for scene in batch.scenes { state.put(scene, isNewer: false) }
            state.drop(over: mostRecords, mostBytes)
            // Whoever waited for these has been told.
            state.isIncomplete = false
        }
    }

    /// Readings that are older than all that wait: they are written first.
    func putBack(_ older: [ReadingRecord]) {
        state.withLock { state in
            state.readings = older[...] + state.readings
            state.bytes += older.reduce(0) { $0 + $1.weight }
            state.drop(over: mostRecords, mostBytes)
        }
    }

    /// Scenes' runs that are older than all that wait.
    func putBack(_ older: [SceneRecord]) {
        state.withLock { state in
            for scene in older { state.put(scene, isNewer: false) }
            state.drop(over: mostRecords, mostBytes)
        }
    }

    /// Ends: whoever still waits is told so, and nothing is taken any more.
    func end(_ writer: Writer) {
        let rest = state.withLock { state in
            state.isClosed = true
            return state.take(records: true)
        }
        for waiter in rest.waiters { waiter(false) }
        for job in rest.jobs { job(writer) }
    }
}

extension WriteQueue.State {
    fileprivate mutating func put(_ order: OrderRecord, isNewer: Bool) {
        if let known = orders[order.id] {
            guard isNewer else { return }
            bytes -= known.weight
        } else {
            orderNumbers.append(order.id)
        }
        bytes += order.weight
        orders[order.id] = order
    }

    fileprivate mutating func put(_ scene: SceneRecord, isNewer: Bool) {
        if let known = scenes[scene.scene] {
            guard isNewer else { return }
            bytes -= known.weight
        }
        bytes += scene.weight
        scenes[scene.scene] = scene
    }

    /// Readings go first: what the house is can be read again, what became of an order can't.
    fileprivate mutating func drop(over mostRecords: Int, _ mostBytes: Int) {
        while count > mostRecords || bytes > mostBytes {
            if let reading = readings.popFirst() {
                bytes -= reading.weight
            } else if let number = orderNumbers.popFirst() {
                guard let order = orders.removeValue(forKey: number) else { continue }
                bytes -= order.weight
            } else if let (_, scene) = scenes.popFirst() {
                bytes -= scene.weight
            } else {
                return
            }
            dropped += 1
            isIncomplete = true
        }
    }

    fileprivate mutating func take(records: Bool) -> WriteQueue.Batch {
        var batch = WriteQueue.Batch()
        swap(&batch.waiters, &waiters)
        swap(&batch.jobs, &jobs)
        batch.isIncomplete = isIncomplete
        batch.isClosing = isClosing
        guard records else { return batch }
        swap(&batch.readings, &readings)
        batch.orders = orderNumbers.compactMap { orders[$0] }
        orders.removeAll(keepingCapacity: true)
        orderNumbers = []
        batch.scenes = Array(scenes.values)
        scenes.removeAll(keepingCapacity: true)
        bytes = 0
        isIncomplete = false
        underWay = batch.count
        return batch
    }
}

extension WriteQueue.ReadingRecord {
    /// About what it takes in memory, in bytes.
    fileprivate var weight: Int {
        guard case .text(let text) = reading.value else { return 128 }
        return 128 + text.utf8.count
    }
}

extension OrderRecord {
    /// About what it takes in memory, in bytes.
    fileprivate var weight: Int {
        attempts.reduce(512 + action.utf8.count + (signal?.utf8.count ?? 0) + (problem?.utf8.count ?? 0)) {
            $0 + 64 + ($1.result?.utf8.count ?? 0)
        }
    }
}

extension SceneRecord {
    /// About what it takes in memory, in bytes.
    fileprivate var weight: Int { 256 + scene.utf8.count + by.utf8.count + (message?.utf8.count ?? 0) }
}
