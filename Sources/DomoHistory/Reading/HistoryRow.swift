import DomoLanguage
import DomoModel

/// A change or a summary with its sort key.
struct HistoryRow {
    /// Sorts by time, summaries first, then by element, type and sequence.
    struct Key: Comparable {
        var time: Int64
        var isChange: Bool
        var element: Int64
        var type: Int
        /// For a summary, its length in seconds.
        var sequence: Int64

        static func < (one: Key, other: Key) -> Bool {
            (one.time, one.isChange ? 1 : 0, one.element, one.type, one.sequence)
                < (other.time, other.isChange ? 1 : 0, other.element, other.type, other.sequence)
        }
    }

    var key: Key
    var entry: HistoryEntry

    /// The columns that `init(change:)` reads, of `changes` joined with `causes`.
    static let changeColumns = "changes.element, type, time, sequence, number, text, certainty, \(Cause.columns)"
    /// The columns that `init(summary:)` reads, of `summaries` joined with `causes`.
    static let summaryColumns = """
        summaries.element, type, start, seconds, last, certainty, \(Cause.columns), changes, minimum, mean,
        maximum, known
        """

    init?(change row: Row) {
        guard let type = FacetType(number: row[1]) else { return nil }
        key = Key(time: row[2], isChange: true, element: row[0], type: row[1], sequence: row[3])
        let value = StoredValue(number: row[4], text: row[5])
        entry = HistoryEntry(
            time: Timestamp(stored: key.time),
            type: type.word,
            value: value.value(type)?.word ?? "",
            certainty: Certainty(number: row[6]),
            by: Cause(row: row, at: 7)
        )
    }

    init?(summary row: Row) {
        guard let type = FacetType(number: row[1]) else { return nil }
        key = Key(time: row[2], isChange: false, element: row[0], type: row[1], sequence: row[3])
        entry = HistoryEntry(
            time: Timestamp(stored: key.time),
            type: type.word,
            value: StoredValue(number: row[4], text: nil).value(type)?.word ?? "",
            certainty: Certainty(number: row[5]),
            by: Cause(row: row, at: 6),
            summary: HistoryEntry.Summary(
                seconds: row[3],
                changes: row[8],
                minimum: row[9],
                mean: row[10],
                maximum: row[11],
                known: Int(((row[12] as Double) / 1000).rounded())
            )
        )
    }
}

extension HistoryRow.Key {
    /// The cursor for the next page, which starts after this key.
    var cursor: String { "\(time).\(isChange ? 1 : 0).\(element).\(type).\(sequence)" }

    /// - Throws: `bad-request` for an invalid cursor.
    init(cursor: String) throws(Fault) {
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 5, let time = parts[0], let kind = parts[1], let element = parts[2], let type = parts[3],
            let sequence = parts[4], (0...1).contains(kind), (1...4).contains(type)
        else { throw Fault.badCursor(cursor) }
        self.init(time: time, isChange: kind == 1, element: element, type: Int(type), sequence: sequence)
    }
}

extension Fault {
    static func badCursor(_ text: String) -> Fault {
        Fault(
            .badRequest,
            "invalid cursor \"\(text.prefix(80))\"",
            hint: "set --after to the \"next\" of the previous answer to the same request"
        )
    }
}
