import DomoSystem
import Synchronization
import Testing

@testable import DomoDaemon

struct StopGuardTests {
    /// Signals when nobody refers to it any more.
    private final class Witness: Sendable {
        private let forgotten: ThreadSemaphore
        init(_ forgotten: ThreadSemaphore) { self.forgotten = forgotten }
        deinit { forgotten.signal() }
    }

    @Test(.timeLimit(.minutes(5))) func hangingStopIsEnded() {
        let ended = ThreadSemaphore()
        let guarded = StopGuard(limit: .milliseconds(10)) { ended.signal() }
        guarded.watch()
        // Signalled by the guard itself.
        ended.wait()
    }

    @Test func stopInTimeIsNotEnded() {
        let isEnded = Atomic(false)
        let forgotten = ThreadSemaphore()
        do {
            let witness = Witness(forgotten)
            let guarded = StopGuard(limit: .seconds(3600)) {
                withExtendedLifetime(witness) { isEnded.store(true, ordering: .relaxed) }
            }
            guarded.watch()
            guarded.dismiss()
        }
        // The guard forgets how to end the process when its thread is done.
        #expect(forgotten.wait(until: MonotonicClock.now() + 60_000_000_000))
        let hasEnded = isEnded.load(ordering: .relaxed)
        #expect(!hasEnded)
    }
}
