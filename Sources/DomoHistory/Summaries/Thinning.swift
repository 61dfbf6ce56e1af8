import DomoModel

/// Makes one row of the many of an hour, and one of the hours of a day: minimum, mean over time, maximum, count and the
/// last value. Only of numbers, levels, on and off; the newest change of each series stays as it is.
struct Thinning {
    private let clock: HouseClock
    private let end: Timestamp
    /// What lies before it was looked at.
    private var place = HistoryRow.Place(time: .min, isChange: true)

    /// - Parameter end: the first moment of a day.
    init(_ clock: HouseClock, until end: Timestamp) {
        self.clock = clock
        self.end = end
    }

    /// Thins one day of one element.
    ///
    /// - Returns: true where nothing is left to thin.
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

    /// Thins the hours of one day of one element.
    ///
    /// - Returns: true where nothing is left to thin.
    mutating func thinToDays(_ store: Store) throws -> Bool {
        try thin(
            store,
            oldest: """
                SELECT start, element, type, seconds FROM summaries INDEXED BY summaries_by_start
                WHERE (start, element, type, seconds) > (?, ?, ?, ?) AND start < ?
                    AND seconds <= \(SeriesDay.longestHour)
                ORDER BY start, element, type, seconds LIMIT 1
                """
        ) { try $0.thinToDay($1) }
    }

    /// - Parameter sql: finds the first row after a place that is older than some time.
    private mutating func thin(
        _ store: Store,
        oldest sql: String,
        _ body: (SeriesDay, Database) throws -> Void
    ) throws -> Bool {
        var isDone = false
        try store.transaction { database in
            let oldest = try database.first(
                sql,
                place.time,
                place.element,
                place.type,
                place.sequence,
                end.milliseconds
            ) { HistoryRow.Place(time: $0[0], isChange: true, element: $0[1], type: $0[2], sequence: $0[3]) }
            guard let oldest else {
                isDone = true
                return
            }
            place = oldest
            guard let type = FacetType(number: place.type) else { return }
            let time = Timestamp(stored: place.time)
            let day = SeriesDay(place.element, type, from: clock.startOfDay(time), to: clock.endOfDay(time))
            try body(day, database)
        }
        return isDone
    }
}
