import DomoLanguage
import DomoModel

/// Reduces a long time span to a few points for a chart.
struct Buckets {
    /// The columns of a row that are needed; there may be a million rows.
    private struct Held {
        var number: Double?
        var text: String?
        var certainty: Int
        var cause: Int64
    }

    private struct Bucket {
        var changes = 0
        var mean = TimeWeightedMean()
        /// The value at its end, and since when it holds.
        var last: (value: Held, time: Int64)?
        /// Whether any of its values was only assumed.
        var hasAssumed = false
    }

    private let span: TimeSpan
    private let type: FacetType
    private let width: Double
    private var buckets: [Bucket]
    private var held: Held?
    private var heldSince: Int64
    /// The time up to which the buckets are filled.
    private var position: Int64

    init(_ span: TimeSpan, count: Int, _ type: FacetType) {
        self.span = span
        self.type = type
        width = max(1, Double(span.to.milliseconds - span.from.milliseconds) / Double(count))
        buckets = Array(repeating: Bucket(), count: count)
        position = span.from.milliseconds
        heldSince = position
    }

    /// Returns one entry for each point with a known value.
    consuming func entries(of element: Int64, from database: Database) throws -> [HistoryEntry] {
        if let row = try HistoryQuery.held(element, type, before: span.from, database) {
            try begin(with: row, element, database)
        }
        let changes = try database.rows(
            """
            SELECT time, number, text, certainty, cause FROM changes
            WHERE element = ? AND type = ? AND time >= ? AND time <= ? ORDER BY time, sequence
            """,
            element,
            type.number,
            span.from.milliseconds,
            span.to.milliseconds
        )
        let summaries = try database.rows(
            """
            SELECT start, last, certainty, cause, seconds, changes, mean, minimum, maximum FROM summaries
            WHERE element = ? AND type = ? AND start >= ? AND start <= ? ORDER BY start, seconds
            """,
            element,
            type.number,
            span.from.milliseconds,
            span.to.milliseconds
        )
        var summary = try summaries.next()
        while let row = try changes.next() {
            let time: Int64 = row[0]
            while let found = summary, (found[0] as Int64) <= time {
                add(summary: found)
                summary = try summaries.next()
            }
            let number = row[1] as Double?
            add(Held(number: number, text: number == nil ? row[2] : nil, certainty: row[3], cause: row[4]), at: time)
        }
        while let found = summary {
            add(summary: found)
            summary = try summaries.next()
        }
        pass(until: span.to.milliseconds)
        return try entries(database)
    }

    private func index(_ time: Int64) -> Int {
        min(buckets.count - 1, Int(Double(time - span.from.milliseconds) / width))
    }

    private func start(_ index: Int) -> Int64 {
        span.from.milliseconds + Int64((Double(index) * width).rounded(.up))
    }

    private mutating func begin(with row: HistoryRow, _ element: Int64, _ database: Database) throws {
        let stored = StoredValue(Value(value: row.entry.value, type: type, certainty: row.entry.certainty))
        held = Held(
            number: stored.number,
            text: stored.text,
            certainty: row.entry.certainty.number,
            cause: try row.entry.by.id(in: database) ?? 0
        )
        heldSince = row.entry.time.milliseconds
        if held?.number == nil { buckets[0].last = held.map { ($0, span.from.milliseconds) } }
    }

    private mutating func add(_ value: Held, at time: Int64) {
        pass(until: time)
        held = value
        heldSince = time
        let index = index(time)
        buckets[index].changes += 1
        buckets[index].last = (value, time)
        if let number = value.number { buckets[index].mean.see(number...number) }
        if value.certainty == Certainty.assumed.number { buckets[index].hasAssumed = true }
    }

    private mutating func add(summary row: Row) {
        let start: Int64 = row[0]
        let end = min(span.to.milliseconds, start + (row[4] as Int64) * 1000)
        pass(until: start)
        let mean: Double = row[6]
        let range = (row[7] as Double)...max(row[7] as Double, row[8] as Double)
        buckets[index(start)].changes += row[5] as Int
        held = Held(number: row[1], text: nil, certainty: row[2], cause: row[3])
        heldSince = start
        spread(until: end) { $0.mean.add(mean: mean, range, for: $1) }
    }

    /// Extends the held value until a time.
    private mutating func pass(until time: Int64) {
        guard let number = held?.number else {
            position = max(position, time)
            return
        }
        spread(until: time) { $0.mean.add(number, for: $1) }
    }

    private mutating func spread(until time: Int64, _ body: (inout Bucket, Int64) -> Void) {
        while position < time {
            let index = index(position)
            let end = index == buckets.count - 1 ? time : max(position + 1, min(time, start(index + 1)))
            body(&buckets[index], end - position)
            if let held {
                buckets[index].last = (held, heldSince)
                if held.certainty == Certainty.assumed.number { buckets[index].hasAssumed = true }
            }
            position = end
        }
    }

    private func entries(_ database: Database) throws -> [HistoryEntry] {
        var causes: [Int64: Cause] = [:]
        return try buckets.indices.compactMap { index in
            let bucket = buckets[index]
            guard let last = bucket.last else { return nil }
            let cause = last.value.cause
            if causes[cause] == nil { causes[cause] = try Cause(id: cause, from: database) }
            let stored = StoredValue(number: last.value.number, text: last.value.text)
            var entry = HistoryEntry(
                time: Timestamp(milliseconds: last.time),
                type: type.word,
                value: stored.value(type)?.word ?? "",
                certainty: Certainty(number: last.value.certainty),
                by: causes[cause] ?? .house
            )
            if let mean = bucket.mean.mean {
                entry.time = Timestamp(milliseconds: start(index))
                // The mean is confirmed only if all of its values are.
                if bucket.hasAssumed, entry.certainty == .confirmed { entry.certainty = .assumed }
                entry.summary = HistoryEntry.Summary(
                    seconds: max(1, Int((width / 1000).rounded())),
                    changes: bucket.changes,
                    minimum: bucket.mean.minimum,
                    mean: mean,
                    maximum: bucket.mean.maximum,
                    known: Int((Double(bucket.mean.known) / 1000).rounded())
                )
            }
            return entry
        }
    }
}

extension Value {
    /// Parses the text of a history entry.
    ///
    /// - Returns: nil for unknown.
    init?(value: String, type: FacetType, certainty: Certainty) {
        if value.isEmpty, certainty == .unknown { return nil }
        guard let value = type.value(word: value) else { return nil }
        self = value
    }
}
