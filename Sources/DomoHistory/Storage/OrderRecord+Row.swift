import DomoLanguage
import DomoModel
import Foundation
import GRDB

extension OrderRecord {
    /// The attempts as the table holds them, in JSON.
    var attemptsText: String {
        guard !attempts.isEmpty else { return "[]" }
        var json = JSONWriter(capacity: 96 * attempts.count)
        json.array(attempts) { json, attempt in
            json.object { json in
                json.key("time")
                json.time(attempt.time)
                json.optional("milliseconds", attempt.milliseconds)
                json.optional("result", attempt.result)
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The columns that `init(row:)` reads.
    static let columns = """
        number, requested, path, type, action, causes.name, origin, signal, attempts, stage, reached, accepted_after,
        confirmed_after, observed, problem
        """

    /// - Throws: where the attempts are no JSON.
    init(row: Row) throws {
        let number: Int64 = row[0]
        let attempts: String = row[8]
        self.init(
            id: UInt64(max(0, number)),
            element: row[2],
            type: row[3],
            action: row[4],
            by: Cause(written: row[5]),
            origin: OrderOrigin(rawValue: row[6]) ?? .socket,
            requested: Timestamp(stored: row[1]),
            signal: row[7],
            attempts: attempts == "[]" ? [] : try JSONDecoder().decode([Attempt].self, from: Data(attempts.utf8)),
            stage: OrderStage(rawValue: row[9]) ?? .failed,
            reached: Timestamp(stored: row[10]),
            acceptedAfter: row[11],
            confirmedAfter: row[12],
            observed: row[13],
            problem: row[14]
        )
    }
}
