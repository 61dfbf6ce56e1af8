import DomoCalendar
import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

/// What domo exposes on the bus.
struct ExposureTests {
    private static let warmth = FacetName(path: "Casa/Warmth", type: .value)

    private func bus(_ change: (inout KNXExposure) -> Void = { _ in }, isUp: Bool = true) -> BusUnderTest {
        var exposure = KNXExposure(.facet(Self.warmth), group: groupAddress("5/0/1"), type: type(9, 1))
        change(&exposure)
        return BusUnderTest(KNXBindings(exposures: [exposure]), isUp: isUp)
    }

    @Test func onlyChangesAreSentAndNotTheFirstValue() {
        let bus = bus()
        bus.expose(Self.warmth, .number(21.5))
        #expect(bus.sent.isEmpty)
        bus.expose(Self.warmth, .number(22))
        #expect(bus.telegrams == ["5/0/1=0c4c"])
        bus.expose(Self.warmth, .number(22))
        #expect(bus.sent.count == 1)
    }

    @Test func valueThatIsKnownLateOrAgainIsNotAChange() {
        let bus = bus()
        bus.expose(Self.warmth, nil)
        bus.expose(Self.warmth, .number(21.5))
        #expect(bus.sent.isEmpty)
        // The connection is lost and all states are read again.
        bus.expose(Self.warmth, nil)
        bus.expose(Self.warmth, .number(21.5))
        #expect(bus.sent.isEmpty)
        bus.expose(Self.warmth, nil)
        bus.expose(Self.warmth, .number(22))
        #expect(bus.telegrams == ["5/0/1=0c4c"])
    }

    @Test func readIsAnsweredWithTheKnownValue() {
        let bus = bus()
        let read = GroupTelegram(
            source: IndividualAddress(raw: 0x1105),
            destination: groupAddress("5/0/1"),
            service: .read
        )
        bus.handle(.received(read, frame: []))
        #expect(bus.sent.isEmpty)
        bus.expose(Self.warmth, .number(21.5))
        bus.handle(.received(read, frame: []))
        #expect(bus.telegrams == ["5/0/1!0c33"])
    }

    @Test func changesDuringTheCooldownAreSentOnceAtItsEnd() {
        let bus = bus { $0.cooldown = .seconds(10) }
        for value in [20, 21, 22, 23] as [Decimal] { bus.expose(Self.warmth, .number(value)) }
        #expect(bus.sent.count == 1)
        bus.pass(.seconds(11))
        #expect(bus.telegrams == ["5/0/1=0c1a", "5/0/1=0c7e"])
    }

    @Test func valueIsRepeated() {
        let bus = bus { $0.every = .seconds(60) }
        bus.expose(Self.warmth, .number(21.5))
        bus.pass(.seconds(125))
        #expect(bus.telegrams == ["5/0/1=0c33", "5/0/1=0c33"])
    }

    /// A repetition waits for a busy bus, as a read does; a change is sent at once.
    @Test func repetitionsWaitForABusyBus() {
        let bus = bus { $0.every = .seconds(60) }
        bus.expose(Self.warmth, .number(21.5))
        func busy(_ seconds: Int) {
            for _ in 0..<seconds * 50 {
                bus.receive("7/7/7", .bits(1))
                bus.pass(.milliseconds(20))
            }
        }
        busy(59)
        bus.expose(Self.warmth, .number(22))
        #expect(bus.telegrams == ["5/0/1=0c4c"])
        busy(300)
        // Five are due; each waits for its second at most.
        #expect(4...5 ~= bus.telegrams.count - 1, "\(bus.telegrams.count)")
    }

    @Test func manyRepetitionsOnABusyBusAreSpread() {
        let exposures = (0..<20).map { number in
            var exposure = KNXExposure(.facet(Self.warmth), group: groupAddress("5/0/\(number)"), type: type(9, 1))
            exposure.every = .seconds(60)
            return exposure
        }
        let bus = BusUnderTest(KNXBindings(exposures: exposures), isUp: true)
        bus.expose(Self.warmth, .number(21.5))
        var counts: [Int] = []
        for second in 0..<70 {
            let before = bus.sent.count
            for _ in 0..<50 {
                bus.receive("7/7/7", .bits(1))
                bus.pass(.milliseconds(20))
            }
            if second >= 60 { counts.append(bus.sent.count - before) }
        }
        #expect(counts.allSatisfy { $0 <= 2 }, "\(counts)")
        #expect(counts.reduce(0, +) > 5)
    }

    @Test func telegramFromTheBusIsAnOrder() {
        let bus = bus { $0.receives = true }
        bus.receive("5/0/1", .octets([0x0C, 0x33]))
        bus.receive("5/0/1", .octets([0x0C, 0x33]), isResponse: true)
        let orders = bus.reports.flatMap { report -> [LinkOrder] in
            if case .requested(let orders) = report { orders } else { [] }
        }
        #expect(orders == [LinkOrder(Self.warmth, .number(21.5), address: "5/0/1", source: "1.1.5")])
    }

    /// 22:13:20 UTC on Tuesday, 14 November 2023.
    @Test(arguments: [(UInt16(10), "5/0/9=560d14"), (11, "5/0/9=0e0b17")])
    func timeIsSentOnConnectingAndEveryHour(main: UInt16, telegram: String) {
        let exposure = KNXExposure(.clock(house: "Casa"), group: groupAddress("5/0/9"), type: type(main, 1))
        let bus = BusUnderTest(KNXBindings(exposures: [exposure]), clocks: ["Casa": LocalClock(UTC())])
        #expect(bus.telegrams == [telegram])
        bus.pass(.seconds(3700))
        #expect(bus.sent.count == 2)
    }

    private static func clock(
        _ main: UInt16,
        every: Duration? = nil,
        _ zone: any TimeZoneRules = UTC()
    ) -> BusUnderTest {
        let exposure = KNXExposure(
            .clock(house: "Casa"),
            group: groupAddress("5/0/9"),
            type: type(main, 1),
            every: every
        )
        return BusUnderTest(KNXBindings(exposures: [exposure]), clocks: ["Casa": LocalClock(zone)])
    }

    @Test(arguments: [(Duration.seconds(600), 7), (.seconds(7200), 1), (.seconds(60), 62)])
    func timeIsSentAtTheGivenInterval(every: Duration, count: Int) {
        let bus = Self.clock(10, every: every)
        bus.pass(.seconds(3700))
        #expect(bus.sent.count == count)
    }

    /// A zone whose clocks are one hour ahead until, or from, a moment: 10 minutes after the start of the test.
    private struct Zone: TimeZoneRules {
        static let change: Int64 = 1_700_000_600_000
        var isAheadAfter: Bool
        var name: String { "test" }

        func isSummerTime(at time: Timestamp) -> Bool { (time.milliseconds >= Self.change) == isAheadAfter }

        func offset(at time: Timestamp) -> Int { isSummerTime(at: time) ? 3600 : 0 }
    }

    /// Octet 7, bit 0 is summer time; octet 8, bit 7 says that the clock is synchronised.
    @Test(arguments: [
        (true, ["5/0/9=7b0b0e560d142000", "5/0/9=7b0b0e5717142100"]),
        (false, ["5/0/9=7b0b0e570d142100", "5/0/9=7b0b0e5617142000"]),
    ])
    func timeIsSentWhenTheClocksChange(isAheadAfter: Bool, telegrams: [String]) {
        let bus = Self.clock(19, every: .seconds(3600), Zone(isAheadAfter: isAheadAfter))
        bus.pass(.seconds(601))
        #expect(bus.telegrams == telegrams)
        bus.pass(.seconds(3590))
        #expect(bus.sent.count == 2)
        bus.pass(.seconds(20))
        #expect(bus.sent.count == 3)
    }

    @Test func timeSaysWhetherTheClockIsSynchronised() {
        let bus = Self.clock(19)
        bus.noteClock(isSynchronized: true)
        bus.pass(.seconds(3600))
        bus.noteClock(isSynchronized: false)
        bus.pass(.seconds(3600))
        #expect(bus.telegrams.map { String($0.suffix(4)) } == ["2000", "2080", "2000"])
    }

    /// A router that loses telegrams would lose more.
    @Test func timeIsNotSentAgainAfterMissedFrames() {
        let exposure = KNXExposure(.clock(house: "Casa"), group: groupAddress("5/0/9"), type: type(10, 1))
        let bus = BusUnderTest(KNXBindings(exposures: [exposure]), clocks: ["Casa": LocalClock(UTC())])
        bus.handle(.missed(reason: "the router lost 3 telegrams"))
        #expect(bus.sent.count == 1)
    }

    @Test func dateAndTimeAreSentInOneTelegram() {
        let exposure = KNXExposure(.clock(house: "Casa"), group: groupAddress("5/0/9"), type: type(19, 1))
        let bus = BusUnderTest(KNXBindings(exposures: [exposure]), clocks: ["Casa": LocalClock(UTC())])
        #expect(bus.telegrams.first?.hasPrefix("5/0/9=7b0b0e560d14") == true, "\(bus.telegrams)")
    }

    @Test func stateOfASceneIsSentAndAnswered() {
        let exposure = KNXExposure(.scene("Noche"), group: groupAddress("5/0/2"), type: type(1, 1))
        let bus = BusUnderTest(KNXBindings(exposures: [exposure]))
        #expect(KNXLinkProfile(label: "knx", bindings: KNXBindings(exposures: [exposure])).exposed == [.scene("Noche")])
        bus.expose(.scene("Noche"), .off)
        #expect(bus.sent.isEmpty)
        bus.expose(.scene("Noche"), .on)
        bus.expose(.scene("Noche"), .off)
        bus.expose(.scene("Otra"), .on)
        #expect(bus.telegrams == ["5/0/2=01", "5/0/2=00"])
        let read = GroupTelegram(destination: groupAddress("5/0/2"), service: .read)
        bus.handle(.received(read, frame: []))
        #expect(bus.telegrams.last == "5/0/2!00")
    }

    @Test func valueOutOfRangeForTheTypeIsLoggedAndNotSent() {
        let bus = bus { $0.type = type(5, 10) }
        bus.expose(Self.warmth, .number(21))
        bus.expose(Self.warmth, .number(300))
        #expect(bus.sent.isEmpty)
        #expect(bus.notes.last?.hasPrefix("Casa/Warmth (value) is not sent to 5/0/1: ") == true, "\(bus.notes)")
    }
}
