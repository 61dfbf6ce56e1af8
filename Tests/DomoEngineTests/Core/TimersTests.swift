import DomoModel
import Testing

@testable import DomoEngine

struct TimersTests {
    private func instant(_ nanoseconds: Int64) -> Instant {
        Instant(uptime: nanoseconds, wall: Timestamp(milliseconds: 0))
    }

    @Test func timersComeInTheOrderOfTheirTimes() {
        var timers = Timers<Delivery.Due, Instant>()
        var random = SplitMix64(seed: 3)
        let times = (0..<500).map { _ in Int64.random(in: 0..<1000, using: &random) }
        for time in times { timers.add(.deadline(OrderID(number: UInt64(time))), at: instant(time)) }
        #expect(timers.earliest?.uptime == times.min())
        var popped: [Int64] = []
        while case .deadline(let id)? = timers.popDue(at: instant(1000)) { popped.append(Int64(id.number)) }
        #expect(popped == times.sorted())
        #expect(timers.count == 0)
    }

    @Test func nothingComesBeforeItsTime() {
        var timers = Timers<Delivery.Due, Instant>()
        timers.add(.probe(server: 0), at: instant(10))
        #expect(timers.popDue(at: instant(9)) == nil)
        #expect(timers.popDue(at: instant(10)) == .probe(server: 0))
        #expect(timers.popDue(at: instant(10)) == nil)
    }

    @Test func sweepKeepsTheOrder() {
        var timers = Timers<Delivery.Due, Instant>()
        for time in (0..<100).reversed() { timers.add(.probe(server: time), at: instant(Int64(time))) }
        timers.sweep { reason in
            if case .probe(let server) = reason { server.isMultiple(of: 7) } else { false }
        }
        var popped: [Int] = []
        while case .probe(let server)? = timers.popDue(at: instant(100)) { popped.append(server) }
        #expect(popped == Array(stride(from: 0, to: 100, by: 7)))
    }
}
