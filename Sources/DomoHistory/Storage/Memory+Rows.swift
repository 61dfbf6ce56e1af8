import DomoLanguage
import DomoModel

extension Memory {
    /// Reads the memory of a previous run of the daemon, also before the tables are migrated.
    init(from database: Database) throws {
        var causes: [Int64: Cause] = [:]
        let named = try database.rows("SELECT id, \(Cause.columns) FROM causes")
        while let row = try named.next() { causes[row[0]] = Cause(row: row, at: 1) }
        let rows = try database.rows(
            """
            SELECT path, type, number, text, certainty, since, cause FROM current
            JOIN elements ON elements.id = element ORDER BY element, type
            """
        )
        self.init()
        while let row = try rows.next() {
            guard let type = FacetType(number: row[1]), let cause = causes[row[6]] else { continue }
            let value = StoredValue(number: row[2], text: row[3])
            let reading = Reading(
                value: value.value(type),
                certainty: Certainty(number: row[4]),
                since: Timestamp(stored: row[5]),
                cause: cause
            )
            readings.append(Known(element: row[0], type: type, reading: reading))
        }
        lastOrder = try Self.lastOrder(in: database)
        scenes = try Self.scenes(in: database)
        alive = try database.integer("SELECT time FROM alive").map(Timestamp.init(stored:))
    }

    static func lastOrder(in database: Database) throws -> UInt64 {
        let last = try database.integer("SELECT max(number) FROM orders") ?? 0
        return UInt64(last.clamped(to: 0...OrderRecord.maxNumber))
    }

    /// The last run of each scene.
    private static func scenes(in database: Database) throws -> [SceneRecord] {
        let rows = try database.rows(
            """
            SELECT scenes.name, \(Cause.columns), started, ended, outcome, failed, message
            FROM scenes JOIN causes ON causes.id = cause ORDER BY scenes.name
            """
        )
        var scenes: [SceneRecord] = []
        while let row = try rows.next() {
            scenes.append(
                SceneRecord(
                    scene: row[0],
                    by: Cause(row: row, at: 1),
                    started: Timestamp(stored: row[3]),
                    ended: (row[4] as Int64?).map(Timestamp.init(stored:)),
                    outcome: (row[5] as String?).flatMap(SceneOutcome.init(rawValue:)),
                    failed: row[6],
                    message: row[7]
                )
            )
        }
        return scenes
    }
}
