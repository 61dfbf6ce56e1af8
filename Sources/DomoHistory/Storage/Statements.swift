import DomoModel
import GRDB

/// What the writer says to the database, prepared once.
final class Statements {
    enum Kind: Int, CaseIterable {
        case putCurrent, insertChange, confirmChange, lastChange, lastSequence, putOrder, putScene, putAlive
        case findElement, addElement, findCause, addCause
    }

    private var prepared: [Statement]
    private let database: Database

    init(_ database: Database) throws {
        self.database = database
        prepared = try Kind.allCases.map { try database.makeStatement(sql: $0.sql) }
    }

    subscript(kind: Kind) -> Statement { prepared[kind.rawValue] }

    /// The connection can't be closed before.
    func drop() { prepared = [] }

    /// The number of a name, which is added where it has none.
    func id(of name: String, find: Kind, add: Kind) throws -> Int64 {
        if let id = try Int64.fetchOne(self[find], arguments: [name]) { return id }
        try self[add].execute(arguments: [name])
        return database.lastInsertedRowID
    }

    func nextSequence(_ element: Int64, _ type: FacetType, _ time: Int64) throws -> Int64 {
        let last = try Int64.fetchOne(self[.lastSequence], arguments: [element, type.number, time])
        return last.map { $0 + 1 } ?? 0
    }
}

extension Statements.Kind {
    fileprivate var sql: String {
        switch self {
        case .putCurrent:
            """
            INSERT INTO current (element, type, number, text, certainty, since, cause) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET number = excluded.number, text = excluded.text,
                certainty = excluded.certainty, since = excluded.since, cause = excluded.cause
            """
        case .insertChange:
            """
            INSERT INTO changes (element, type, time, sequence, number, text, certainty, cause)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .confirmChange:
            "UPDATE changes SET certainty = 2 WHERE element = ? AND type = ? AND time = ? AND sequence = ?"
        case .lastChange:
            """
            SELECT time, sequence, number, text, certainty FROM changes WHERE element = ? AND type = ?
            ORDER BY time DESC, sequence DESC LIMIT 1
            """
        case .lastSequence: "SELECT max(sequence) FROM changes WHERE element = ? AND type = ? AND time = ?"
        case .putOrder:
            """
            INSERT INTO orders (number, requested, element, type, action, cause, origin, signal, attempts, stage,
                reached, accepted_after, confirmed_after, observed, problem)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET type = excluded.type, action = excluded.action, signal = excluded.signal,
                attempts = excluded.attempts, stage = excluded.stage, reached = excluded.reached,
                accepted_after = excluded.accepted_after, confirmed_after = excluded.confirmed_after,
                observed = excluded.observed, problem = excluded.problem
            """
        case .putScene:
            """
            INSERT INTO scenes (name, cause, started, ended, outcome, failed, message) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET cause = excluded.cause, started = excluded.started, ended = excluded.ended,
                outcome = excluded.outcome, failed = excluded.failed, message = excluded.message
            """
        case .putAlive: "INSERT INTO alive (id, time) VALUES (1, ?) ON CONFLICT DO UPDATE SET time = excluded.time"
        case .findElement: "SELECT id FROM elements WHERE path = ?"
        case .addElement: "INSERT INTO elements (path) VALUES (?)"
        case .findCause: "SELECT id FROM causes WHERE name = ?"
        case .addCause: "INSERT INTO causes (name) VALUES (?)"
        }
    }
}
