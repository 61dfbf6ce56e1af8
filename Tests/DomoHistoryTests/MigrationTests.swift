import DomoLanguage
import DomoModel
import Foundation
import Synchronization
import Testing

@testable import DomoHistory

/// Files of earlier versions.
@Suite struct MigrationTests {
    private let refused = "not sent: connection refused"

    private func putOff(_ settings: inout History.Settings) { settings.maxOrdersMigratedAtOpen = 0 }

    @Test(arguments: 1...3) func memoryIsReadBeforeTheMigration(version: Int) async throws {
        let one = try TemporaryHistory.earlier(version: version, putOff)
        defer { one.remove() }
        #expect(one.history.load() == Fixture.memory(version: version))
        #expect(try one.rows("PRAGMA user_version") == ["\(version)"])
        one.history.migrate()
        #expect(one.history.load() == Fixture.memory(version: version))
        #expect(try one.rows("PRAGMA user_version") == ["4"])
        #expect(one.changes.list == [.migrating(from: version, to: 4), .migrated])
        #expect(one.history.view.state == .working && one.history.view.migratingFrom == nil)
    }

    @Test(arguments: 1...3) func ordersAndChangesSurviveTheMigration(version: Int) async throws {
        let one = try TemporaryHistory.earlier(version: version)
        defer { one.remove() }
        let orders = try await one.orders().sorted { $0.id < $1.id }
        #expect(orders.map(\.id) == Array(1...10))
        #expect(orders.map(\.attempts.count) == [7, 1, 1, 1, 1, 1, 1, 1, 1, 1])
        #expect(orders[0].attempts.map(\.result) == Array(repeating: refused, count: 7))
        #expect(orders[0].attempts.map(\.milliseconds) == [12, 0, 1, 1, 1, 0, 1])
        #expect(orders[0].attempts[0].time == time("2026-11-22T00:44:06.508Z"))
        #expect(orders[0].attempts[6].time == time("2026-11-22T00:44:09.289Z"))
        #expect(orders[9].attempts.map(\.result) == ["accepted"])
        #expect(
            orders.map(\.by).prefix(5) == [.user("root"), .user("root"), .user("root"), .user("root"), .scene("Noche")]
        )
        #expect(orders[9].by == .scene("Cada minuto") && orders[9].origin == .schedule)
        #expect(orders[6].action == "Hola \"ñ\"")
        let subject = Recall.Subject(path: "Casa/Salón/Luz")
        guard case .history(let page) = await one.answer(.history(subject, Period(), timeZone: nil)) else {
            throw Unexpected()
        }
        #expect(page.entries.count == 8)
        #expect(Set(page.entries.map(\.by)) == [.house, .user("root"), .scene("Noche")])
        #expect(
            try one.rows("SELECT attempt, result FROM readable_attempts WHERE number = 1")
                == (1...7).map { "\($0)|\(refused)" }
        )
        #expect(
            try one.rows("SELECT cause, cause_kind FROM readable_orders WHERE number > 8 ORDER BY number")
                == ["scene Noche|scene", "scene Cada minuto|scene"]
        )
    }

    @Test(arguments: [
        "house", "house 2", "House", "scene Noche", "scene ", "scene", "scenery", "at 23:30", "at ", "at", "atlas",
        "every 5m",
        "when Timbre on", "whenever", "root", "ana maría", "", "scene at 23:30", "Scene x",
    ])
    func aCauseIsReadAsItWasWritten(name: String) async throws {
        let rename = """
            DELETE FROM causes WHERE id > 1 AND name = '\(name)'; UPDATE causes SET name = '\(name)' WHERE id = 1;
            """
        let one = try TemporaryHistory.earlier(version: 3, adding: rename, putOff)
        defer { one.remove() }
        func cause() -> Cause? { one.history.load().readings.first { $0.element.hasSuffix("Timbre") }?.reading.cause }
        #expect(cause() == Cause(written: name))
        one.history.migrate()
        #expect(cause() == Cause(written: name))
        #expect(try one.rows("SELECT cause FROM readable_causes WHERE id = 1") == [name])
    }

    @Test(arguments: [
        ("[]", []), ("", []), ("no JSON", []), ("{}", []), ("{\"time\":1}", []), ("[1,null,\"x\",[]]", []),
        ("[{}]", [OrderRecord.Attempt(time: Timestamp(milliseconds: 1_795_308_246_508))]),
        (
            "[{\"time\":\"yesterday\",\"result\":\"x\"}]",
            [OrderRecord.Attempt(time: Timestamp(milliseconds: 1_795_308_246_508), result: "x")]
        ),
        (
            "[{\"time\":\"1969-12-31T23:59:59.999Z\",\"milliseconds\":0.25}]",
            [OrderRecord.Attempt(time: Timestamp(milliseconds: -1), milliseconds: 0.25)]
        ),
    ])
    func validAttemptsAreMigrated(text: String, attempts: [OrderRecord.Attempt]) async throws {
        let one = try TemporaryHistory.earlier(
            version: 3,
            adding: "UPDATE orders SET attempts = '\(text)' WHERE number = 1;"
        )
        defer { one.remove() }
        #expect(one.history.view.state == .working)
        #expect(try await one.orders().last?.attempts == attempts)
    }

    @Test func recordsWaitForTheMigration() async throws {
        let one = try TemporaryHistory.earlier(version: 3, adding: Fixture.orders(3000))
        defer { one.remove() }
        #expect(one.history.load().lastOrder == 4000)
        #expect(try one.rows("PRAGMA user_version") == ["3"])
        let gate = one.changes.holdMigration()
        one.history.migrate()
        #expect(await eventually { one.history.view.migratingFrom == 3 })
        let stored = Mutex<Bool?>(nil)
        one.history.persist(
            .order(OrderRecord(id: 4001, element: "A", action: "on", by: .user("x"), requested: one.clock.now))
        )
        one.history.whenStored { isStored in stored.withLock { $0 = isStored } }
        // Longer than a record waits for others.
        try await Task.sleep(for: .milliseconds(150))
        #expect(stored.withLock { $0 } == nil)
        #expect(one.history.view.waiting == 1)
        gate.signal()
        #expect(await eventually { stored.withLock { $0 } == true })
        #expect(one.history.view.migratingFrom == nil)
        #expect(one.history.view.state == .working)
        #expect(try one.rows("PRAGMA user_version") == ["4"])
        #expect(try one.rows("SELECT count(*) FROM orders") == ["3011"])
        #expect(try one.rows("SELECT count(*) FROM attempts") == ["6016"])
    }

    /// While it is migrated, the log grows to the size of all orders.
    @Test func theLogIsEmptyAfterTheMigration() async throws {
        let one = try TemporaryHistory.earlier(version: 3, adding: Fixture.orders(3000))
        defer { one.remove() }
        one.history.migrate()
        #expect(await eventually { one.changes.list.contains(.migrated) })
        #expect(FileIdentity.size(one.file + "-wal") == 0)
    }

    @Test(arguments: [
        (2, 10, true), (3, 10, false), (1, 1024, true), (1, 1025, false), (2, 512, true), (2, 513, false), (0, 0, true),
    ])
    func aFileOfManyOrLongOrdersTakesLongToMigrate(count: Int, length: Int, isShort: Bool) throws {
        let database = try Database(":memory:")
        try database.execute("CREATE TABLE orders (attempts)")
        for _ in 0..<count {
            try database.run("INSERT INTO orders VALUES (?)", String(repeating: "x", count: length))
        }
        #expect(try Schema.isMigrationShort(database, from: 3, maxOrders: 2) == isShort)
        #expect(try Schema.isMigrationShort(database, from: 4, maxOrders: 2))
    }

    @Test(arguments: ["a record", "a question", "the end"])
    func anyUseOfTheTablesMigratesThem(what: String) async throws {
        let one = try TemporaryHistory.earlier(version: 3, putOff)
        defer { one.remove() }
        #expect(one.history.load() == Fixture.memory(version: 3))
        switch what {
        case "a record":
            one.reading("A", .on)
            #expect(await eventually { one.history.view.waiting == 0 })
        case "a question": #expect(try await one.orders(last: 1).map(\.id) == [10])
        default:
            one.reading("A", .on)
            one.history.close()
        }
        #expect(try one.rows("PRAGMA user_version") == ["4"])
        if what != "a question" { #expect(try one.rows("SELECT count(*) FROM elements") == ["5"]) }
    }

    @Test func failedMigrationChangesNothingAndIsRetried() async throws {
        let one = try TemporaryHistory.earlier(version: 3, adding: "CREATE TABLE attempts (a);", putOff)
        defer { one.remove() }
        #expect(one.history.load() == Fixture.memory(version: 3))
        one.reading("A", .on)
        #expect(await one.isStored() == false)
        #expect(one.history.view.state == .failing)
        #expect(one.history.view.problem?.contains("attempts already exists") == true)
        #expect(try one.rows("PRAGMA user_version") == ["3"])
        #expect(try one.rows("SELECT count(*), max(length(attempts)) > 100 FROM orders") == ["10|1"])
        // The writer tries again meanwhile, and locks the file for a moment.
        try change(one.file, "DROP TABLE attempts")
        #expect(await eventually { one.history.view.state == .working })
        #expect(await one.isStored())
        #expect(try one.rows("SELECT count(*) FROM elements") == ["5"])
        #expect(try await one.orders().count == 10)
    }

    @Test(arguments: 1...3, [false, true])
    func aCopyOfAnEarlierVersionIsRestored(version: Int, intoEarlier: Bool) async throws {
        let one = intoEarlier ? try TemporaryHistory.earlier(version: 3, putOff) : TemporaryHistory()
        defer { one.remove() }
        let data = try Fixture.databaseBytes(version: version)
        guard case .transfer(let begin) = await one.answer(.restore(.begin)) else { throw Unexpected() }
        for offset in stride(from: 0, to: data.count, by: 40_000) {
            let part = data.subdata(in: offset..<min(data.count, offset + 40_000)).base64EncodedString()
            let step = RestoreStep.write(token: begin.token, offset: offset, data: part)
            guard case .transfer = await one.answer(.restore(step)) else { throw Unexpected() }
        }
        let end = await one.answer(.restore(.end(token: begin.token)))
        guard case .transfer(let report) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(report.kept != nil)
        #expect(try one.rows("PRAGMA user_version") == ["4"])
        #expect(try await one.orders().last?.attempts.count == 7)
        var expected = Fixture.memory(version: intoEarlier ? 3 : version)
        expected.lastOrder = 10
        #expect(await one.isStored())
        #expect(one.history.load() == expected)
        #expect(one.files.filter { $0.contains("under-way") } == [])
    }

    @Test func copyWithoutFreeOrderNumbersIsRefused() throws {
        let one = try TemporaryHistory.earlier(version: 3)
        defer { one.remove() }
        one.history.close()
        try change(one.file, "UPDATE orders SET number = \(1 << 62) WHERE number = 10")
        try Schema.verify(try Database(one.file))
        try change(one.file, "UPDATE orders SET number = \(Int64.max) WHERE number = 9")
        #expect(throws: Problem.numbers) { try Schema.verify(try Database(one.file)) }
        let two = one.reopened()
        #expect(two.history.load().lastOrder == 1 << 62)
        two.history.close()
    }
}
