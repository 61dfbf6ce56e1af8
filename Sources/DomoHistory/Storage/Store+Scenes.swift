import DomoModel

extension Store {
    /// Drops the runs that are older than some time. What is left of many goes with the next round.
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
