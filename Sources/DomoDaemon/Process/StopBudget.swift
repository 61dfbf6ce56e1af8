/// The time limits of the phases of stopping the daemon, in their order. Together they take no more than 8 s: systemd
/// kills the daemon after 10 s (`TimeoutStopSec` in systemd/domod.service). If something hangs all the same,
/// `StopGuard` ends the daemon after the total.
enum StopBudget {
    /// For orders in flight to complete.
    static let orders: Duration = .milliseconds(3245)
    /// For links to disconnect: without a disconnect a KNX interface keeps the tunnel for two minutes.
    static let links: Duration = .milliseconds(250)
    /// For replies that wait for the disk.
    static let replies: Duration = .seconds(1)
    /// For lines that clients have already sent to be read and refused.
    static let lastLines: Duration = .milliseconds(5)
    /// For clients to read what they were sent.
    static let farewell: Duration = .milliseconds(500)
    /// For a load in progress to be cancelled: downloads end at once, and files that hang are abandoned.
    static let loads: Duration = .milliseconds(500)
    /// For the simulated house of `--demo` to end by itself; then it is killed.
    static let simulator: Duration = .milliseconds(250)
    /// For pending writes to the database.
    static let history: Duration = .milliseconds(1500)
    /// For the HTTP thread to end.
    static let http: Duration = .milliseconds(250)
    /// For the log to be read.
    static let log: Duration = .milliseconds(500)

    static let total = orders + links + replies + lastLines + farewell + loads + simulator + history + http + log
}
