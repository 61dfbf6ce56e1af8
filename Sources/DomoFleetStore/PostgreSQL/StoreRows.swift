import CLibPQ

/// The rows that a statement returned.
final class StoreRows {
    private let result: OpaquePointer

    /// - Parameter result: cleared with this object.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }

    /// How many rows the statement inserted, changed or deleted.
    var affected: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// A value as text; nil for NULL, and for a row or column that does not exist.
    func text(_ row: Int, _ column: Int) -> String? {
        guard row < count, column < Int(PQnfields(result)), PQgetisnull(result, CInt(row), CInt(column)) == 0,
            let text = PQgetvalue(result, CInt(row), CInt(column))
        else { return nil }
        return String(cString: text)
    }

    func integer(_ row: Int, _ column: Int) -> Int64? { text(row, column).flatMap { Int64($0) } }
    func number(_ row: Int, _ column: Int) -> Double? { text(row, column).flatMap { Double($0) } }
    func bool(_ row: Int, _ column: Int) -> Bool? { text(row, column).map { $0 == "t" } }
}
