import DomoFleet
import Testing

@testable import DomoFleetStore

@Suite(.serialized, .postgreSQL)
struct SchemaTests {
    @Test func migrationIsAppliedOnce() throws {
        let connection = try StoreConnection(SharedServer.current.makeDatabase())
        #expect(try Schema.current.migrate(connection) == [1, 2, 3])
        #expect(try Schema.current.migrate(connection) == [])
        try Schema.current.check(connection)
    }

    @Test func workersMigrateAtTheSameTime() throws {
        let settings = try SharedServer.current.makeDatabase()
        let more = "SELECT pg_sleep(0.2); CREATE TABLE fleet.extra (n int)"
        let slow = Schema(migrations: Schema.current.migrations + [more])
        let applied = try concurrently(4) { _ in try slow.migrate(StoreConnection(settings)) }
        #expect(applied.filter { $0 == [1, 2, 3, 4] }.count == 1)
        #expect(applied.filter { $0 == [] }.count == 3)
        #expect(try StoreConnection(settings).count("fleet.migration") == 4)
    }

    @Test func laterMigrationsKeepTheRows() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        try FleetDirectory(connection).addTenant("Casas")
        let next = Schema(migrations: Schema.current.migrations + ["ALTER TABLE fleet.tenant ADD note text"])
        #expect(try next.migrate(connection) == [4])
        #expect(try connection.count("tenant", where: "note IS NULL") == 1)
    }

    @Test func failedMigrationChangesNothing() throws {
        let connection = try StoreConnection(SharedServer.current.makeDatabase())
        let broken = Schema(migrations: Schema.current.migrations + ["CREATE TABLE fleet.half (n int); SELECT 1/0"])
        #expect(throws: StoreFault.self) { try broken.migrate(connection) }
        #expect(try connection.run("SELECT to_regclass('fleet.half'), to_regclass('fleet.report')").text(0, 1) == nil)
        #expect(try Schema.current.migrate(connection) == [1, 2, 3])
    }

    @Test func newerTablesAreRefused() throws {
        let connection = try StoreConnection.prepared(SharedServer.current.makeDatabase())
        try connection.run("INSERT INTO migration (version) VALUES (7)")
        let migration = #expect(throws: StoreFault.self) { try Schema.current.migrate(connection) }
        let check = #expect(throws: StoreFault.self) { try Schema.current.check(connection) }
        #expect(migration == check)
        #expect(check?.kind == .schema)
        #expect(check?.message == "the tables have version 7, which a newer domo-fleet made; this one knows version 3")
        #expect(throws: StoreFault.self) { try ReportWriter(connection) }
    }

    @Test func missingAndOldTablesAreReported() throws {
        let connection = try StoreConnection(SharedServer.current.makeDatabase())
        let missing = #expect(throws: StoreFault.self) { try Schema.current.check(connection) }
        #expect(missing?.message == "the database has no tables of domo-fleet")
        try Schema.current.migrate(connection)
        let next = Schema(migrations: Schema.current.migrations + ["SELECT 1"])
        let old = #expect(throws: StoreFault.self) { try next.check(connection) }
        #expect(old?.message == "the tables have version 3, and this program needs version 4")
    }

    /// The tables of the release before, with rows.
    @Test func olderTablesGetTheDaysOfHouses() throws {
        let connection = try StoreConnection(SharedServer.current.makeDatabase())
        #expect(try Schema(migrations: Array(Schema.current.migrations.prefix(2))).migrate(connection) == [1, 2])
        try connection.run(
            script: """
                INSERT INTO source (house, database) VALUES ('\(houseName(1))', '0123456789abcdef');
                INSERT INTO gap (source, first, last, records, part, reason) VALUES (1, 1, 2, 3, 'readings', 'lost');
                CREATE ROLE "the page"; CREATE ROLE other; GRANT SELECT ON ALL TABLES IN SCHEMA fleet TO "the page"
                """
        )
        #expect(throws: StoreFault.self) { try ReportWriter(connection) }
        #expect(try Schema.current.migrate(connection) == [3])
        let rights = try connection.run(
            "SELECT has_table_privilege('the page', 'house_day', 'SELECT'), has_table_privilege('other', 'house_day', 'SELECT')"
        )
        #expect(rights.bool(0, 0) == true && rights.bool(0, 1) == false)
        #expect(try ReportWriter(connection).write([delivery(1, report())]).new == 20)
        let house = try #require(HouseID(houseName(1)))
        #expect(try FleetLosses(connection).gaps(in: house).map(\.records) == [3])
        // The database was known before.
        #expect(try connection.run("SELECT records, databases FROM house_day").integer(0, 1) == 0)
    }
}
