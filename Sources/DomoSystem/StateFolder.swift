/// Names in the daemon's state folder that other programs need.
public enum StateFolder {
    /// Locked while the daemon runs.
    public static let lock = "lock"
    public static let tokens = "tokens"
    public static let orderNumbers = "order-numbers"
    /// The default file of the history.
    public static let history = "history.sqlite"
    /// A database that the next start of the daemon takes in place of its own.
    public static let restoredDatabase = "restored.sqlite"
    /// Copies of the last files that could be loaded, with secrets.
    public static let lastGood = "last-good"
    /// Copies of houses that come from URLs.
    public static let houses = "homes"
}
