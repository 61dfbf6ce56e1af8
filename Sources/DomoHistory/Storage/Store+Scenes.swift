import DomoLanguage
import DomoModel
import GRDB

extension Store {
    /// The last run of each scene, as it is stored.
    static func scenes(in database: Database) throws -> [SceneRecord] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT scenes.name, causes.name, started, ended, outcome, failed, message FROM scenes
                JOIN causes ON causes.id = cause ORDER BY scenes.name
                """
        )
        var scenes: [SceneRecord] = []
        while let row = try rows.next() {
            scenes.append(
                SceneRecord(
                    scene: row[0],
                    by: Cause(written: row[1]),
                    started: Timestamp(stored: row[2]),
                    ended: (row[3] as Int64?).map(Timestamp.init(stored:)),
                    outcome: (row[4] as String?).flatMap(SceneOutcome.init(rawValue:)),
                    failed: row[5],
                    message: row[6]
                )
            )
        }
        return scenes
    }

    /// Drops the runs that are older than some time. What is left of many goes with the next round.
    func expireScenes(before end: Timestamp, rows: Int) throws {
        try transaction { database in
            try database.execute(
                sql: """
                    DELETE FROM scenes WHERE name IN (
                        SELECT name FROM scenes WHERE coalesce(ended, started) < ? LIMIT ?
                    )
                    """,
                arguments: [end.milliseconds, rows]
            )
        }
    }
}
