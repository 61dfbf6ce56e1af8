import DomoModel
import Testing

@testable import DomoFleet

/// How far the clock of the house is from that of the fleet.
struct ClockOffsetTests {
    static func moment(_ milliseconds: Int64, ahead: Int64 = 0) -> Moment {
        Moment(
            sinceBoot: .milliseconds(milliseconds),
            time: Timestamp(milliseconds: 1_795_212_000_000 + milliseconds + ahead)
        )
    }

    var clock = ClockOffset()

    @Test func withoutAnySourceItIsUnknown() {
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(0)) }
    }

    @Test mutating func replyTellsTheOffsetWithinHalfOfItsTime() throws {
        clock.add(sent: Self.moment(0), received: Self.moment(200), fleet: 1_795_212_000_100 + 300)
        let range = try clock.range(at: Self.moment(200))
        #expect(range.contains(300) && range.lowerBound >= 190 && range.upperBound <= 410)
        // The best of them is kept.
        clock.add(sent: Self.moment(300), received: Self.moment(1300), fleet: 1_795_212_000_800 + 300)
        #expect(try clock.range(at: Self.moment(1300)).count < 230)
        clock.add(sent: Self.moment(1400), received: Self.moment(1410), fleet: 1_795_212_001_405 + 300)
        #expect(try clock.range(at: Self.moment(1410)).count < 20)
    }

    @Test mutating func setClockIsSeenAtOnce() throws {
        clock.add(sent: Self.moment(0), received: Self.moment(10), fleet: 1_795_212_000_005)
        #expect(try clock.range(at: Self.moment(1000)).contains(0))
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(1000, ahead: 5000)) }
        #expect(try clock.range(at: Self.moment(1000, ahead: -500)).contains(500))
    }

    @Test mutating func sampleGrowsOld() throws {
        clock.add(sent: Self.moment(0), received: Self.moment(10), fleet: 1_795_212_000_005)
        #expect(try clock.range(at: Self.moment(3_600_000)).count > 1400)
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(6 * 3_600_000)) }
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(-1000)) }
    }

    @Test mutating func kernelCountsOnlyIfItsErrorIsSmall() throws {
        clock.use(ClockOffset.Kernel(isSynchronized: false, maxError: 1))
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(0)) }
        clock.use(ClockOffset.Kernel(isSynchronized: true, maxError: 16_000))
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(0)) }
        clock.use(ClockOffset.Kernel(isSynchronized: true, maxError: 50))
        #expect(try clock.range(at: Self.moment(0)) == -50...50)
    }

    @Test mutating func sourcesThatContradictEachOtherSayNothing() {
        clock.use(ClockOffset.Kernel(isSynchronized: true, maxError: 50))
        clock.add(sent: Self.moment(0), received: Self.moment(10), fleet: 1_795_212_000_605)
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(10)) }
    }

    @Test(arguments: [Int64.min, .max, 0, -1, 253_402_300_799_999])
    mutating func absurdTimesDoNoHarm(_ fleet: Int64) {
        clock.add(sent: Self.moment(0), received: Self.moment(10), fleet: fleet)
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(20)) }
        clock.add(sent: Self.moment(10), received: Self.moment(0), fleet: 1_795_212_000_000)
        clock.add(sent: Self.moment(0), received: Self.moment(5000), fleet: 1_795_212_000_000)
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(5000)) }
    }
}
