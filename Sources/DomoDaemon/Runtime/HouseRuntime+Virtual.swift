import DomoEngine
import DomoSystem
import Logging
import NIOCore

// What domo itself holds, in its file.

extension HouseRuntime {
    /// The time until a write that failed is repeated.
    private static let pauseBeforeRetry: TimeAmount = .seconds(10)

    /// Writes what has changed, on its own thread.
    func writeVirtuals(isRetry: Bool = false) {
        guard let file = virtuals.file, let table = virtuals.next(isRetry: isRetry) else { return }
        do throws(ThreadFault) {
            try WorkerThread.start(name: "domo-virtual") {
                do throws(FileBytes.Fault) {
                    try file.write(table)
                    self.put(.kept(problem: nil))
                } catch {
                    self.put(.kept(problem: error.message))
                }
            }
        } catch {
            put(.kept(problem: error.description))
        }
    }

    /// A write has ended.
    func kept(problem: String?) {
        for settled in virtuals.ended(isStored: problem == nil) { virtualsAreStored(settled) }
        checkWait()
        guard let problem else { return }
        log.error("\(virtuals.file?.path ?? ""): can't be written: \(problem); a restart loses the last changes")
        guard virtuals.planRetry() else { return }
        eventLoop.scheduleTask(in: Self.pauseBeforeRetry) {
            self.assumeIsolated { $0.writeVirtuals(isRetry: true) }
        }
    }
}
