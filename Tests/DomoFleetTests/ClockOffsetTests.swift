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

    static func reply(_ milliseconds: Int64, error: Int64 = 0) -> FleetTime {
        .time(1_795_212_000_000 + milliseconds, error: error)
    }

    var clock = ClockOffset()

    func unknown(at now: Moment) -> String? {
        do throws(ClockOffset.Unknown) {
            _ = try clock.range(at: now)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func withoutAnySourceItIsUnknown() {
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(0)) }
    }

    @Test mutating func replyTellsTheOffsetWithinHalfOfItsTime() throws {
        clock.add(sent: Self.moment(0), received: Self.moment(200), Self.reply(400))
        let range = try clock.range(at: Self.moment(200))
        #expect(range.contains(300) && range.lowerBound >= 190 && range.upperBound <= 410)
        // The best of them is kept.
        clock.add(sent: Self.moment(300), received: Self.moment(1300), Self.reply(1100))
        #expect(try clock.range(at: Self.moment(1300)).count < 230)
        clock.add(sent: Self.moment(1400), received: Self.moment(1410), Self.reply(1705))
        #expect(try clock.range(at: Self.moment(1410)).count < 20)
    }

    @Test mutating func setClockIsSeenAtOnce() throws {
        clock.add(sent: Self.moment(0), received: Self.moment(10), Self.reply(5))
        #expect(try clock.range(at: Self.moment(1000)).contains(0))
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(1000, ahead: 5000)) }
        #expect(try clock.range(at: Self.moment(1000, ahead: -500)).contains(500))
    }

    @Test mutating func sampleGrowsOld() throws {
        clock.add(sent: Self.moment(0), received: Self.moment(10), Self.reply(5))
        #expect(try clock.range(at: Self.moment(3_600_000)).count > 1400)
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(6 * 3_600_000)) }
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(-1000)) }
    }

    @Test mutating func errorOfTheWorkerCounts() throws {
        clock.add(sent: Self.moment(0), received: Self.moment(10), Self.reply(5, error: 400))
        let range = try clock.range(at: Self.moment(10))
        #expect(range.lowerBound < -400 && range.upperBound > 400 && range.count < 830)
        // A worse one does not replace it, a better one does.
        clock.add(sent: Self.moment(20), received: Self.moment(30), Self.reply(25, error: 900))
        #expect(try clock.range(at: Self.moment(30)).count < 830)
        clock.add(sent: Self.moment(40), received: Self.moment(50), Self.reply(45, error: 100))
        #expect(try clock.range(at: Self.moment(50)).count < 230)
    }

    @Test mutating func workerWithALargeErrorIsNoHelp() {
        clock.add(sent: Self.moment(0), received: Self.moment(10), Self.reply(5, error: 1200))
        #expect(unknown(at: Self.moment(10))?.contains("may be 1.2 s from that of the fleet") == true)
        #expect(clock.fleetTime(at: Self.moment(10)) == nil)
        clock.use(.synchronized(error: 100))
        #expect(unknown(at: Self.moment(10)) == nil)
    }

    @Test mutating func unsynchronizedWorkerIsTheReason() throws {
        #expect(unknown(at: Self.moment(0))?.contains("no worker reported the time") == true)
        clock.add(sent: Self.moment(0), received: Self.moment(10), .unsynchronized)
        #expect(unknown(at: Self.moment(10))?.contains("nor that of the worker") == true)
        clock.use(.synchronized(error: 100))
        #expect(try clock.range(at: Self.moment(10)) == -100...100)
        // What another worker replied is still known.
        clock.use(.unsynchronized)
        clock.add(sent: Self.moment(20), received: Self.moment(30), Self.reply(25))
        clock.add(sent: Self.moment(40), received: Self.moment(50), .unsynchronized)
        #expect(try clock.range(at: Self.moment(50)).count < 30)
    }

    @Test mutating func kernelCountsOnlyIfItsErrorIsSmall() throws {
        for kernel in [KernelClock.unsynchronized, .unknown, .synchronized(error: 1001), .synchronized(error: -1)] {
            clock.use(kernel)
            #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(0)) }
            #expect(clock.fleetTime(at: Self.moment(0)) == nil)
        }
        clock.use(.synchronized(error: 150))
        #expect(try clock.range(at: Self.moment(0)) == -150...150)
    }

    /// Each time service has its own servers, and some are vague.
    @Test mutating func sourcesMayDifferByLessThanASecond() throws {
        clock.use(.synchronized(error: 100))
        clock.add(sent: Self.moment(0), received: Self.moment(10), Self.reply(605))
        let range = try clock.range(at: Self.moment(10))
        #expect(range.lowerBound == -100 && (603...615).contains(range.upperBound))
        // Where they agree, both count.
        clock.use(.synchronized(error: 700))
        #expect(try clock.range(at: Self.moment(10)).count < 30)
    }

    @Test(arguments: [1200, -1200, 3_600_000] as [Int64])
    mutating func sourcesThatContradictEachOtherSayNothing(_ difference: Int64) {
        clock.use(.synchronized(error: 100))
        clock.add(sent: Self.moment(0), received: Self.moment(10), Self.reply(5 + difference))
        #expect(unknown(at: Self.moment(10))?.contains("is synchronized, but") == true)
    }

    /// A deadline is computed from it, and may not be too late.
    @Test mutating func timeOfTheFleetIsTheEarliest() {
        clock.use(.synchronized(error: 100))
        let begin = Self.moment(0).time.milliseconds
        #expect(clock.fleetTime(at: Self.moment(0)) == begin - 100)
        // Replies count more, whatever the wall clock shows.
        clock.add(sent: Self.moment(0, ahead: 9000), received: Self.moment(10, ahead: 9000), Self.reply(5, error: 50))
        let time = clock.fleetTime(at: Self.moment(1010, ahead: 9000)) ?? 0
        #expect((begin + 940...begin + 960).contains(time))
    }

    @Test(arguments: [Int64.min, .max, 0, -1, 253_402_300_799_999])
    mutating func absurdTimesDoNoHarm(_ fleet: Int64) {
        clock.add(sent: Self.moment(0), received: Self.moment(10), .time(fleet, error: 0))
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(20)) }
        clock.add(sent: Self.moment(10), received: Self.moment(0), Self.reply(0))
        clock.add(sent: Self.moment(0), received: Self.moment(5000), Self.reply(0))
        #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(5000)) }
        for error in [Int64.min, -1, 16_001, .max] {
            clock.add(sent: Self.moment(5000), received: Self.moment(5010), Self.reply(5005, error: error))
            #expect(throws: ClockOffset.Unknown.self) { try clock.range(at: Self.moment(5010)) }
        }
    }
}
