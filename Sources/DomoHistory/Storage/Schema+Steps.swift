extension Schema {
    /// The released migration steps; the first leads from version 4 to 5.
    static let released = [sizes + log, records, identities, failures]

    /// The number of bytes that the records of each element take, by triggers: whatever writes or deletes a row, it is
    /// counted in the same transaction. The constants are the parts of a row that do not vary, with its index entries.
    private static let sizes = """
        CREATE TABLE sizes (
            element INTEGER NOT NULL,
            -- 0: changes and summaries, 1: orders and attempts.
            part INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            PRIMARY KEY (element, part)
        ) WITHOUT ROWID;
        INSERT INTO sizes
            SELECT id, 0,
                (SELECT coalesce(sum(\(change("changes"))), 0) FROM changes WHERE element = id)
                + \(summary) * (SELECT count(*) FROM summaries WHERE element = id)
            FROM elements;
        INSERT INTO sizes
            SELECT id, 1,
                (SELECT coalesce(sum(\(order("orders"))), 0) FROM orders WHERE element = id)
                + \(attempt) * (SELECT count(*) FROM orders JOIN attempts USING (number, requested) WHERE element = id)
            FROM elements;
        CREATE TRIGGER element_added AFTER INSERT ON elements BEGIN
            INSERT INTO sizes VALUES (new.id, 0, 0), (new.id, 1, 0);
        END;
        CREATE TRIGGER change_added AFTER INSERT ON changes BEGIN
            UPDATE sizes SET bytes = bytes + \(change("new")) WHERE element = new.element AND part = 0;
        END;
        CREATE TRIGGER change_removed AFTER DELETE ON changes BEGIN
            UPDATE sizes SET bytes = bytes - (\(change("old"))) WHERE element = old.element AND part = 0;
        END;
        CREATE TRIGGER summary_added AFTER INSERT ON summaries BEGIN
            UPDATE sizes SET bytes = bytes + \(summary) WHERE element = new.element AND part = 0;
        END;
        CREATE TRIGGER summary_removed AFTER DELETE ON summaries BEGIN
            UPDATE sizes SET bytes = bytes - \(summary) WHERE element = old.element AND part = 0;
        END;
        CREATE TRIGGER order_added AFTER INSERT ON orders BEGIN
            UPDATE sizes SET bytes = bytes + \(order("new")) WHERE element = new.element AND part = 1;
        END;
        CREATE TRIGGER order_changed AFTER UPDATE ON orders BEGIN
            UPDATE sizes SET bytes = bytes + \(order("new")) - (\(order("old")))
            WHERE element = new.element AND part = 1;
        END;
        CREATE TRIGGER order_removed AFTER DELETE ON orders BEGIN
            UPDATE sizes SET bytes = bytes - (\(order("old"))) WHERE element = old.element AND part = 1;
        END;
        CREATE TRIGGER attempt_added AFTER INSERT ON attempts BEGIN
            UPDATE sizes SET bytes = bytes + \(attempt) WHERE part = 1 AND element =
                (SELECT element FROM orders WHERE number = new.number AND requested = new.requested);
        END;
        CREATE TRIGGER attempt_removed AFTER DELETE ON attempts BEGIN
            UPDATE sizes SET bytes = bytes - \(attempt) WHERE part = 1 AND element =
                (SELECT element FROM orders WHERE number = old.number AND requested = old.requested);
        END;

        """

    private static let summary = 110
    private static let attempt = 60

    private static func change(_ row: String) -> String { "50" + lengths(["text"], of: row) }

    private static func order(_ row: String) -> String {
        "120" + lengths(["type", "action", "origin", "signal", "stage", "observed", "problem"], of: row)
    }

    private static func lengths(_ columns: [String], of row: String) -> String {
        columns.map { " + coalesce(length(CAST(\(row).\($0) AS BLOB)), 0)" }.joined()
    }

    /// The events that are kept: of access, and of the house.
    private static let log = """
        CREATE TABLE log (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            time INTEGER NOT NULL,
            -- The last of several equal events, and how many there were.
            until INTEGER NOT NULL,
            count INTEGER NOT NULL,
            cause INTEGER,
            -- The root of the tree of tokens that caused it.
            tree INTEGER,
            address TEXT,
            subject TEXT,
            message TEXT
        );
        CREATE INDEX log_by_kind ON log (kind);
        CREATE INDEX log_by_tree ON log (kind, tree);
        CREATE INDEX log_by_address ON log (cause, address);
        CREATE VIEW readable_log AS
            SELECT log.id, strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch') AS at, log.kind,
                readable_causes.cause, readable_causes.kind AS cause_kind, address, subject, message, count,
                strftime('%Y-%m-%dT%H:%M:%fZ', until / 1000.0, 'unixepoch') AS last
            FROM log LEFT JOIN readable_causes ON readable_causes.id = log.cause;

        """

    /// From version 6 to 7: what identifies what was renamed (`Identities`).
    private static let identities = """
        CREATE TABLE identities (
            -- A path; what is below follows, unless it has a row.
            path TEXT PRIMARY KEY,
            -- The path that it had first; for a path that was left a text that is no path.
            origin TEXT NOT NULL
        ) WITHOUT ROWID;

        """

    /// Which orders have failed. A query has to repeat it word for word, so that SQLite uses the index.
    static let failed = "stage = 'failed' OR stage = 'expired' OR stage = 'mismatch' OR stage = 'not-confirmed'"

    /// From version 7 to 8: SQLite builds a table for a list of more than two texts, with each order that is written.
    private static let failures = """
        DROP INDEX orders_failed;
        CREATE INDEX orders_failed ON orders (requested) WHERE \(failed);

        """
}
