import DomoEngine
import DomoSystem
import Logging
import NIOCore

// The pulses of push buttons, in their file.

extension HouseRuntime {
    /// The time until a write that failed is repeated.
    private static let pauseBeforeRetry: TimeAmount = .seconds(10)

    /// Whether a file of the state is being written, or waits for that.
    var isWriting: Bool { virtuals.isBusy || pulses.isBusy || notices.isBusy }

    func keep(_ open: [OpenPulse], number: UInt64) {
        pulses.note(open, number: number)
        writePulses()
    }

    /// Writes the newest version on a thread of its own. The engine waits for the result before a pulse begins.
    func writePulses() {
        guard let (open, number) = pulses.takeNext() else { return }
        guard let file = pulses.file else { return put(.pulsesKept(number, problem: nil)) }
        do throws(ThreadFault) {
            try WorkerThread.start(name: "domo-pulses") {
                do throws(FileBytes.Fault) {
                    try file.write(open)
                    self.put(.pulsesKept(number, problem: nil))
                } catch {
                    self.put(.pulsesKept(number, problem: error.message))
                }
            }
        } catch {
            put(.pulsesKept(number, problem: error.description))
        }
    }

    /// A write has ended. After a failure the orders that waited for it are refused, and the file is written again later.
    func pulsesKept(_ number: UInt64, problem: String?) {
        let isToRetry = pulses.ended(isStored: problem == nil)
        if let problem {
            log.error("\(pulses.file?.path ?? ""): can't be written: \(problem); buttons with a pulse are not pressed")
        }
        handle(.pulsesStored(upTo: number, isStored: problem == nil))
        writePulses()
        checkWait()
        guard isToRetry else { return }
        eventLoop.scheduleTask(in: Self.pauseBeforeRetry) {
            self.assumeIsolated { runtime in
                runtime.pulses.retry()
                runtime.writePulses()
            }
        }
    }
}
