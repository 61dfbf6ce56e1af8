import DomoLanguage

/// A change of an order that is to be stored: its record, with the attempts that are new or have ended.
struct OrderChange {
    private(set) var record: OrderRecord
    /// The index of the record's first attempt; the attempts before it are already stored.
    private(set) var firstAttempt: Int

    init(_ record: OrderRecord, firstAttempt: Int = 0) {
        self.record = record
        self.firstAttempt = firstAttempt
    }

    var number: UInt64 { record.id }

    /// Merges a later change of the same order.
    mutating func update(to later: OrderChange) {
        guard later.firstAttempt > firstAttempt else {
            self = later
            return
        }
        // In place: an order may wait for a long time and have many attempts.
        var attempts: [OrderRecord.Attempt] = []
        swap(&attempts, &record.attempts)
        attempts.removeSubrange(min(attempts.count, later.firstAttempt - firstAttempt)...)
        attempts += later.record.attempts
        record = later.record
        record.attempts = attempts
    }

    /// Its approximate size in memory, in bytes.
    var weight: Int {
        record.attempts.reduce(
            512 + record.action.utf8.count + (record.signal?.utf8.count ?? 0) + (record.problem?.utf8.count ?? 0)
        ) { $0 + 64 + ($1.result?.utf8.count ?? 0) }
    }
}
