extension Schema {
    /// The tables of the first released version. They never change: newer versions add a step.
    static let tables = """
        CREATE TABLE elements (
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL UNIQUE
        );
        CREATE TABLE causes (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            UNIQUE (kind, name)
        );
        CREATE TABLE types (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL
        );
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
            stage TEXT NOT NULL,
            reached INTEGER NOT NULL,
            accepted_after REAL,
            confirmed_after REAL,
            observed TEXT,
            problem TEXT,
            followed_by INTEGER,
            PRIMARY KEY (number, requested)
        ) WITHOUT ROWID;
        CREATE INDEX orders_by_time ON orders (requested);
        CREATE INDEX orders_by_element ON orders (element, requested);
        CREATE INDEX orders_under_way ON orders (stage) WHERE stage IN ('requested', 'sent');
        CREATE TABLE attempts (
            number INTEGER NOT NULL,
            requested INTEGER NOT NULL,
            position INTEGER NOT NULL,
            time INTEGER NOT NULL,
            milliseconds REAL,
            result TEXT,
            PRIMARY KEY (number, requested, position)
        ) WITHOUT ROWID;
        -- The last run of each scene.
        CREATE TABLE scenes (
            name TEXT PRIMARY KEY,
            cause INTEGER NOT NULL,
            started INTEGER NOT NULL,
            ended INTEGER,
            outcome TEXT,
            failed INTEGER NOT NULL,
            message TEXT
        ) WITHOUT ROWID;
        -- The last heartbeat of the daemon, in one row.
        CREATE TABLE alive (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            time INTEGER NOT NULL
        );

        """

    /// For use in the SQLite shell.
    static let views = """
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
