import DomoModel

/// The tables, and the version of the tables in a file.
enum Schema {
    /// In the file's header (`PRAGMA application_id`): "domo" in ASCII.
    static let application = 0x646F_6D6F
    /// In the file's header (`PRAGMA user_version`): incremented with each change of the tables.
    static var version: Int { steps.count }

    /// Checks that the file belongs to domo, before anything in it is changed.
    ///
    /// - Returns: the version of its tables; 0 for an empty file.
    static func version(of database: Database) throws -> Int {
        let application = Int(try database.integer("PRAGMA application_id") ?? 0)
        let version = Int(try database.integer("PRAGMA user_version") ?? 0)
        let tables = try database.integer("SELECT count(*) FROM sqlite_master") ?? 0
        if application == 0, version == 0, tables == 0 { return 0 }
        guard application == Self.application, version > 0 else { throw Problem.foreign }
        guard version <= Self.version else { throw Problem.newer(version: version) }
        return version
    }

    /// Prepares a connection for writing, and creates the tables in a new file.
    ///
    /// - Returns: the version of its tables, which may be an earlier one.
    static func prepare(_ database: Database) throws -> Int {
        let found = try version(of: database)
        if found == 0 {
            // Before the first table: later it would need a VACUUM.
            try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
        }
        try database.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            PRAGMA wal_autocheckpoint = 0;
            PRAGMA journal_size_limit = 8388608;
            PRAGMA cache_size = -8192;
            PRAGMA trusted_schema = OFF;
            """
        )
        if found == version { try addTypes(to: database) }
        guard found == 0 else { return found }
        try migrate(database)
        return version
    }

    /// Adds the types of newer versions of domo, which are only rows and don't change the version of the tables.
    private static func addTypes(to database: Database) throws {
        let known = try Set(database.all("SELECT id FROM types") { $0[0] as Int })
        for type in FacetType.allCases where !known.contains(type.number) {
            try database.run("INSERT INTO types VALUES (?, ?)", type.number, type.word)
        }
    }

    /// Migrates the tables of an earlier version in one transaction: if it is interrupted, nothing has changed.
    static func migrate(_ database: Database) throws {
        try database.transaction(.immediate) {
            let found = try version(of: database)
            guard found < version else { return }
            for step in steps[found...] { try database.execute(step) }
            try addTypes(to: database)
            try database.execute("PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
        }
    }
}
