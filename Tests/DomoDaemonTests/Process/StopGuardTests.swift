import DomoSystem
import Testing

@testable import DomoDaemon

struct StopGuardTests {
    @Test(.timeLimit(.minutes(1))) func stopThatHangsIsEnded() {
        let ended = ThreadSemaphore()
        let guarded = StopGuard(limit: .milliseconds(10)) { ended.signal() }
        guarded.watch()
        // Comes without anybody's help.
        ended.wait()
    }

    @Test(.timeLimit(.minutes(1))) func stopThatComesInTimeIsNot() {
        let ended = ThreadSemaphore()
        let guarded = StopGuard(limit: .milliseconds(50)) { ended.signal() }
        guarded.watch()
        guarded.dismiss()
        #expect(!ended.wait(until: MonotonicClock.now() + 200_000_000))
    }
}
