import NIOCore
import Testing

@testable import DomoWeb

@Suite struct WakePaceTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private let pause = WakePace.pause(for: 50)

    @Test func pauseGrowsWithTheReaders() {
        #expect(WakePace.pause(for: 0) == .zero)
        #expect(WakePace.pause(for: 1) == .microseconds(400))
        #expect(WakePace.pause(for: 50) == .milliseconds(20))
        #expect(WakePace.pause(for: 100_000) == .milliseconds(40))
    }

    @Test func eventAfterThePauseWakesReadersImmediately() {
        var pace = WakePace()
        #expect(pace.note(at: start, readers: 50) == .wake)
        #expect(pace.note(at: start + pause, readers: 50) == .wake)
    }

    @Test func eventDuringThePauseWaitsForItsEnd() {
        var pace = WakePace()
        _ = pace.note(at: start, readers: 50)
        #expect(pace.note(at: start + .milliseconds(1), readers: 50) == .wakeAt(start + pause))
        #expect(pace.note(at: start + .milliseconds(2), readers: 50) == .nothing)
    }

    @Test func lateWakeStartsTheNextPause() {
        var pace = WakePace()
        _ = pace.note(at: start, readers: 50)
        _ = pace.note(at: start + .milliseconds(1), readers: 50)
        let late = start + pause + .milliseconds(7)
        #expect(pace.note(at: late, readers: 50) == .nothing)
        pace.noteWake(at: late, readers: 50)
        #expect(pace.note(at: late + .milliseconds(1), readers: 50) == .wakeAt(late + pause))
    }
}
