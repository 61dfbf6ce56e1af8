import Testing

@testable import DomoKNX

struct RoutingPaceTests {
    @Test func busyMessagesAreCountedIfAtLeast10msApart() {
        var pace = RoutingPace()
        var random = SplitMix(seed: 1)
        for (time, count) in [(0, 1), (3, 1), (9, 1), (10, 2), (19, 2), (20, 3)] {
            pace.busy(wait: .milliseconds(50), at: .milliseconds(time), random: &random)
            #expect(pace.busy == count)
        }
    }

    @Test func countDecreasesEvery5msAfterTheSlowDown() {
        var pace = RoutingPace()
        var random = SplitMix(seed: 1)
        for time in [0, 10, 20, 30] { pace.busy(wait: .zero, at: .milliseconds(time), random: &random) }
        // The wait of at most 200 ms and the slow-down of 400 ms end at the latest at 630 ms.
        var now: Duration = .milliseconds(30)
        var falls: [Duration] = []
        while pace.busy > 0, now < .seconds(2) {
            let before = pace.busy
            _ = pace.next(at: now)
            if pace.busy < before { falls.append(now) }
            now += .milliseconds(1)
        }
        #expect(falls.count == 4)
        #expect(zip(falls, falls.dropFirst()).allSatisfy { $1 - $0 == .milliseconds(5) })
        #expect(falls.last ?? .zero >= .milliseconds(430) && falls.last ?? .zero <= .milliseconds(651))
    }
}
