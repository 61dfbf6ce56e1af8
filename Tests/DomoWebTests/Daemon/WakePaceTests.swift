import NIOCore
import Testing

@testable import DomoWeb

@Suite struct WakePaceTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private let pause = WakePace.pause

    @Test func whatHappensAfterAPauseWakesAtOnce() {
        var pace = WakePace()
        #expect(pace.note(at: start) == .wake)
        #expect(pace.note(at: start + pause) == .wake)
    }

    @Test func whatHappensSoonAfterItWaitsForTheEndOfThePause() {
        var pace = WakePace()
        _ = pace.note(at: start)
        #expect(pace.note(at: start + .milliseconds(1)) == .wakeAt(start + pause))
        #expect(pace.note(at: start + .milliseconds(2)) == .nothing)
    }

    @Test func aWakeThatCameLateBeginsTheNextPause() {
        var pace = WakePace()
        _ = pace.note(at: start)
        _ = pace.note(at: start + .milliseconds(1))
        let late = start + pause + .milliseconds(7)
        #expect(pace.note(at: late) == .nothing)
        pace.noteWake(at: late)
        #expect(pace.note(at: late + .milliseconds(1)) == .wakeAt(late + pause))
    }
}
