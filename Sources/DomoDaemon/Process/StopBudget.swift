/// How long the phases of the daemon's end may take, in their order. Together they take no more than 8 s: systemd kills
/// what runs on after 10 (`TimeoutStopSec` in systemd/domod.service). Whatever hangs all the same, `StopGuard` ends the
/// daemon after the total.
enum StopBudget {
    /// Until the orders that were sent have been reported.
    static let orders: Duration = .milliseconds(3245)
    /// Until links have disconnected: an interface that is not told so holds the tunnel for two minutes.
    static let links: Duration = .milliseconds(250)
    /// Until the replies have gone out that wait for the disk.
    static let replies: Duration = .seconds(1)
    /// Until the lines that clients had sent have been read and refused.
    static let lastLines: Duration = .milliseconds(5)
    /// Until clients have read what they were sent.
    static let farewell: Duration = .milliseconds(500)
    /// Until a load that is under way has been given up: downloads end at once, and files that hang are left alone.
    static let loads: Duration = .milliseconds(500)
    /// Until the simulated house of `--demo` has ended by itself; then it is killed.
    static let simulator: Duration = .milliseconds(250)
    /// Until what waits for the database is stored.
    static let history: Duration = .milliseconds(1500)
    /// Until the thread that speaks HTTP has ended.
    static let http: Duration = .milliseconds(250)
    /// Until the log has been read.
    static let log: Duration = .milliseconds(500)

    static let total = orders + links + replies + lastLines + farewell + loads + simulator + history + http + log
}
