import DomoLanguage
import DomoModel

/// Summarizes one day of one type of one element.
struct SeriesDay {
    /// The maximum length of an hour's summary in seconds; a longer summary is one of a day.
    static let maxHourSeconds = 3600

    private struct Change {
        var time: Int64
        var sequence: Int64
        var number: Double?
        var certainty: Int
        var cause: Int64
    }

    private struct Sum {
        var changes = 0
        var mean = TimeWeightedMean()
        var last = 0.0
        var certainty = 0
        var cause: Int64 = 0
    }

    private let element: Int64
    private let type: FacetType
    private let from: Int64
    private let to: Int64

    init(_ element: Int64, _ type: FacetType, from: Timestamp, to: Timestamp) {
        self.element = element
        self.type = type
        self.from = from.milliseconds
        self.to = to.milliseconds
    }

    // MARK: Changes to hours

    func thinToHours(_ database: Database) throws {
        // Read all rows first: the loop deletes them.
        let changes = try database.all(
            """
            SELECT time, sequence, number, certainty, cause FROM changes
            WHERE element = ? AND type = ? AND time >= ? AND time < ? ORDER BY time, sequence
            """,
            element,
            type.number,
            from,
            to
        ) { Change(time: $0[0], sequence: $0[1], number: $0[2], certainty: $0[3], cause: $0[4]) }
        guard let newest = try newestChange(database) else { return }
        var hours: [Int64: Sum] = [:]
        var held = try numberHeld(at: from, database)
        var position = from
        let drop = try database.statement(
            "DELETE FROM changes WHERE element = ? AND type = ? AND time = ? AND sequence = ?"
        )
        for change in changes {
            spread(held, from: position, to: change.time, over: &hours)
            position = change.time
            held = change.number
            guard let number = held, (change.time, change.sequence) != newest else { continue }
            let hour = hour(change.time)
            hours[hour, default: Sum()].changes += 1
            hours[hour]?.mean.see(number...number)
            hours[hour]?.last = number
            hours[hour]?.certainty = change.certainty
            hours[hour]?.cause = change.cause
            try drop.run(element, type.number, change.time, change.sequence)
        }
        spread(held, from: position, to: to, over: &hours)
        // An hour without changes needs no summary.
        for (start, hour) in hours where hour.changes > 0 {
            let length = min(start + HouseClock.hourMilliseconds, to) - start
            try put(hour, start: start, seconds: length / 1000, database)
        }
    }

    /// Hours count from the beginning of the day, so that a day has whole hours in every time zone.
    private func hour(_ time: Int64) -> Int64 {
        time - (time - from) % HouseClock.hourMilliseconds
    }

    private func spread(_ number: Double?, from start: Int64, to end: Int64, over hours: inout [Int64: Sum]) {
        guard let number else { return }
        var position = start
        while position < end {
            let hour = hour(position)
            let next = min(end, hour + HouseClock.hourMilliseconds)
            hours[hour, default: Sum()].mean.add(number, for: next - position)
            position = next
        }
    }

    // MARK: Hours to a day

    func thinToDay(_ database: Database) throws {
        let rows = try database.rows(
            """
            SELECT start, seconds, changes, minimum, mean, maximum, last, known, certainty, cause
            FROM summaries WHERE element = ? AND type = ? AND start >= ? AND start < ?
                AND seconds <= \(Self.maxHourSeconds) ORDER BY start, seconds
            """,
            element,
            type.number,
            from,
            to
        )
        var day = Sum()
        var held = try numberHeld(at: from, database)
        var position = from
        while let row = try rows.next() {
            let start: Int64 = row[0]
            if let held { day.mean.add(held, for: start - position) }
            let minimum: Double = row[3]
            let range = minimum...max(minimum, row[5])
            day.mean.see(range)
            day.mean.add(mean: row[4], range, for: row[7])
            day.changes += row[2] as Int
            day.last = row[6]
            day.certainty = row[8]
            day.cause = row[9]
            held = day.last
            position = start + (row[1] as Int64) * 1000
        }
        if let held { day.mean.add(held, for: to - position) }
        try database.run(
            """
            DELETE FROM summaries WHERE element = ? AND type = ? AND start >= ? AND start < ?
                AND seconds <= \(Self.maxHourSeconds)
            """,
            element,
            type.number,
            from,
            to
        )
        try put(day, start: from, seconds: (to - from) / 1000, database)
    }

    // MARK: Both

    private func newestChange(_ database: Database) throws -> (time: Int64, sequence: Int64)? {
        try database.first(
            """
            SELECT time, sequence FROM changes WHERE element = ? AND type = ?
            ORDER BY time DESC, sequence DESC LIMIT 1
            """,
            element,
            type.number
        ) { ($0[0], $0[1]) }
    }

    /// Returns the number just before a time; nil if unknown.
    private func numberHeld(at time: Int64, _ database: Database) throws -> Double? {
        let held = try HistoryQuery.held(element, type, before: Timestamp(milliseconds: time), database)
        return held.flatMap {
            StoredValue(Value(value: $0.entry.value, type: type, certainty: $0.entry.certainty)).number
        }
    }

    /// Stores a summary. A late row of an hour that is already summarized is added to its summary.
    private func put(_ sum: Sum, start: Int64, seconds: Int64, _ database: Database) throws {
        try database.run(
            """
            INSERT INTO summaries (element, type, start, seconds, changes, minimum, mean, maximum, last, known,
                certainty, cause)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET
                mean = CASE WHEN known + excluded.known = 0 THEN excluded.mean
                    ELSE (mean * (known * \(TimeWeightedMean.scale))
                        + excluded.mean * (excluded.known * \(TimeWeightedMean.scale)))
                        / ((known + excluded.known) * \(TimeWeightedMean.scale)) END,
                changes = changes + excluded.changes, minimum = min(minimum, excluded.minimum),
                maximum = max(maximum, excluded.maximum), last = excluded.last, known = known + excluded.known,
                certainty = excluded.certainty, cause = excluded.cause
            """,
            element,
            type.number,
            start,
            max(1, seconds),
            sum.changes,
            sum.mean.minimum,
            sum.mean.mean ?? sum.last,
            sum.mean.maximum,
            sum.last,
            sum.mean.known,
            sum.certainty,
            sum.cause
        )
    }
}
