extension Schema {
    /// From version 5 to 6: the order of writing over all records, what was deleted, and the events of the house.
    static let records = """
        -- One row: the ID of the database, and the position of the last record, in the order of writing.
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            database TEXT NOT NULL,
            last INTEGER NOT NULL
        );
        ALTER TABLE changes ADD COLUMN written INTEGER;
        ALTER TABLE orders ADD COLUMN written INTEGER;
        UPDATE changes SET written = n FROM (
            SELECT element AS e, type AS t, time AS m, sequence AS s, row_number() OVER (ORDER BY time) AS n
            FROM changes
        ) WHERE element = e AND type = t AND time = m AND sequence = s;
        UPDATE orders SET written = n FROM (
            SELECT number AS o, requested AS r,
                (SELECT count(*) FROM changes) + row_number() OVER (ORDER BY requested, number) AS n
            FROM orders
        ) WHERE number = o AND requested = r;
        INSERT INTO journal
            SELECT 1, lower(hex(randomblob(8))), (SELECT count(*) FROM changes) + (SELECT count(*) FROM orders);
        CREATE INDEX changes_by_writing ON changes (written);
        CREATE INDEX orders_by_writing ON orders (written);
        -- What the log of the house shows: no measured numbers.
        CREATE INDEX changes_shown ON changes (time, element, type, sequence)
            WHERE certainty > 0 AND (type <> 4 OR number IS NULL);
        CREATE INDEX orders_failed ON orders (requested)
            WHERE stage IN ('failed', 'expired', 'mismatch', 'not-confirmed');
        -- The events of the house; the ID is the position.
        CREATE TABLE events (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            time INTEGER NOT NULL,
            -- The last of several equal events, and how many there were.
            until INTEGER NOT NULL,
            count INTEGER NOT NULL,
            cause INTEGER,
            -- The path of an element, the name of a scene, or the label of a link.
            subject TEXT,
            value TEXT,
            -- A word, and its values, each on a line.
            reason TEXT,
            message TEXT,
            -- The paths that it concerns, in JSON.
            places TEXT
        );
        CREATE INDEX events_by_time ON events (time);
        CREATE INDEX events_by_kind ON events (kind, subject);
        -- What was deleted or lost, by element and by the positions, in blocks of 4096.
        CREATE TABLE holes (
            -- 0: events, or many elements.
            element INTEGER NOT NULL,
            -- 0: changes, 1: orders, 2: events.
            part INTEGER NOT NULL,
            -- 0: removed, 1: lost.
            reason INTEGER NOT NULL,
            -- The position divided by 4096; -1 for all that are older.
            block INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            records INTEGER NOT NULL,
            PRIMARY KEY (element, part, reason, block)
        ) WITHOUT ROWID;
        CREATE INDEX holes_by_block ON holes (block);
        CREATE TRIGGER change_gone AFTER DELETE ON changes WHEN old.written >= 0 BEGIN
            \(hole(element: "old.element", part: 0, position: "old.written", time: "old.time"))
        END;
        CREATE TRIGGER order_gone AFTER DELETE ON orders WHEN old.written >= 0 BEGIN
            \(hole(element: "old.element", part: 1, position: "old.written", time: "old.requested"))
        END;
        CREATE TRIGGER event_gone AFTER DELETE ON events BEGIN
            \(hole(element: "0", part: 2, position: "old.id", time: "old.time"))
        END;
        CREATE VIEW readable_events AS
            SELECT events.id, strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch') AS at, events.kind, subject,
                value, replace(reason, char(10), ' ') AS reason, message, readable_causes.cause,
                readable_causes.kind AS cause_kind, count,
                strftime('%Y-%m-%dT%H:%M:%fZ', until / 1000.0, 'unixepoch') AS last
            FROM events LEFT JOIN readable_causes ON readable_causes.id = events.cause;

        """

    private static func hole(element: String, part: Int, position: String, time: String) -> String {
        """
        INSERT INTO holes VALUES (\(element), \(part), 0, \(position) >> 12, \(position), \(position), \(time), \
        \(time), 1)
                ON CONFLICT DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last),
                    since = min(since, excluded.since), until = max(until, excluded.until),
                    records = records + excluded.records;
        """
    }
}
