import DomoModel

/// The writer's statements, each prepared on first use, because a file of an earlier version can be open before it is
/// migrated.
final class Statements {
    enum Kind: Int, CaseIterable {
        case putCurrent, insertChange, confirmChange, lastChange, lastSequence, putOrder, putAttempt, putScene, putAlive
        case findElement, addElement, findCause, addCause
    }

    private var prepared: [Statement?] = Array(repeating: nil, count: Kind.allCases.count)
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    subscript(kind: Kind) -> Statement {
        get throws {
            if let statement = prepared[kind.rawValue] { return statement }
            let statement = try database.ownStatement(kind.sql)
            prepared[kind.rawValue] = statement
            return statement
        }
    }

    /// Prepares all of them.
    ///
    /// - Throws: if the tables do not match their version.
    func prepare() throws {
        for kind in Kind.allCases { _ = try self[kind] }
    }

    /// Releases the statements, so that the connection can be closed.
    func drop() { prepared = prepared.map { _ in nil } }

    func id(ofElement path: String) throws -> Int64 {
        if let id = try self[.findElement].first(path, as: { $0[0] as Int64 }) { return id }
        try self[.addElement].run(path)
        return database.lastInsertedID
    }

    func id(of cause: Cause) throws -> Int64 {
        if let id = try self[.findCause].first(cause.kind.rawValue, cause.name, as: { $0[0] as Int64 }) { return id }
        try self[.addCause].run(cause.kind.rawValue, cause.name)
        return database.lastInsertedID
    }

    func nextSequence(_ element: Int64, _ type: FacetType, _ time: Int64) throws -> Int64 {
        // Without a row, the maximum is NULL.
        try self[.lastSequence].first(element, type.number, time) { row in row.isNull(0) ? 0 : row[0] + 1 } ?? 0
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
            INSERT INTO changes (element, type, time, sequence, number, text, certainty, cause, written)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .confirmChange:
            """
            UPDATE changes SET certainty = 2, written = ? WHERE element = ? AND type = ? AND time = ? AND sequence = ?
            """
        case .lastChange:
            """
            SELECT time, sequence, number, text, certainty FROM changes WHERE element = ? AND type = ?
            ORDER BY time DESC, sequence DESC LIMIT 1
            """
        case .lastSequence: "SELECT max(sequence) FROM changes WHERE element = ? AND type = ? AND time = ?"
        case .putOrder:
            """
            INSERT INTO orders (number, requested, element, type, action, cause, origin, signal, stage, reached,
                accepted_after, confirmed_after, observed, problem, followed_by, written)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET type = excluded.type, action = excluded.action, signal = excluded.signal,
                stage = excluded.stage, reached = excluded.reached, accepted_after = excluded.accepted_after,
                confirmed_after = excluded.confirmed_after, observed = excluded.observed, problem = excluded.problem,
                followed_by = excluded.followed_by, written = excluded.written
            """
        case .putAttempt:
            """
            INSERT INTO attempts (number, requested, position, time, milliseconds, result) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET time = excluded.time, milliseconds = excluded.milliseconds,
                result = excluded.result
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
        case .findCause: "SELECT id FROM causes WHERE kind = ? AND name = ?"
        case .addCause: "INSERT INTO causes (kind, name) VALUES (?, ?)"
        }
    }
}
