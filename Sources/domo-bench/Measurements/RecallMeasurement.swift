import DomoHistory
import DomoLanguage
import DomoModel
import Synchronization

/// The history of a busy element over a year, a million changes, as a chart of 200 points and for its newest day,
/// compared with the sqlite3 shell that computes the same points.
enum RecallMeasurement: Measurement {
    static let number = 10
    static let title = "a year of a busy element, 1,000,000 changes"

    private static let rows = 1_000_000
    private static let points = 200
    private static let runs = 7
    private static let year: Int64 = 365 * 86_400_000
    private static let now = Timestamp(milliseconds: 1_790_000_000_000)

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let shell = try Workbench.find("sqlite3", package: "sqlite3")
        let file = bench.path("year.sqlite")
        var settings = History.Settings(file: file)
        // Keep individual changes instead of hourly summaries: the worst case.
        settings.hoursAfter = .seconds(400 * 86_400)
        settings.daysAfter = .seconds(400 * 86_400)
        let first = try HistoryFile.open(settings, now: now)
        first.close()
        try sql(
            """
            INSERT INTO elements VALUES (1, 'Casa/E'); INSERT INTO causes VALUES (1, 'house', '');
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows - 1))
            INSERT INTO changes (element, type, time, sequence, number, text, certainty, cause)
                SELECT 1, 4, \(now.milliseconds - year) + i * \(year / Int64(rows)), 0, i % 977, NULL, 2, 1 FROM n;
            """,
            file,
            shell,
            bench
        )
        let bucket = year / Int64(points)
        let query = """
            SELECT (time - \(now.milliseconds - year)) / \(bucket) AS bucket, min(number), avg(number), max(number),
            count(*) FROM changes WHERE element = 1 AND type = 4 AND time >= \(now.milliseconds - year) GROUP BY bucket;
            """
        let history = try HistoryFile.open(settings, now: now)
        defer { history.close() }
        var chart: [Double] = []
        var day: [Double] = []
        var peer: [Double] = []
        for _ in 0..<runs {
            chart.append(
                try ask(history, Period(since: .ago(.milliseconds(year)), points: points), atLeast: points / 2)
            )
            day.append(try ask(history, Period(), atLeast: 1000))
            let begin = Moment.now()
            try sql(query, file, shell, bench)
            peer.append(Moment.now().since(begin) * 1000)
        }
        return [
            Row(
                number: number,
                what: "\(title): its chart",
                unit: .milliseconds,
                domo: .init(runs: chart),
                peerName: "sqlite3 shell",
                peer: .init(runs: peer),
                target: nil
            ),
            Row(number: number, what: "\(title): its newest day", unit: .milliseconds, domo: .init(runs: day)),
        ]
    }

    private static func sql(
        _ text: String,
        _ file: String,
        _ shell: String,
        _ bench: Workbench
    ) throws(BenchFault) {
        try Command(shell, ["-batch", "-bail", file, text], log: bench.path("sqlite3.log")).start().success(
            seconds: 120
        )
    }

    /// In milliseconds.
    private static func ask(_ history: History, _ period: Period, atLeast least: Int) throws(BenchFault) -> Double {
        let gate = Gate()
        let answer = Mutex<Reply?>(nil)
        let begin = Moment.now()
        history.answer(.history(.init(path: "Casa/E"), period, timeZone: "Europe/Madrid"), now: now) { reply in
            answer.withLock { $0 = reply }
            gate.open(true)
        }
        guard gate.wait(), case .history(let page)? = answer.withLock({ $0 }), page.entries.count >= least else {
            throw BenchFault("the history returned too few entries")
        }
        return Moment.now().since(begin) * 1000
    }
}
