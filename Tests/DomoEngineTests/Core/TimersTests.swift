import DomoModel
import Testing

@testable import DomoEngine

struct TimersTests {
    private func instant(_ nanoseconds: Int64) -> Instant {
        Instant(uptime: nanoseconds, wall: Timestamp(milliseconds: 0))
    }

    @Test func timersExpireInOrder() {
        var timers = Timers<Int64, Instant>()
        var random = SplitMix64(seed: 3)
        let times = (0..<500).map { _ in Int64.random(in: 0..<1000, using: &random) }
        for time in times { timers.add(time, at: instant(time)) }
        #expect(timers.earliest?.uptime == times.min())
        var popped: [Int64] = []
        while let time = timers.popDue(at: instant(1000)) { popped.append(time) }
        #expect(popped == times.sorted())
        #expect(timers.count == 0)
    }

    @Test func noTimerExpiresEarly() {
        var timers = Timers<Int64, Instant>()
        timers.add(0, at: instant(10))
        #expect(timers.popDue(at: instant(9)) == nil)
        #expect(timers.popDue(at: instant(10)) == 0)
        #expect(timers.popDue(at: instant(10)) == nil)
    }

    @Test func sweepKeepsTheOrder() {
        var timers = Timers<Int64, Instant>()
        for time in (0..<100 as Range<Int64>).reversed() { timers.add(time, at: instant(time)) }
        timers.sweep { $0.isMultiple(of: 7) }
        var popped: [Int64] = []
        while let time = timers.popDue(at: instant(100)) { popped.append(time) }
        #expect(popped == Array(stride(from: 0, to: 100, by: 7)))
    }
}
