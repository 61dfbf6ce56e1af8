import DomoSystem
import Testing

@testable import DomoDaemon

struct StopGuardTests {
    @Test(.timeLimit(.minutes(1))) func hangingStopIsEnded() {
        let ended = ThreadSemaphore()
        let guarded = StopGuard(limit: .milliseconds(10)) { ended.signal() }
        guarded.watch()
        // Signalled by the guard itself.
        ended.wait()
    }

    @Test(.timeLimit(.minutes(1))) func stopInTimeIsNotEnded() {
        let ended = ThreadSemaphore()
        let guarded = StopGuard(limit: .milliseconds(50)) { ended.signal() }
        guarded.watch()
        guarded.dismiss()
        #expect(!ended.wait(until: MonotonicClock.now() + 200_000_000))
    }
}
