import DomoModel

/// Replaces the changes of an hour by one summary, and the hours of a day by one: minimum, time-weighted mean, maximum,
/// count and last value. Only for numbers, levels, and on and off; the newest change of each series is kept.
struct Thinning {
    private let clock: HouseClock
    private let end: Timestamp
    /// Everything before it is done.
    private var key = HistoryRow.Key(time: .min, isChange: true)

    /// - Parameter end: the first moment of a day.
    init(_ clock: HouseClock, until end: Timestamp) {
        self.clock = clock
        self.end = end
    }

    /// Summarizes one day of one element by hour.
    ///
    /// - Returns: whether nothing is left to do.
    mutating func thinToHours(_ store: Store) throws -> Bool {
        try thin(
            store,
            oldest: """
                SELECT time, element, type, sequence FROM changes INDEXED BY changes_by_time
                WHERE (time, element, type, sequence) > (?, ?, ?, ?) AND time < ? AND number IS NOT NULL
                ORDER BY time, element, type, sequence LIMIT 1
                """
        ) { try $0.thinToHours($1) }
    }

    /// Summarizes the hours of one day of one element.
    ///
    /// - Returns: whether nothing is left to do.
    mutating func thinToDays(_ store: Store) throws -> Bool {
        try thin(
            store,
            oldest: """
                SELECT start, element, type, seconds FROM summaries INDEXED BY summaries_by_start
                WHERE (start, element, type, seconds) > (?, ?, ?, ?) AND start < ?
                    AND seconds <= \(SeriesDay.maxHourSeconds)
                ORDER BY start, element, type, seconds LIMIT 1
                """
        ) { try $0.thinToDay($1) }
    }

    /// - Parameter sql: selects the first row after a key and before a time.
    private mutating func thin(
        _ store: Store,
        oldest sql: String,
        _ body: (SeriesDay, Database) throws -> Void
    ) throws -> Bool {
        var isDone = false
        try store.transaction { database in
            let oldest = try database.first(
                sql,
                key.time,
                key.element,
                key.type,
                key.sequence,
                end.milliseconds
            ) { HistoryRow.Key(time: $0[0], isChange: true, element: $0[1], type: $0[2], sequence: $0[3]) }
            guard let oldest else {
                isDone = true
                return
            }
            key = oldest
            guard let type = FacetType(number: key.type) else { return }
            let time = Timestamp(stored: key.time)
            let day = SeriesDay(key.element, type, from: clock.startOfDay(time), to: clock.endOfDay(time))
            try body(day, database)
        }
        return isDone
    }
}
