import DomoLanguage
import DomoModel

@testable import DomoHistory

/// A database of the current version, and a schema of the next one.
enum Fixture {
    /// Changes a table, and every order.
    static let next = Schema(
        steps: Schema.released + [
            """
            ALTER TABLE orders ADD COLUMN room TEXT;
            UPDATE orders SET room = 'none';
            CREATE TABLE rooms (name TEXT NOT NULL UNIQUE);
            """
        ]
    )

    static let order = OrderRecord(
        id: 10,
        element: "Casa/Salón/Luz",
        action: "off",
        by: .scene("Noche"),
        requested: time("2026-11-22T00:44:12.771Z"),
        attempts: [
            OrderRecord.Attempt(time: time("2026-11-22T00:44:12.780Z"), milliseconds: 12, result: "HTTP 503"),
            OrderRecord.Attempt(time: time("2026-11-22T00:44:13.280Z"), milliseconds: 1.5, result: "accepted"),
        ],
        stage: .accepted,
        reached: time("2026-11-22T00:44:13.282Z")
    )

    static let (version, nextVersion) = ("\(Schema().version)", "\(next.version)")

    /// What is stored in the database.
    static let memory = {
        func known(_ name: String, _ value: Value, _ cause: Cause) -> Memory.Known {
            let since = time("2026-11-22T00:44:12.771Z")
            let reading = Reading(value: value, certainty: .confirmed, since: since, cause: cause)
            return Memory.Known(element: "Casa/Salón/\(name)", type: value.type, reading: reading)
        }
        var memory = Memory(
            readings: [
                known("Luz", .off, .scene("Noche")), known("Luz", .level(Percent(clamping: 0)), .house),
                known("Mensaje", .number(21.50), .trigger("every 1m")),
            ],
            lastOrder: 10
        )
        memory.scenes = [
            SceneRecord(
                scene: "Noche",
                by: .user("root"),
                started: time("2026-11-22T00:44:12.803Z"),
                ended: time("2026-11-22T00:44:12.806Z"),
                outcome: .done
            )
        ]
        memory.alive = time("2026-11-22T00:45:00.000Z")
        return memory
    }()

    static func persist(in history: History) {
        for known in memory.readings {
            history.persist(.reading(element: known.element, type: known.type, known.reading))
        }
        history.persist(.order(order))
        for scene in memory.scenes { history.persist(.scene(scene)) }
        if let alive = memory.alive { history.persist(.alive(alive)) }
    }

    /// The records of the fixture as the first version wrote them.
    static let firstVersion = """
        INSERT INTO elements VALUES (1, 'Casa/Salón/Luz'), (2, 'Casa/Salón/Mensaje');
        INSERT INTO causes VALUES (1, 'scene', 'Noche'), (2, 'house', ''), (3, 'trigger', 'every 1m');
        INSERT INTO current VALUES (1, 1, 0, NULL, 2, 1795308252771, 1), (1, 2, 0, NULL, 2, 1795308252771, 2),
            (2, 4, 21.5, '21.50', 2, 1795308252771, 3);
        INSERT INTO changes VALUES (1, 1, 1795308252771, 0, 0, NULL, 2, 1), (1, 2, 1795308252772, 0, 0, NULL, 2, 2),
            (2, 4, 1795308252773, 0, 21.5, '21.50', 2, 3);
        INSERT INTO orders VALUES (10, 1795308252774, 1, NULL, 'off', 1, 'scene', NULL, 'failed', 1795308252782, 12,
            NULL, NULL, 'HTTP 503', NULL);
        INSERT INTO attempts VALUES (10, 1795308252774, 0, 1795308252780, 12, 'HTTP 503');

        """

    /// Additional orders from number 1001 on.
    static func orders(_ count: Int) -> String {
        """
        INSERT INTO orders (number, requested, element, type, action, cause, origin, signal, stage, reached,
            accepted_after, confirmed_after, observed, problem, followed_by)
            WITH RECURSIVE n (i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n LIMIT \(count))
            SELECT i, 1700000000000 + i, 1, 'binary', 'on', 1, 'socket', 'POST http://server/',
                'accepted', 1700000000001 + i, 1.5, NULL, NULL, NULL, NULL
            FROM n;
        """
    }
}
