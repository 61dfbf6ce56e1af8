import DomoHistory
import DomoLanguage
import DomoModel

/// Changes of readings stored by the history, compared with the sqlite3 shell that inserts the same rows into the same
/// tables, in transactions of the same size.
enum StoringMeasurement: Measurement {
    static let number = 9
    static let title = "readings stored"

    private static let elements = 100
    private static let records = 100_000
    private static let batch = 1000
    private static let runs = 7
    private static let start: Int64 = 1_780_000_000_000

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let shell = try Workbench.find("sqlite3", package: "sqlite3")
        let script = bench.path("inserts.sql")
        try TextFile.write(inserts().utf8, to: script)
        var domoRates: [Double] = []
        var peerRates: [Double] = []
        for run in 0...runs {
            let own = Double(records) / (try store(bench))
            let file = bench.path("shell.sqlite")
            try makeTables(file)
            let command = Command(shell, ["-batch", "-bail", file, ".read \(script)"], log: bench.path("sqlite3.log"))
            let begin = Moment.now()
            try command.start().success(seconds: 60)
            let peer = Double(records) / Moment.now().since(begin)
            // The first run warms up.
            guard run > 0 else { continue }
            domoRates.append(own)
            peerRates.append(peer)
        }
        return [
            Row(
                number: number,
                what: title,
                unit: .perSecond,
                domo: .init(runs: domoRates),
                peerName: "sqlite3 shell",
                peer: .init(runs: peerRates),
                target: .atLeast(0.5)
            )
        ]
    }

    private static func path(_ element: Int) -> String { "Casa/E\(element)" }

    private static func record(_ number: Int) -> Record {
        .reading(
            element: path(number % elements),
            type: .value,
            Reading(
                value: .text(String(number)),
                certainty: .confirmed,
                since: Timestamp(milliseconds: start + Int64(number)),
                cause: .house
            )
        )
    }

    /// In seconds.
    private static func store(_ bench: Workbench) throws(BenchFault) -> Double {
        let history = try open(bench.path("domo.sqlite"))
        defer { history.close() }
        try fill(history)
        let begin = Moment.now()
        var waiting: [Gate] = []
        for first in stride(from: 0, to: records, by: batch) {
            for number in first..<first + batch { history.persist(record(number)) }
            let gate = Gate()
            history.whenStored { gate.open($0) }
            waiting.append(gate)
            // The history queues this many without dropping any.
            if waiting.count > 20, !waiting.removeFirst().wait() { throw BenchFault("the history stored nothing") }
        }
        for gate in waiting where !gate.wait() { throw BenchFault("the history stored nothing") }
        return Moment.now().since(begin)
    }

    private static func open(_ file: String) throws(BenchFault) -> History {
        try HistoryFile.open(History.Settings(file: file), now: Timestamp(milliseconds: start))
    }

    /// Creates the rows of the elements before the measurement.
    private static func fill(_ history: History) throws(BenchFault) {
        for element in 0..<elements {
            let reading = Reading(
                value: .text("0"),
                certainty: .confirmed,
                since: Timestamp(milliseconds: start - 1),
                cause: .house
            )
            history.persist(.reading(element: path(element), type: .value, reading))
        }
        let gate = Gate()
        history.whenStored { gate.open($0) }
        guard gate.wait() else { throw BenchFault("the history stored nothing: \(history.view.problem ?? "")") }
    }

    private static func makeTables(_ file: String) throws(BenchFault) {
        let history = try open(file)
        try fill(history)
        history.close()
    }

    /// The SQL for the records, equivalent to what the history does.
    private static func inserts() -> String {
        var text = "PRAGMA synchronous = NORMAL;\nPRAGMA wal_autocheckpoint = 0;\n"
        for first in stride(from: 0, to: records, by: batch) {
            text += "BEGIN;\n"
            for number in first..<first + batch {
                let element = number % elements + 1
                let time = start + Int64(number)
                text += "INSERT INTO current (element, type, number, text, certainty, since, cause) "
                text += "VALUES (\(element), 4, \(number), '\(number)', 2, \(time), 1) ON CONFLICT DO UPDATE SET "
                text += "number = excluded.number, text = excluded.text, certainty = excluded.certainty, "
                text += "since = excluded.since, cause = excluded.cause;\n"
                text += "INSERT INTO changes (element, type, time, sequence, number, text, certainty, cause) "
                text += "VALUES (\(element), 4, \(time), 0, \(number), '\(number)', 2, 1);\n"
            }
            text += "COMMIT;\n"
        }
        return text
    }
}
