import GRDB

/// The tables, and how a file is known to hold them.
enum Schema {
    /// In the file's header (`PRAGMA application_id`): "domo" in ASCII.
    static let application = 0x646F_6D6F
    /// In the file's header (`PRAGMA user_version`): counted up with each change of the tables.
    static var version: Int { steps.count }

    /// What makes each version of the tables out of the one before it.
    static let steps = [tables + views, scenes, alive]

    /// Looks whether the file is domo's, before anything in it is changed.
    ///
    /// - Returns: the version of its tables; 0 where there is nothing in it yet.
    static func version(of database: Database) throws -> Int {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        if application == 0, version == 0, tables == 0 { return 0 }
        guard application == Self.application, version > 0 else { throw Problem.foreign }
        guard version <= Self.version else { throw Problem.newer(version: version) }
        return version
    }

    /// Readies a connection that writes; makes the tables where there are none, and brings old ones up to date.
    static func prepare(_ database: Database) throws {
        let found = try version(of: database)
        if found == 0 {
            // Before the first table, or it would take a VACUUM.
            try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
        }
        try database.execute(
            sql: """
                PRAGMA journal_mode = WAL;
                PRAGMA synchronous = NORMAL;
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA journal_size_limit = 8388608;
                PRAGMA cache_size = -8192;
                PRAGMA trusted_schema = OFF;
                """
        )
        guard found < version else { return }
        try database.inTransaction(.immediate) {
            for step in steps[found...] { try database.execute(sql: step) }
            try database.execute(sql: "PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
            return .commit
        }
    }

    /// Looks through a database that somebody brings.
    ///
    /// - Throws: `Problem`, or `DatabaseError` where it is damaged.
    static func verify(_ database: Database) throws {
        let version = try version(of: database)
        guard version > 0 else { throw Problem.foreign }
        let result = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        guard result == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: result) }
        // What is carried out by itself could do anything; what lacks a table is of no use.
        let parts = "SELECT type || ' ' || name FROM sqlite_master WHERE type <> 'index'"
        let found = Set(try String.fetchAll(database, sql: parts))
        let own = try DatabaseQueue()
        let expected = try own.inDatabase { own in
            for step in steps[..<version] { try own.execute(sql: step) }
            return Set(try String.fetchAll(own, sql: parts))
        }
        guard found == expected else { throw Problem.foreign }
        try verifyTimes(database, version: version)
    }

    private static let tables = """
        CREATE TABLE elements (
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL UNIQUE
        );
        CREATE TABLE causes (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
        );
        CREATE TABLE types (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL
        );
        INSERT INTO types VALUES (1, 'binary'), (2, 'regulable'), (3, 'bidirectional'), (4, 'value');
        CREATE TABLE certainties (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL
        );
        INSERT INTO certainties VALUES (0, 'unknown'), (1, 'assumed'), (2, 'confirmed');
        CREATE TABLE current (
            element INTEGER NOT NULL,
            type INTEGER NOT NULL,
            number REAL,
            text TEXT,
            certainty INTEGER NOT NULL,
            since INTEGER NOT NULL,
            cause INTEGER NOT NULL,
            PRIMARY KEY (element, type)
        ) WITHOUT ROWID;
        CREATE TABLE changes (
            element INTEGER NOT NULL,
            type INTEGER NOT NULL,
            time INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            number REAL,
            text TEXT,
            certainty INTEGER NOT NULL,
            cause INTEGER NOT NULL,
            PRIMARY KEY (element, type, time, sequence)
        ) WITHOUT ROWID;
        CREATE INDEX changes_by_time ON changes (time);
        CREATE TABLE summaries (
            element INTEGER NOT NULL,
            type INTEGER NOT NULL,
            start INTEGER NOT NULL,
            seconds INTEGER NOT NULL,
            changes INTEGER NOT NULL,
            minimum REAL NOT NULL,
            mean REAL NOT NULL,
            maximum REAL NOT NULL,
            last REAL NOT NULL,
            known INTEGER NOT NULL,
            certainty INTEGER NOT NULL,
            cause INTEGER NOT NULL,
            PRIMARY KEY (element, type, start, seconds)
        ) WITHOUT ROWID;
        CREATE INDEX summaries_by_start ON summaries (start);
        CREATE TABLE orders (
            number INTEGER NOT NULL,
            requested INTEGER NOT NULL,
            element INTEGER NOT NULL,
            type TEXT,
            action TEXT NOT NULL,
            cause INTEGER NOT NULL,
            origin TEXT NOT NULL,
            signal TEXT,
            attempts TEXT NOT NULL,
            stage TEXT NOT NULL,
            reached INTEGER NOT NULL,
            accepted_after REAL,
            confirmed_after REAL,
            observed TEXT,
            problem TEXT,
            PRIMARY KEY (number, requested)
        ) WITHOUT ROWID;
        CREATE INDEX orders_by_time ON orders (requested);
        CREATE INDEX orders_by_element ON orders (element, requested);
        CREATE INDEX orders_under_way ON orders (stage) WHERE stage IN ('requested', 'sent');

        """

    /// For people with a shell of SQLite.
    private static let views = """
        CREATE VIEW readable_changes AS
            SELECT strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch') AS at, path, types.name AS type,
                CASE WHEN types.id = 1 THEN CASE number WHEN 0 THEN 'off' WHEN 1 THEN 'on' END
                    ELSE coalesce(text, number) END AS value,
                certainties.name AS certainty, causes.name AS cause
            FROM changes JOIN elements ON elements.id = element JOIN types ON types.id = type
                JOIN certainties ON certainties.id = certainty JOIN causes ON causes.id = cause;
        CREATE VIEW readable_orders AS
            SELECT number, strftime('%Y-%m-%dT%H:%M:%fZ', requested / 1000.0, 'unixepoch') AS at, path, action,
                causes.name AS cause, origin, stage, accepted_after, confirmed_after, observed, problem, signal
            FROM orders JOIN elements ON elements.id = element JOIN causes ON causes.id = cause;
        """

    /// The last run of each scene.
    private static let scenes = """
        CREATE TABLE scenes (
            name TEXT PRIMARY KEY,
            cause INTEGER NOT NULL,
            started INTEGER NOT NULL,
            ended INTEGER,
            outcome TEXT,
            failed INTEGER NOT NULL,
            message TEXT
        ) WITHOUT ROWID;
        CREATE VIEW readable_scenes AS
            SELECT scenes.name, strftime('%Y-%m-%dT%H:%M:%fZ', started / 1000.0, 'unixepoch') AS began,
                strftime('%Y-%m-%dT%H:%M:%fZ', ended / 1000.0, 'unixepoch') AS ended, causes.name AS cause, outcome,
                failed, message
            FROM scenes JOIN causes ON causes.id = cause;
        """

    /// Until when the daemon is known to have run, in one row.
    private static let alive = """
        CREATE TABLE alive (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            time INTEGER NOT NULL
        );
        """
}
