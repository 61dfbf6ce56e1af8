import DomoLanguage
import DomoModel

/// A history over time, with a slot for each column of the terminal. Slots are filled entry by entry, so that a year
/// takes no more memory than a day. An entry is valid until the next one of its type.
struct Chart {
    /// The values in the period of one column.
    struct Slot: Equatable {
        /// How long a value was known, in milliseconds.
        var known = 0.0
        /// The sum of the numbers, each multiplied by its duration and the scale, with which the largest numbers don't
        /// overflow.
        var sum = 0.0
        static let scale = 0x1p-64
        var minimum = Double.infinity
        var maximum = -Double.infinity
        /// True if any value was only assumed, that is, accepted but not confirmed by the house.
        var isAssumed = false

        /// Nil if nothing is known.
        var mean: Double? { known > 0 ? sum / (known * Self.scale) : minimum.isFinite ? minimum : nil }

        mutating func add(
            _ value: Double,
            minimum: Double,
            maximum: Double,
            isAssumed: Bool,
            for milliseconds: Double
        ) {
            known += milliseconds
            sum += value * (milliseconds * Self.scale)
            self.minimum = min(self.minimum, minimum)
            self.maximum = max(self.maximum, maximum)
            self.isAssumed = self.isAssumed || isAssumed
        }
    }

    /// The values of one type.
    struct Series: Equatable {
        var type: String
        /// False once there is a text that is not a number.
        var isNumeric = true
        var isEmpty = true
        var slots: [Slot]
        fileprivate var last: HistoryEntry?

        fileprivate init(type: String, columns: Int) {
            self.type = type
            slots = Array(repeating: Slot(), count: columns)
        }
    }

    let from: Timestamp
    /// The end: that of the requested period, but at most now.
    let to: Timestamp
    private(set) var series: [Series] = []
    private let columns: Int

    init(from: Timestamp, to: Timestamp, now: Timestamp, columns: Int) {
        self.from = from
        self.to = max(min(to, now), Timestamp(milliseconds: from.milliseconds + 1))
        self.columns = max(1, columns)
    }

    /// Adds an entry. Entries must be in the order of their time.
    mutating func add(_ entry: HistoryEntry) {
        var index = series.firstIndex { $0.type == entry.type }
        if index == nil {
            series.append(Series(type: entry.type, columns: columns))
            index = series.count - 1
        }
        guard let index else { return }
        if let last = series[index].last { hold(last, until: entry.time, in: &series[index]) }
        series[index].last = entry
    }

    /// Extends the last entries to the end.
    mutating func finish() {
        for index in series.indices {
            if let last = series[index].last { hold(last, until: to, in: &series[index]) }
            series[index].last = nil
        }
    }

    private func hold(_ entry: HistoryEntry, until next: Timestamp, in series: inout Series) {
        let isAssumed = entry.certainty == .assumed
        guard let summary = entry.summary else {
            guard entry.certainty != .unknown else { return }
            guard let value = Self.number(entry) else {
                series.isNumeric = false
                return
            }
            fill(&series, from: entry.time, to: next, (value, value, value), isAssumed: isAssumed, tolerance: 0)
            return
        }
        guard Self.number(entry) != nil else {
            series.isNumeric = false
            return
        }
        let seconds = Int64(min(max(0, summary.seconds), 366 * 86_400))
        let end = min(next, Timestamp(milliseconds: entry.time.milliseconds + seconds * 1000))
        if FacetType(word: entry.type)?.measure == .directed {
            // A direction has no mean: only the last is known, and whether there was another.
            let value = Self.number(entry) ?? 0
            let isSteady = summary.changes <= 1
            fill(
                &series,
                from: entry.time,
                to: end,
                (value, isSteady ? value : -1, isSteady ? value : 1),
                isAssumed: isAssumed,
                tolerance: 1000
            )
        } else {
            fill(
                &series,
                from: entry.time,
                to: end,
                (summary.mean, summary.minimum, summary.maximum),
                isAssumed: isAssumed,
                tolerance: 1000
            )
        }
    }

    /// - Parameter tolerance: an overlap with a column up to this, in milliseconds, is ignored, because the length of a
    ///   summary is in whole seconds.
    private func fill(
        _ series: inout Series,
        from start: Timestamp,
        to end: Timestamp,
        _ value: (mean: Double, minimum: Double, maximum: Double),
        isAssumed: Bool,
        tolerance: Double
    ) {
        let (mean, minimum, maximum) = value
        guard mean.isFinite, minimum.isFinite, maximum.isFinite, start < to, end >= from else { return }
        let length = Double(to.milliseconds - from.milliseconds) / Double(columns)
        let begin = max(0, Double(start.milliseconds - from.milliseconds))
        let finish = min(Double(to.milliseconds - from.milliseconds), Double(end.milliseconds - from.milliseconds))
        guard finish >= begin else { return }
        series.isEmpty = false
        let first = min(columns - 1, Int(begin / length))
        let last = min(columns - 1, Int(finish / length))
        for column in first...last {
            let part = min(finish, Double(column + 1) * length) - max(begin, Double(column) * length)
            // An entry that ends where a column begins is not in it.
            guard column == first || part > min(tolerance, length / 2) else { continue }
            series.slots[column].add(
                mean,
                minimum: minimum,
                maximum: maximum,
                isAssumed: isAssumed,
                for: max(0, part)
            )
        }
    }

    private static func number(_ entry: HistoryEntry) -> Double? {
        FacetType(word: entry.type)?.value(word: entry.value)?.chartNumber
    }
}
