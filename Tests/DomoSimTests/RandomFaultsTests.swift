import Testing

@testable import DomoSim

struct RandomFaultsTests {
    private static func draw(_ count: Int, fail: Double, drop: Double, seed: UInt64) -> [RandomFaults.Fault?] {
        var faults = RandomFaults(failShare: fail, dropShare: drop, seed: seed)
        return (0..<count).map { _ in faults.next() }
    }

    @Test func sameSeedGivesTheSameFaults() {
        let one = Self.draw(1000, fail: 0.05, drop: 0.01, seed: 7)
        #expect(one == Self.draw(1000, fail: 0.05, drop: 0.01, seed: 7))
        #expect(one != Self.draw(1000, fail: 0.05, drop: 0.01, seed: 8))
    }

    @Test func changedShareDoesNotMoveTheOtherFaults() {
        let few = Self.draw(1000, fail: 0.05, drop: 0.1, seed: 7)
        let many = Self.draw(1000, fail: 0.5, drop: 0.1, seed: 7)
        for (one, other) in zip(few, many) where one != nil { #expect(one == other) }
    }

    @Test(arguments: [(0.0, 0.0), (1, 0), (0, 1), (0.3, 0.2)])
    func sharesAreKept(fail: Double, drop: Double) {
        let faults = Self.draw(10_000, fail: fail, drop: drop, seed: 3)
        func share(_ fault: RandomFaults.Fault) -> Double { Double(faults.count { $0 == fault }) / 10_000 }
        #expect(abs(share(.dropBefore) - drop / 2) < 0.02)
        #expect(abs(share(.dropAfter) - drop / 2) < 0.02)
        #expect(abs(share(.fail) - fail * (1 - drop)) < 0.02)
    }
}
