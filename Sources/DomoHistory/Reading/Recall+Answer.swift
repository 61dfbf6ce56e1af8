import DomoLanguage
import DomoModel

extension Recall {
    /// Answers a question that only reads.
    ///
    /// - Throws: `Fault` where the question is at fault, else `SQLiteError`.
    func answer(from database: Database, now: Timestamp) throws -> Reply {
        switch self {
        case .orders(let elements, let places, let last, let before, let since):
            .orders(
                try OrderList(
                    from: database,
                    elements: elements,
                    within: places,
                    last: last,
                    before: before,
                    since: since
                )
            )
        case .history(let subject, let period, let zone):
            .history(try HistoryQuestion(subject, period, zone, now: now).answer(from: database))
        case .stats(let subjects, let zone):
            .stats(try Statistics(zone, now: now).report(on: subjects, from: database))
        case .export(let period, let zone):
            .export(try ExportQuestion(period, zone, now: now).answer(from: database))
        case .why(let report, let elements): .why(try report.completed(from: database, elements: elements))
        case .backup, .restore, .health: .fault(Fault(.badRequest, "a copy is not made by reading"))
        }
    }
}

/// A stretch of time as it was asked for.
struct Stretch {
    var from: Timestamp
    var to: Timestamp

    /// - Parameter usual: how far back it goes where that was not said; nil for all there is.
    init(_ period: Period, _ clock: HouseClock, now: Timestamp, usual: Duration?) throws(Fault) {
        let to = period.until.map { clock.moment($0, now: now) } ?? now
        self.to = to
        if let since = period.since {
            from = clock.moment(since, now: now)
        } else {
            // The day before the end, not before today.
            from = Timestamp(milliseconds: usual.map { to.milliseconds - $0.milliseconds } ?? 0)
        }
        guard from <= to else {
            throw Fault(
                .badRequest,
                "the time asked for ends (\(to.rfc3339)) before it begins (\(from.rfc3339))",
                hint: "say --since before --until"
            )
        }
    }
}

/// What an answer may hold, so that it stays well below what a client takes.
struct PageBudget {
    static let maxEntries = 2000
    static let maxBytes = 448 << 10

    private var entries = 0
    private var bytes = 0

    /// - Returns: false where it is to stand on the next page. The first one always fits.
    mutating func take(_ size: Int) -> Bool {
        guard entries == 0 || (entries < Self.maxEntries && bytes + size <= Self.maxBytes) else { return false }
        entries += 1
        bytes += size
        return true
    }
}

extension HistoryEntry {
    /// About its length in JSON, and no less.
    var size: Int { 160 + jsonLength(value) + jsonLength(by.description) + (summary == nil ? 0 : 160) }
}

extension OrderRecord {
    /// About its length in JSON, and no less.
    var size: Int {
        let texts = [element, action, by.description, signal, observed, problem].reduce(0) {
            $0 + ($1.map(jsonLength) ?? 0)
        }
        return attempts.reduce(400 + texts) { $0 + 96 + ($1.result.map(jsonLength) ?? 0) }
    }
}

func jsonLength(_ text: String) -> Int {
    text.utf8.reduce(0) { $0 + ($1 < 0x20 ? 6 : $1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
}
