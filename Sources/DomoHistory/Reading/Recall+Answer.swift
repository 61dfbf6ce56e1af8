import DomoLanguage
import DomoModel

extension Recall {
    /// Answers a read-only query.
    ///
    /// - Throws: `Fault` if the query is invalid, else `SQLiteError`.
    func answer(from database: Database, now: Timestamp) throws -> Reply {
        switch self {
        case .orders(let elements, let places, let last, let before, let since):
            let list = try OrderList(
                from: database,
                elements: elements,
                within: places,
                last: last,
                before: before,
                since: since
            )
            return .orders(list)
        case .history(let subject, let period, let zone):
            return .history(try HistoryQuery(subject, period, zone, now: now).answer(from: database))
        case .stats(let subjects, let zone):
            return .stats(try Statistics(zone, now: now).report(on: subjects, from: database))
        case .export(let period, let zone):
            return .export(try ExportQuery(period, zone, now: now).answer(from: database))
        case .log(let question, let zone):
            let since = question.since.map { HouseClock(timeZone: zone).moment($0, now: now) }
            return .log(try LogPage(question, since: since, from: database))
        case .houseLog(let question, let about, let places, let zone):
            let query = try HouseLogQuery(question, about: about, within: places, HouseClock(timeZone: zone), now: now)
            return .houseLog(try query.answer(from: database))
        case .records(let cursor, let about, let places):
            return .records(try RecordsQuery(cursor, about: about, within: places).answer(from: database))
        case .why(let report, let elements): return .why(try report.completed(from: database, elements: elements))
        case .rename, .backup, .restore, .health: return .fault(Fault(.badRequest, "this request is not a query"))
        }
    }
}

/// The time span of a query.
struct TimeSpan {
    var from: Timestamp
    var to: Timestamp

    /// - Parameter defaultLength: the default length; nil for everything.
    init(_ period: Period, _ clock: HouseClock, now: Timestamp, defaultLength: Duration?) throws(Fault) {
        let to = period.until.map { clock.moment($0, now: now) } ?? now
        self.to = to
        if let since = period.since {
            from = clock.moment(since, now: now)
        } else {
            // The day before the end, not before today.
            from = Timestamp(milliseconds: defaultLength.map { to.milliseconds - $0.milliseconds } ?? 0)
        }
        guard from <= to else {
            throw Fault(
                .badRequest,
                "the time span ends (\(to.rfc3339)) before it begins (\(from.rfc3339))",
                hint: "set --since to a time before --until"
            )
        }
    }
}

/// Limits a page to well below what a client accepts.
struct PageBudget {
    static let maxEntries = 2000
    static let maxBytes = 448 << 10

    private var entries = 0
    private var bytes = 0

    /// - Returns: false if the entry belongs on the next page. The first entry always fits.
    mutating func spend(_ size: Int) -> Bool {
        guard entries == 0 || (entries < Self.maxEntries && bytes + size <= Self.maxBytes) else { return false }
        entries += 1
        bytes += size
        return true
    }
}

extension HistoryEntry {
    /// An upper estimate of its length in JSON.
    var size: Int { 160 + jsonLength(value) + jsonLength(by.description) + (summary == nil ? 0 : 160) }
}

extension OrderRecord {
    /// An upper estimate of its length in JSON.
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
