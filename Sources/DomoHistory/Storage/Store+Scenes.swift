import DomoModel

extension Store {
    /// Deletes at most `rows` runs that ended before a time. The next round deletes more.
    func expireScenes(before end: Timestamp, rows: Int) throws {
        try transaction { database in
            try database.run(
                """
                DELETE FROM scenes WHERE name IN (
                    SELECT name FROM scenes WHERE coalesce(ended, started) < ? LIMIT ?
                )
                """,
                end.milliseconds,
                rows
            )
        }
    }
}
