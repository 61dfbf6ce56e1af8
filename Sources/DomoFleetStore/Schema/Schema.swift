/// The tables, all in the schema `fleet` of a database. They change only by migrations, which are never edited after a
/// release.
public struct Schema: Sendable {
    /// The script of each version, from 1 on.
    var migrations: [String]

    public static let current = Schema(migrations: [Schema.first + Schema.people, Schema.second, Schema.third])

    /// The version that this program knows.
    var version: Int { migrations.count }

    /// Keys of advisory locks; any program in the same database can use these, so they contain the letters of domo.
    enum Lock: Int64 {
        case migration = 0x646F_6D6F_0001
        case housekeeping = 0x646F_6D6F_0002
        case presence = 0x646F_6D6F_0003
    }

    /// Times before 2020, in milliseconds since 1970: there was no domo, so the clock of the house was wrong.
    static let firstPlausibleTime: Int64 = 1_577_836_800_000

    /// Checks the schema without changing it, for programs that only read.
    public func check(_ connection: StoreConnection) throws(StoreFault) {
        let exists = try connection.run("SELECT to_regclass('fleet.migration') IS NOT NULL")
        guard exists.bool(0, 0) == true else {
            throw StoreFault(
                .schema,
                "the database has no tables of domo-fleet",
                hint: "start domo-fleet store once, which makes them"
            )
        }
        let found = try Int(connection.run("SELECT coalesce(max(version), 0) FROM fleet.migration").integer(0, 0) ?? 0)
        guard found <= version else { throw newer(found) }
        guard found == version else {
            throw StoreFault(
                .schema,
                "the tables have version \(found), and this program needs version \(version)",
                hint: "start this version of domo-fleet store once, which changes them"
            )
        }
    }

    private func newer(_ found: Int) -> StoreFault {
        StoreFault(
            .schema,
            "the tables have version \(found), which a newer domo-fleet made; this one knows version \(version)",
            hint: "install that version of domo-fleet"
        )
    }

    /// Brings the tables to the current version, in one transaction. Several workers may do this at once: one works, and
    /// the others wait for it.
    /// - Returns: the versions that were applied.
    @discardableResult
    public func migrate(
        _ connection: StoreConnection,
        atMost timeout: Duration = .seconds(600)
    ) throws(StoreFault) -> [Int] {
        try connection.transaction { () throws(StoreFault) in
            try connection.run("SET LOCAL statement_timeout = \(StoreConnection.milliseconds(timeout))")
            try connection.run(
                "SELECT pg_advisory_xact_lock($1)",
                [.integer(Lock.migration.rawValue)],
                atMost: timeout
            )
            try connection.run(
                script: """
                    CREATE SCHEMA IF NOT EXISTS fleet;
                    CREATE TABLE IF NOT EXISTS fleet.migration (
                        version int PRIMARY KEY,
                        applied timestamptz NOT NULL DEFAULT now()
                    );
                    """
            )
            let rows = try connection.run("SELECT coalesce(max(version), 0) FROM fleet.migration")
            let found = Int(rows.integer(0, 0) ?? 0)
            guard found <= version else { throw newer(found) }
            for (index, script) in migrations.enumerated().dropFirst(found) {
                try connection.run(script: script, atMost: timeout)
                try connection.run("INSERT INTO fleet.migration (version) VALUES ($1)", [.integer(Int64(index + 1))])
            }
            return Array((found + 1)..<(version + 1))
        }
    }
}
