import DomoLanguage

/// What is to be stored of an order: its record with those of its attempts that are new or have ended.
struct OrderChange {
    private(set) var record: OrderRecord
    /// The index of the first of the record's attempts; those before it are stored already.
    private(set) var firstAttempt: Int

    init(_ record: OrderRecord, firstAttempt: Int = 0) {
        self.record = record
        self.firstAttempt = firstAttempt
    }

    var number: UInt64 { record.id }

    /// Takes in a later change of the same order.
    mutating func update(to later: OrderChange) {
        guard later.firstAttempt > firstAttempt else {
            self = later
            return
        }
        // In place: an order may wait for long and be tried often.
        var attempts: [OrderRecord.Attempt] = []
        swap(&attempts, &record.attempts)
        attempts.removeSubrange(min(attempts.count, later.firstAttempt - firstAttempt)...)
        attempts += later.record.attempts
        record = later.record
        record.attempts = attempts
    }

    /// About what it takes in memory, in bytes.
    var weight: Int {
        record.attempts.reduce(
            512 + record.action.utf8.count + (record.signal?.utf8.count ?? 0) + (record.problem?.utf8.count ?? 0)
        ) { $0 + 64 + ($1.result?.utf8.count ?? 0) }
    }
}
