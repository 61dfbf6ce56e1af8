/// Why PostgreSQL did not do what it was asked.
public struct StoreFault: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// There is no connection, or it broke. Whether the last COMMIT took effect is not known.
        case lost
        /// Another transaction was in the way, or the statement took too long. Nothing was changed; try again.
        case busy
        /// The server has no disk space, memory or connections left. Nothing was changed; try again later.
        case exhausted
        /// A value can't be stored, however often it is tried.
        case data
        /// The user may not log in, or may not do this.
        case denied
        /// The schema is not the one that this program knows.
        case schema
        /// Any other refusal: a defect of domo, or tables that somebody changed.
        case refused
    }

    public var kind: Kind
    /// PostgreSQL's error code of five characters; nil if the error is not from the server.
    public var sqlState: String?
    /// What is wrong.
    public var message: String
    /// What to do about it.
    public var hint: String

    public init(_ kind: Kind, _ message: String, hint: String, sqlState: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.sqlState = sqlState
    }

    public var description: String { "\(message)\(sqlState.map { " (\($0))" } ?? ""); \(hint)" }
}
