import DomoLanguage
import DomoModel
import Foundation
import Synchronization
import Testing

@testable import DomoHistory

/// A file of the current version, opened with a schema of the next one.
@Suite struct MigrationTests {
    private func putOff(_ settings: inout History.Settings) { settings.maxOrdersMigratedAtOpen = 0 }

    @Test func memoryIsReadBeforeTheMigration() async throws {
        let one = try await TemporaryHistory.earlier(putOff)
        defer { one.remove() }
        #expect(one.history.load() == Fixture.memory)
        #expect(try one.rows("PRAGMA user_version") == [Fixture.version])
        one.history.migrate()
        #expect(one.history.load() == Fixture.memory)
        #expect(try one.rows("PRAGMA user_version") == [Fixture.nextVersion])
        #expect(try one.rows("SELECT DISTINCT room FROM orders") == ["none"])
        #expect(try await one.orders() == [Fixture.order])
        #expect(one.changes.list == [.migrating(from: Schema().version, to: Fixture.next.version), .migrated])
        #expect(one.history.view.state == .working && one.history.view.migratingFrom == nil)
    }

    @Test func newFileHasTheNewestTables() throws {
        let one = TemporaryHistory { $0.schema = Fixture.next }
        defer { one.remove() }
        #expect(one.history.view.state == .working)
        #expect(try one.rows("PRAGMA user_version") == [Fixture.nextVersion])
        #expect(try one.rows("SELECT count(room) FROM orders") == ["0"])
    }

    @Test func recordsWaitForTheMigration() async throws {
        let one = try await TemporaryHistory.earlier(adding: Fixture.orders(3000))
        defer { one.remove() }
        #expect(one.history.load().lastOrder == 4000)
        #expect(try one.rows("PRAGMA user_version") == [Fixture.version])
        let gate = one.changes.holdMigration()
        one.history.migrate()
        #expect(await eventually { one.history.view.migratingFrom == Schema().version })
        let stored = Mutex<(isStored: Bool, isMigrated: Bool)?>(nil)
        one.history.persist(
            .order(OrderRecord(id: 4001, element: "A", action: "on", by: .user("x"), requested: one.clock.now))
        )
        let changes = one.changes
        one.history.whenStored { isStored in stored.withLock { $0 = (isStored, changes.list.contains(.migrated)) } }
        #expect(one.history.view.waiting == 1)
        gate.signal()
        #expect(await eventually { stored.withLock { $0 } != nil })
        #expect(stored.withLock { $0 }?.isStored == true)
        #expect(stored.withLock { $0 }?.isMigrated == true)
        #expect(one.history.view.migratingFrom == nil)
        #expect(one.history.view.state == .working)
        #expect(try one.rows("PRAGMA user_version") == [Fixture.nextVersion])
        #expect(try one.rows("SELECT count(*) FROM orders") == ["3002"])
    }

    /// While it is migrated, the log grows to the size of all orders.
    @Test func theLogIsEmptyAfterTheMigration() async throws {
        let one = try await TemporaryHistory.earlier(adding: Fixture.orders(3000))
        defer { one.remove() }
        one.history.migrate()
        #expect(await eventually { one.changes.list.contains(.migrated) })
        #expect(FileIdentity.size(one.file + "-wal") == 0)
    }

    @Test(arguments: [(2, true), (3, false), (0, true)])
    func aFileOfManyOrdersTakesLongToMigrate(count: Int, isShort: Bool) throws {
        let database = try Database(":memory:")
        try database.execute("CREATE TABLE orders (number); CREATE TABLE changes (number)")
        for number in 0..<count { try database.run("INSERT INTO orders VALUES (?)", number) }
        #expect(try Schema.isMigrationShort(database, maxOrders: 2) == isShort)
    }

    @Test(arguments: ["a record", "a question", "the end"])
    func anyUseOfTheTablesMigratesThem(what: String) async throws {
        let one = try await TemporaryHistory.earlier(putOff)
        defer { one.remove() }
        #expect(one.history.load() == Fixture.memory)
        switch what {
        case "a record":
            one.reading("A", .on)
            #expect(await eventually { one.history.view.waiting == 0 })
        case "a question": #expect(try await one.orders(last: 1).map(\.id) == [10])
        default:
            one.reading("A", .on)
            one.history.close()
        }
        #expect(try one.rows("PRAGMA user_version") == [Fixture.nextVersion])
        if what != "a question" { #expect(try one.rows("SELECT path FROM elements").contains("A")) }
    }

    @Test func failedMigrationChangesNothingAndIsRetried() async throws {
        let one = try await TemporaryHistory.earlier(adding: "CREATE TABLE rooms (a);", putOff)
        defer { one.remove() }
        #expect(one.history.load() == Fixture.memory)
        one.reading("A", .on)
        #expect(await one.isStored() == false)
        #expect(one.history.view.state == .failing)
        #expect(one.history.view.problem?.contains("rooms already exists") == true)
        #expect(try one.rows("PRAGMA user_version") == [Fixture.version])
        #expect(try one.rows("SELECT count(*) FROM pragma_table_info('orders') WHERE name = 'room'") == ["0"])
        // The writer tries again meanwhile, and locks the file for a moment.
        try change(one.file, "DROP TABLE rooms")
        #expect(await eventually { one.history.view.state == .working })
        #expect(await one.isStored())
        #expect(try one.rows("SELECT path FROM elements").contains("A"))
        #expect(try await one.orders() == [Fixture.order])
    }

    @Test(arguments: [false, true]) func aCopyOfAnEarlierVersionIsRestored(intoEarlier: Bool) async throws {
        let other = try await TemporaryHistory.earlier(adding: "UPDATE orders SET number = 20;", putOff)
        other.history.close()
        let data = try Data(contentsOf: URL(fileURLWithPath: other.file))
        other.remove()
        let one =
            intoEarlier
            ? try await TemporaryHistory.earlier(putOff) : TemporaryHistory { $0.schema = Fixture.next }
        defer { one.remove() }
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
        #expect(try one.rows("PRAGMA user_version") == [Fixture.nextVersion])
        #expect(try one.rows("SELECT number, room FROM orders") == ["20|none"])
        var expected = Fixture.memory
        expected.lastOrder = 20
        #expect(await one.isStored())
        #expect(one.history.load() == expected)
        #expect(one.files.filter { $0.contains("under-way") } == [])
    }

    @Test func copyWithoutFreeOrderNumbersIsRefused() async throws {
        let one = try await TemporaryHistory.earlier(adding: Fixture.orders(1))
        defer { one.remove() }
        one.history.close()
        try change(one.file, "UPDATE orders SET number = \(1 << 62) WHERE number = 1001")
        try Fixture.next.verify(try Database(one.file))
        try change(one.file, "UPDATE orders SET number = \(Int64.max) WHERE number = 10")
        #expect(throws: Problem.numbers) { try Fixture.next.verify(try Database(one.file)) }
        let two = one.reopened()
        #expect(two.history.load().lastOrder == 1 << 62)
        two.history.close()
    }
}
