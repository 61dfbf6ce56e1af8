import DomoModel
import Testing

@testable import DomoKNXSim

struct ScheduleTests {
    @Test func entriesAreOrderedByTimeThenByInsertion() {
        var schedule = Schedule<String>()
        for (entry, seconds) in [("c", 3), ("a", 1), ("b1", 2), ("b2", 2), ("d", 4)] {
            schedule.add(entry, at: .seconds(seconds))
        }
        #expect(schedule.next == .seconds(1))
        var out: [String] = []
        while let (_, entry) = schedule.pop(through: .seconds(3)) { out.append(entry) }
        #expect(out == ["a", "b1", "b2", "c"])
        #expect(schedule.next == .seconds(4))
    }

    @Test func manyEntriesAreReturnedInOrder() {
        var dice = SplitMix64(seed: 7)
        var schedule = Schedule<Int>()
        for _ in 0..<500 {
            let time = dice.below(100)
            schedule.add(time, at: .seconds(time))
            if dice.below(3) == 0 { schedule.removeAll { $0 == time } }
        }
        var out: [Int] = []
        while let (_, entry) = schedule.pop(through: .seconds(1000)) { out.append(entry) }
        #expect(!out.isEmpty)
        #expect(out == out.sorted())
    }
}
