import Glibc

/// The daemon's state folder, and the names in it that other programs need.
public enum StateFolder {
    /// Locked while the daemon runs.
    public static let lock = "lock"
    /// There while the daemon runs, and after a crash.
    public static let running = "running"
    public static let tokens = "tokens"
    public static let hooks = "hooks"
    /// The secrets of signed hooks, which can't be kept as digests.
    public static let hookSecrets = "hook-secrets"
    /// The deliveries to signed hooks that are not carried out again.
    public static let hookDeliveries = "hook-deliveries"
    public static let orderNumbers = "order-numbers"
    /// The messages to people.
    public static let notices = "notices"
    /// The key of the codes in messages.
    public static let noticeKey = "notice-key"
    /// The browsers that get messages.
    public static let push = "push"
    /// The default file of the history.
    public static let history = "history.sqlite"
    /// A database that the next start of the daemon takes in place of its own.
    public static let restoredDatabase = "restored.sqlite"
    /// Copies of the last files that could be loaded, with secrets.
    public static let lastGood = "last-good"
    /// Copies of houses that come from URLs.
    public static let houses = "homes"

    /// Root's, else the user's.
    ///
    /// - Parameter set: the value of an environment variable; nil if it is not set, or empty.
    public static func usual(_ set: (String) -> String?) -> String {
        if geteuid() == 0 { return "/var/lib/domo" }
        if let folder = set("XDG_STATE_HOME") { return "\(folder)/domo" }
        return set("HOME").map { "\($0)/.local/state/domo" } ?? "/var/lib/domo"
    }
}
