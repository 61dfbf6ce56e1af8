import DomoHistory
import DomoLanguage
import DomoModel
import DomoSystem
import Glibc
import Logging

/// A database that `domo restore` left in the state folder while the daemon was stopped, for the next start.
struct RestoredDatabase: Sendable {
    let state: String

    private var path: String { "\(state)/\(StateFolder.restoredDatabase)" }

    /// Replaces the database of the history, unless the file is none. Blocks.
    func apply(to history: History, now: Timestamp, log: Logger) {
        guard FileBytes.isThere(path) else { return }
        do throws(Fault) {
            let kept = try history.restore(from: path, now: now)
            log.notice("restored the history\(kept.map { "; the one before is kept as \($0)" } ?? "")")
        } catch {
            let refused = "\(path).refused"
            // Not tried again at the next start.
            rename(path, refused)
            log.error("the history is not restored: \(error.message); the file is kept as \(refused)")
        }
    }
}
