/// How a connection to PostgreSQL is made.
public struct StoreSettings: Sendable {
    /// `postgresql://USER@HOST:PORT/DATABASE`, or keywords as libpq takes them. It may contain a password, so no message
    /// quotes it.
    public var url: String
    public var connectTimeout: Duration = .seconds(10)
    /// How long a statement may take, if the caller does not say otherwise.
    public var statementTimeout: Duration = .seconds(30)
    /// How much longer than the server the client waits, so that usually the server reports a timeout.
    var grace: Duration = .seconds(5)
    /// Shown in pg_stat_activity.
    public var name = "domo-fleet"

    public init(url: String) { self.url = url }
}
