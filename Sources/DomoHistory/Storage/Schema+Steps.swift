extension Schema {
    /// The migration steps, each from one version to the next. A released step never changes.
    static let steps = [tables + views, scenes, alive, kindsAndAttempts + readableViews]

    // The versions that introduced them.

    static let scenesVersion = 2
    static let aliveVersion = 3
    static let kindsVersion = 4
    static let attemptsVersion = 4

    /// Whether migrating from a version takes less than about 100 ms. It takes 5 µs for each order with one attempt on
    /// a machine of 2024, and up to ten times as long on a small one. Changes are not touched.
    static func isMigrationShort(_ database: Database, from version: Int, maxOrders: Int) throws -> Bool {
        guard version < attemptsVersion else { return true }
        let count = "SELECT count(*), total(length(attempts)) FROM (SELECT attempts FROM orders LIMIT ?)"
        let isShort = try database.first(count, maxOrders + 1) { row in
            (row[0] as Int) <= maxOrders && (row[1] as Double) <= Double(maxOrders) * 512
        }
        return isShort ?? true
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

    /// For use in the SQLite shell.
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

    /// The last heartbeat of the daemon, in one row.
    private static let alive = """
        CREATE TABLE alive (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            time INTEGER NOT NULL
        );
        """

    /// Causes with their kind, and each attempt of an order in its own row, which is written once when it begins and
    /// once when it ends. Earlier versions stored attempts as JSON in a column of `orders`.
    private static let kindsAndAttempts = """
        DROP VIEW readable_changes;
        DROP VIEW readable_orders;
        DROP VIEW readable_scenes;
        CREATE TABLE causes_with_kind (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            UNIQUE (kind, name)
        );
        INSERT INTO causes_with_kind
            SELECT id, kind, CASE kind WHEN 'house' THEN '' WHEN 'scene' THEN substr(name, 7) ELSE name END
            FROM (
                SELECT id, name, CASE
                    WHEN name = 'house' THEN 'house'
                    WHEN name GLOB 'scene *' THEN 'scene'
                    WHEN name GLOB 'at *' OR name GLOB 'every *' OR name GLOB 'when *' THEN 'trigger'
                    ELSE 'user' END AS kind
                FROM causes
            );
        DROP TABLE causes;
        ALTER TABLE causes_with_kind RENAME TO causes;
        CREATE TABLE attempts (
            number INTEGER NOT NULL,
            requested INTEGER NOT NULL,
            position INTEGER NOT NULL,
            time INTEGER NOT NULL,
            milliseconds REAL,
            result TEXT,
            PRIMARY KEY (number, requested, position)
        ) WITHOUT ROWID;
        INSERT INTO attempts
            SELECT number, requested, position, coalesce(
                    CASE WHEN at LIKE '____-__-__T__:__:__.___Z' THEN strftime('%s', at) * 1000 + substr(at, 21, 3) END,
                    requested
                ), CAST(milliseconds AS REAL), CAST(result AS TEXT)
            FROM (
                SELECT number, requested, attempt.key AS position, json_extract(attempt.value, '$.time') AS at,
                    json_extract(attempt.value, '$.milliseconds') AS milliseconds,
                    json_extract(attempt.value, '$.result') AS result
                FROM orders CROSS JOIN json_each(
                    CASE WHEN json_valid(attempts) THEN CASE json_type(attempts) WHEN 'array' THEN attempts END END
                ) AS attempt
                WHERE attempts <> '[]' AND attempt.type = 'object'
            );
        ALTER TABLE orders DROP COLUMN attempts;
        ALTER TABLE orders ADD COLUMN followed_by INTEGER;

        """

    /// For use in the SQLite shell.
    private static let readableViews = """
        CREATE VIEW readable_causes AS
            SELECT id, kind,
                CASE kind WHEN 'house' THEN 'house' WHEN 'scene' THEN 'scene ' || name ELSE name END AS cause
            FROM causes;
        CREATE VIEW readable_changes AS
            SELECT strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch') AS at, path, types.name AS type,
                CASE WHEN types.id = 1 THEN CASE number WHEN 0 THEN 'off' WHEN 1 THEN 'on' END
                    ELSE coalesce(text, number) END AS value,
                certainties.name AS certainty, readable_causes.cause, kind AS cause_kind
            FROM changes JOIN elements ON elements.id = element JOIN types ON types.id = type
                JOIN certainties ON certainties.id = certainty
                JOIN readable_causes ON readable_causes.id = changes.cause;
        CREATE VIEW readable_orders AS
            SELECT number, strftime('%Y-%m-%dT%H:%M:%fZ', requested / 1000.0, 'unixepoch') AS at, path, action,
                readable_causes.cause, kind AS cause_kind, origin, stage, accepted_after, confirmed_after, observed,
                problem, followed_by, signal
            FROM orders JOIN elements ON elements.id = element
                JOIN readable_causes ON readable_causes.id = orders.cause;
        CREATE VIEW readable_attempts AS
            SELECT number, position + 1 AS attempt,
                strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch') AS at, path, action, milliseconds, result
            FROM attempts JOIN orders USING (number, requested) JOIN elements ON elements.id = element;
        CREATE VIEW readable_scenes AS
            SELECT scenes.name, strftime('%Y-%m-%dT%H:%M:%fZ', started / 1000.0, 'unixepoch') AS began,
                strftime('%Y-%m-%dT%H:%M:%fZ', ended / 1000.0, 'unixepoch') AS ended, readable_causes.cause,
                kind AS cause_kind, outcome, failed, message
            FROM scenes JOIN readable_causes ON readable_causes.id = scenes.cause;
        """
}
