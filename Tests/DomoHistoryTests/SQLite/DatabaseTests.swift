import CSQLite
import Foundation
import Testing

@testable import DomoHistory

struct DatabaseTests {
    private func table() throws -> Database {
        let database = try Database(":memory:")
        try database.execute("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, NULL), (3, 1.5)")
        return database
    }

    @Test func boundValuesAreReadBack() throws {
        let database = try table()
        try database.run("DELETE FROM t")
        let texts = ["", "ñ🚪", "a\u{0}b", String(repeating: "x", count: 100_000)]
        for (number, text) in texts.enumerated() { try database.run("INSERT INTO t VALUES (?, ?)", number, text) }
        try database.run("INSERT INTO t VALUES (?, ?)", Int64.max, nil as Double?)
        try database.run("INSERT INTO t VALUES (?, ?)", Int64.min, -0.25)
        #expect(try database.all("SELECT b FROM t WHERE a >= 0 AND a < 4 ORDER BY a") { $0[0] as String } == texts)
        #expect(try database.integer("SELECT max(a) FROM t") == .max)
        #expect(try database.first("SELECT b FROM t WHERE a = ?", Int64.min) { $0[0] as Double? } == -0.25)
        #expect(try database.first("SELECT b FROM t WHERE a = ?", Int64.max) { $0.isNull(0) } == true)
    }

    @Test func nullIsReadAsNilOrZero() throws {
        let database = try table()
        #expect(try database.integer("SELECT a FROM t WHERE a = 7") == nil)
        #expect(try database.integer("SELECT NULL") == nil)
        #expect(try database.text("SELECT 'x'") == "x")
        let row = try database.first("SELECT NULL, 'no number', 2.9") { row in
            (row[0] as Int, row[0] as String, row[1] as Int64, row[2] as Int, row.isInteger(2))
        }
        #expect(try #require(row) == (0, "", 0, 2, false))
    }

    /// A query within an identical query.
    @Test func statementInUseIsNotReused() throws {
        let database = try table()
        let all = "SELECT a FROM t ORDER BY a"
        let rows = try database.rows(all)
        var seen: [Int] = []
        while let row = try rows.next() {
            seen.append(row[0])
            #expect(try database.all(all) { $0[0] as Int } == [1, 2, 3])
        }
        #expect(seen == [1, 2, 3])
        #expect(try rows.next() == nil)
        #expect(try database.all(all) { $0[0] as Int } == [1, 2, 3])
    }

    /// A row can be read as long as it exists.
    @Test func rowKeepsItsStatement() throws {
        let row = try #require(try table().rows("SELECT a, b FROM t").next())
        #expect(row[0] as Int == 1)
        #expect(row[1] as String == "x")
    }

    /// A table that is still being read can't be dropped.
    @Test func unreadRowsAreReleased() throws {
        let database = try table()
        _ = try database.rows("SELECT a FROM t").next()
        try database.execute("DROP TABLE t")
    }

    @Test func transactionIsAtomic() throws {
        let database = try table()
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction(.immediate) {
                try database.run("DELETE FROM t")
                #expect(database.changes == 3)
                try database.run("INSERT INTO nowhere VALUES (1)")
            }
        }
        #expect(error?.message == "no such table: nowhere" && error?.kind == SQLITE_ERROR)
        #expect(try database.integer("SELECT count(*) FROM t") == 3)
        try database.transaction(.immediate) { try database.run("DELETE FROM t WHERE a = ?", 1) }
        #expect(try database.integer("SELECT count(*) FROM t") == 2)
    }

    @Test func misspeltNameIsAnError() throws {
        let database = try table()
        #expect(throws: SQLiteError.self) { try database.run("SELECT a FROM t WHERE b = \"x\"") }
        #expect(throws: SQLiteError.self) { try database.run("") }
    }

    @Test func readerDoesNotCreateAMissingFile() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "domo-none-\(UUID().uuidString)").path
        let error = #expect(throws: SQLiteError.self) { try Database(path, .readOnly) }
        #expect(error?.kind == SQLITE_CANTOPEN)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func longStatementEndsWhenItIsInterrupted() throws {
        let database = try Database(":memory:")
        // On a separate thread: all test threads may be busy, one of them with the statement to interrupt.
        let isOver = DispatchSemaphore(value: 0)
        let interrupting = Thread {
            // Repeatedly: a statement that has not started is not interrupted.
            while isOver.wait(timeout: .now() + .milliseconds(10)) == .timedOut { database.interrupt() }
        }
        interrupting.start()
        let error = #expect(throws: SQLiteError.self) {
            try database.integer(
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
            )
        }
        isOver.signal()
        #expect(error?.kind == SQLITE_INTERRUPT)
        database.close()
        // Nothing is left to interrupt.
        database.interrupt()
    }
}
