import Testing

@testable import DomoMQTT

@Suite("Stalls of the bridge")
struct StallWatchTests {
    @Test func pauseOfMoreThanTwoSecondsIsAStall() {
        var watch = StallWatch(now: .seconds(10))
        #expect(watch.wake(at: .seconds(10.5)) == (false, .seconds(10)))
        #expect(watch.wake(at: .seconds(12.5)) == (false, .seconds(10.5)))
        #expect(watch.wake(at: .seconds(14.6)) == (true, .seconds(12.5)))
        #expect(watch.wake(at: .seconds(14.7)) == (false, .seconds(14.6)))
    }
}
