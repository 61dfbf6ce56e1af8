import Testing

@testable import DomoFleetStore

@Suite(.serialized, .postgreSQL)
struct SchemaTests {
    @Test func migrationIsAppliedOnce() throws {
        let connection = try StoreConnection(SharedServer.current.makeDatabase())
        #expect(try Schema.current.migrate(connection) == [1, 2])
        #expect(try Schema.current.migrate(connection) == [])
        try Schema.current.check(connection)
    }

    @Test func workersMigrateAtTheSameTime() throws {
        let settings = try SharedServer.current.makeDatabase()
        let more = "SELECT pg_sleep(0.2); CREATE TABLE fleet.extra (n int)"
        let slow = Schema(migrations: Schema.current.migrations + [more])
        let applied = try concurrently(4) { _ in try slow.migrate(StoreConnection(settings)) }
        #expect(applied.filter { $0 == [1, 2, 3] }.count == 1)
        #expect(applied.filter { $0 == [] }.count == 3)
        #expect(try StoreConnection(settings).count("fleet.migration") == 3)
    }

    @Test func laterMigrationsKeepTheRows() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        try FleetDirectory(connection).addTenant("Casas")
        let next = Schema(migrations: Schema.current.migrations + ["ALTER TABLE fleet.tenant ADD note text"])
        #expect(try next.migrate(connection) == [3])
        #expect(try connection.count("tenant", where: "note IS NULL") == 1)
    }

    @Test func failedMigrationChangesNothing() throws {
        let connection = try StoreConnection(SharedServer.current.makeDatabase())
        let broken = Schema(migrations: Schema.current.migrations + ["CREATE TABLE fleet.half (n int); SELECT 1/0"])
        #expect(throws: StoreFault.self) { try broken.migrate(connection) }
        #expect(try connection.run("SELECT to_regclass('fleet.half'), to_regclass('fleet.report')").text(0, 1) == nil)
        #expect(try Schema.current.migrate(connection) == [1, 2])
    }

    @Test func newerTablesAreRefused() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        try connection.run("INSERT INTO migration (version) VALUES (7)")
        let migration = #expect(throws: StoreFault.self) { try Schema.current.migrate(connection) }
        let check = #expect(throws: StoreFault.self) { try Schema.current.check(connection) }
        #expect(migration == check)
        #expect(check?.kind == .schema)
        #expect(check?.message == "the tables have version 7, which a newer domo-fleet made; this one knows version 2")
        #expect(throws: StoreFault.self) { try ReportWriter(connection) }
    }

    @Test func missingAndOldTablesAreReported() throws {
        let connection = try StoreConnection(SharedServer.current.makeDatabase())
        let missing = #expect(throws: StoreFault.self) { try Schema.current.check(connection) }
        #expect(missing?.message == "the database has no tables of domo-fleet")
        try Schema.current.migrate(connection)
        let next = Schema(migrations: Schema.current.migrations + ["SELECT 1"])
        let old = #expect(throws: StoreFault.self) { try next.check(connection) }
        #expect(old?.message == "the tables have version 2, and this program needs version 3")
    }
}
