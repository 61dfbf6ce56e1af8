import DomoHistory
import DomoLanguage
import DomoModel
import Foundation

/// Databases of earlier versions.
enum Fixture {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")

    static func sql(version: Int) throws -> String {
        try String(contentsOf: folder.appending(path: "version-\(version).sql"), encoding: .utf8)
    }

    /// Additional orders from number 1001 on, each with two attempts.
    static func orders(_ count: Int) -> String {
        """
        INSERT INTO orders
            WITH RECURSIVE n (i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n LIMIT \(count))
            SELECT i, 1700000000000 + i, 1, 'binary', 'on', 1, 'socket', 'POST http://server/',
                '[{"time":"2026-11-22T00:44:06.508Z","milliseconds":12.0,"result":"HTTP 503"},'
                    || '{"time":"2026-11-22T00:44:07.508Z","milliseconds":13.0,"result":"accepted"}]',
                'accepted', 1700000000001 + i, 1.5, NULL, NULL, NULL
            FROM n;
        """
    }

    static func databaseBytes(version: Int) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "domo-fixture-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try change(file.path, sql(version: version))
        return try Data(contentsOf: file)
    }

    /// The memory of the fixture's daemon.
    static func memory(version: Int) -> Memory {
        func known(_ name: String, _ value: Value, _ milliseconds: Int64, _ cause: Cause) -> Memory.Known {
            let time = Timestamp(milliseconds: milliseconds)
            let reading = Reading(value: value, certainty: .confirmed, since: time, cause: cause)
            return Memory.Known(element: "Casa/Salón/\(name)", type: value.type, reading: reading)
        }
        var memory = Memory(
            readings: [
                known("Luz", .off, 1_795_308_252_771, .scene("Noche")),
                known("Luz", .level(Percent(clamping: 0)), 1_795_308_260_561, .house),
                known("Persiana", .down, 1_795_308_250_566, .scene("Noche")),
                known("Timbre", .on, 1_795_308_252_770, .user("root")),
                known("Mensaje", .number(21.50), 1_795_308_300_002, .scene("Cada minuto")),
            ],
            lastOrder: 10
        )
        if version >= 2 {
            memory.scenes = [
                SceneRecord(
                    scene: "Cada minuto",
                    by: .trigger("every 1m"),
                    started: Timestamp(milliseconds: 1_795_308_300_000),
                    ended: Timestamp(milliseconds: 1_795_308_300_002),
                    outcome: .done
                ),
                SceneRecord(
                    scene: "Noche",
                    by: .user("root"),
                    started: Timestamp(milliseconds: 1_795_308_252_803),
                    ended: Timestamp(milliseconds: 1_795_308_252_806),
                    outcome: .done
                ),
            ]
        }
        if version >= 3 { memory.alive = Timestamp(milliseconds: 1_795_308_300_000) }
        return memory
    }
}
