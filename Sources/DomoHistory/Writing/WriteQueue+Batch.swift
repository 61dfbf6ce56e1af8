import DomoLanguage
import DomoModel

extension WriteQueue {
    /// A reading of one type of an element, by the element's full path.
    struct ReadingRecord {
        var element: String
        var type: FacetType
        var reading: Reading
    }

    /// What the writer takes from the queue at once.
    struct Batch {
        /// In the order of arrival.
        var readings: ArraySlice<ReadingRecord> = []
        /// One entry for each order.
        var orders: [OrderChange] = []
        /// The last record of each scene.
        var scenes: [SceneRecord] = []
        /// In the order of arrival.
        var log: [LogEntry] = []
        /// Events of the house, in the order of arrival.
        var events: ArraySlice<HouseLogEntry> = []
        /// What was dropped and is to be noted.
        var losses = Losses()
        /// The last heartbeat of the daemon.
        var alive: Timestamp?
        var waiters: [Waiter] = []
        var jobs: [Job] = []
        /// Whether a record before the last waiter was dropped.
        var isIncomplete = false
        var isClosing = false

        var count: Int {
            readings.count + orders.count + scenes.count + log.count + events.count + (alive == nil ? 0 : 1)
        }
        var isEmpty: Bool { count == 0 && waiters.isEmpty && jobs.isEmpty }

        /// Appends a later batch to this one, which has no records.
        mutating func append(_ other: Batch) {
            readings = other.readings
            orders = other.orders
            scenes = other.scenes
            log = other.log
            events = other.events
            losses = other.losses
            alive = other.alive
            waiters += other.waiters
            jobs += other.jobs
            isIncomplete = isIncomplete || other.isIncomplete
        }
    }
}

// MARK: Weights

extension WriteQueue.Batch {
    var weight: Int {
        readings.reduce(0) { $0 + $1.weight } + orders.reduce(0) { $0 + $1.weight }
            + scenes.reduce(0) { $0 + $1.weight } + log.reduce(0) { $0 + $1.weight }
            + events.reduce(0) { $0 + $1.weight }
    }
}

extension WriteQueue.ReadingRecord {
    /// Its approximate size in memory, in bytes.
    var weight: Int {
        guard case .text(let text) = reading.value else { return 128 }
        return 128 + text.utf8.count
    }
}

extension SceneRecord {
    /// Its approximate size in memory, in bytes.
    var weight: Int { 256 + scene.utf8.count + by.description.utf8.count + (message?.utf8.count ?? 0) }
}
