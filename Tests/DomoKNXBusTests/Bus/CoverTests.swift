import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

/// Covers: with and without a position on the bus.
struct CoverTests {
    private static let path = "Casa/Persiana"

    /// Without an address for positions: `<k:Movimiento orden="2/0/2" paso="2/1/2" subida="20s" bajada="10s">`
    private static func timed(stop: String? = nil, locked: String? = nil) -> KNXBindings {
        KNXBindings(facets: [
            KNXFacet(
                FacetName(path: path, type: .bidirectional),
                command: groupAddress("2/0/2"),
                listens: [KNXListen(group: groupAddress("0/1/1"), type: type(1, 8))],
                type: type(1, 8),
                motion: KNXMotion(
                    stop: stop.map(groupAddress),
                    step: groupAddress("2/1/2"),
                    up: .seconds(20),
                    down: .seconds(10),
                    locked: locked.map(groupAddress)
                )
            ),
            KNXFacet(FacetName(path: path, type: .regulable), type: type(5, 1)),
        ])
    }

    private func lastLevel(_ bus: BusUnderTest) -> Observation? {
        bus.observations.last { $0.facet.type == .regulable }
    }

    @Test func timedPositionIsKnownAtTheEndOfTravel() {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, .down)
        #expect(lastLevel(bus) == nil)
        bus.pass(.seconds(13))
        #expect(lastLevel(bus)?.value == level(100))
        #expect(lastLevel(bus)?.kind == .commandSeen)
        #expect(bus.movements.last == false)
    }

    @Test func positionIsReachedByTimedMovement() {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, .up)
        bus.pass(.seconds(30))
        let id = bus.obey(Self.path, level(40))
        #expect(bus.outcomes[id] == .accepted)
        #expect(bus.telegrams == ["2/0/2=00", "2/0/2=01"])
        bus.pass(.milliseconds(3999))
        #expect(bus.sent.count == 2)
        bus.pass(.milliseconds(1))
        #expect(bus.telegrams.last == "2/1/2=00")
        bus.confirm()
        #expect(lastLevel(bus)?.value == level(40))
    }

    @Test func coverAtAnUnknownPositionMovesToAnEndFirst() {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, level(40))
        #expect(bus.telegrams == ["2/0/2=00"])
        bus.pass(.seconds(23))
        #expect(bus.telegrams == ["2/0/2=00", "2/0/2=01"])
        bus.confirm()
        bus.pass(.seconds(4))
        #expect(bus.telegrams.last == "2/1/2=00")
    }

    @Test func externalCommandsChangeTheEstimate() {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, .up)
        bus.pass(.seconds(30))
        bus.receive("0/1/1", .bits(1))
        bus.pass(.seconds(5))
        bus.receive("2/1/2", .bits(1))
        #expect(lastLevel(bus)?.value == level(50))
    }

    @Test func externalCommandCancelsAPlannedStop() {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, .up)
        bus.pass(.seconds(30))
        bus.obey(Self.path, level(40))
        bus.pass(.seconds(1))
        bus.receive("2/0/2", .bits(0))
        bus.pass(.seconds(10))
        #expect(bus.telegrams == ["2/0/2=00", "2/0/2=01"])
    }

    @Test func stopAtRestIsNotSentToAStepAddress() {
        let bus = BusUnderTest(Self.timed())
        let id = bus.order(Self.path, .stop)
        #expect(bus.sent.isEmpty)
        #expect(bus.outcomes[id] == .accepted)
    }

    @Test func stopWhileMovingIsSent() {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, .down)
        bus.pass(.seconds(2))
        bus.obey(Self.path, .stop)
        #expect(bus.telegrams.last == "2/1/2=00")
        bus.pass(.seconds(60))
        #expect(bus.movements.last == false)
    }

    @Test func ordersToTheEndsAreSentRegardlessOfTheEstimate() {
        let bus = BusUnderTest(Self.timed())
        for _ in 0..<2 {
            bus.obey(Self.path, level(0))
            bus.pass(.seconds(30))
        }
        #expect(bus.telegrams == ["2/0/2=00", "2/0/2=00"])
    }

    @Test func positionIsUnknownAfterTheConnectionWasLost() {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, .up)
        bus.pass(.seconds(30))
        #expect(lastLevel(bus)?.value == level(0))
        bus.obey(Self.path, .down)
        bus.pass(.seconds(3))
        #expect(bus.movements.last == true)
        bus.handle(.down(reason: "paused"))
        #expect(lastLevel(bus)?.value == nil)
        #expect(bus.movements.last == false)
        bus.handle(.up(own: nil, maxAPDU: nil))
        bus.pass(.seconds(60))
        #expect(lastLevel(bus)?.value == nil)
    }

    @Test func nothingIsStoppedAfterTheConnectionWasLost() {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, .up)
        bus.pass(.seconds(30))
        bus.obey(Self.path, level(40))
        bus.handle(.down(reason: "lost"))
        bus.handle(.up(own: nil, maxAPDU: nil))
        bus.pass(.seconds(60))
        #expect(bus.telegrams == ["2/0/2=00", "2/0/2=01"])
    }

    /// The telegram may wait in the connection: a stop sent before it would turn the slats.
    @Test func timeToAPositionCountsFromTheConfirmation() {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, .up)
        bus.pass(.seconds(30))
        bus.order(Self.path, level(40))
        bus.pass(.seconds(6))
        #expect(bus.telegrams == ["2/0/2=00", "2/0/2=01"])
        bus.confirm()
        bus.pass(.milliseconds(3999))
        #expect(bus.sent.count == 2)
        bus.pass(.milliseconds(1))
        #expect(bus.telegrams.last == "2/1/2=00")
    }

    /// Another device moved the cover past the position: it continues to the end and comes back from there.
    @Test func positionPassedInTheMeantimeIsReachedFromTheEnd() {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, .up)
        bus.pass(.seconds(30))
        let id = bus.order(Self.path, level(40))
        let ticket = bus.sent.last?.ticket
        bus.receive("2/0/2", .bits(1))
        bus.pass(.seconds(6))
        bus.handle(.ended(ticket: ticket ?? 0, .confirmed))
        #expect(bus.outcomes[id] == .accepted)
        bus.pass(.seconds(14))
        #expect(bus.telegrams == ["2/0/2=00", "2/0/2=01", "2/0/2=00"])
        bus.confirm()
        bus.pass(.seconds(12))
        #expect(bus.telegrams.last == "2/1/2=00")
        bus.confirm()
        #expect(lastLevel(bus)?.value == level(40))
    }

    /// Whether the cover moves is unknown: a failed order neither moves it on nor stops it.
    @Test(arguments: [true, false])
    func unconfirmedMovementIsNotContinued(isCancelled: Bool) {
        let bus = BusUnderTest(Self.timed())
        bus.givesBack = false
        let id = bus.order(Self.path, level(40))
        if isCancelled { bus.cancel(id) }
        bus.pass(.seconds(120))
        #expect(bus.outcomes[id] != nil)
        #expect(bus.telegrams == ["2/0/2=00"])
    }

    /// It may have moved from the top: the next order moves it to an end first.
    @Test(arguments: [true, false])
    func unconfirmedMovementLeavesThePositionUnknown(isCancelled: Bool) {
        let bus = BusUnderTest(Self.timed())
        bus.givesBack = false
        bus.obey(Self.path, .up)
        bus.pass(.seconds(30))
        let id = bus.order(Self.path, level(40))
        if isCancelled { bus.cancel(id) }
        bus.pass(.seconds(20))
        bus.order(Self.path, level(40))
        #expect(bus.telegrams == ["2/0/2=00", "2/0/2=01", "2/0/2=00"])
    }

    @Test func failedStopIsRetriedOnce() {
        let bus = BusUnderTest(Self.timed(stop: "2/1/3"))
        bus.obey(Self.path, .up)
        bus.pass(.seconds(30))
        bus.obey(Self.path, level(40))
        bus.pass(.seconds(4))
        bus.end(.lost(reason: "no confirmation"))
        bus.end(.lost(reason: "no confirmation"))
        #expect(bus.telegrams == ["2/0/2=00", "2/0/2=01", "2/1/3=01", "2/1/3=01"])
        #expect(lastLevel(bus)?.value == nil)
    }

    @Test(arguments: [
        (TelegramEnd.lost(reason: "no confirmation"), 1), (.refused(reason: "no acknowledgement"), 2),
        (.notSent(reason: "too many"), 2),
    ])
    func stepThatMayHaveBeenSentIsNotRepeated(_ end: TelegramEnd, steps: Int) {
        let bus = BusUnderTest(Self.timed())
        bus.obey(Self.path, .up)
        bus.pass(.seconds(30))
        bus.obey(Self.path, level(40))
        bus.pass(.seconds(4))
        bus.end(end)
        #expect(bus.telegrams.count { $0 == "2/1/2=00" } == steps)
    }

    @Test func onlyAStopByStepMustNotBeRepeated() {
        let target = Target(name: "Persiana", path: Self.path, types: FacetTypes([.bidirectional]) ?? FacetTypes())
        let stepped = KNXLinkProfile(label: "knx://test", bindings: Self.timed())
        #expect(!stepped.mayRepeat(.stop, of: target))
        #expect(stepped.mayRepeat(.up, of: target))
        let stopped = KNXLinkProfile(label: "knx://test", bindings: Self.timed(stop: "2/1/3"))
        #expect(stopped.mayRepeat(.stop, of: target))
    }

    @Test func positionAtTheEndOfTravelEndsTheMovement() {
        let bindings = KNXBindings(facets: [
            KNXFacet(
                FacetName(path: Self.path, type: .bidirectional),
                command: groupAddress("2/0/1"),
                type: type(1, 8),
                motion: KNXMotion(step: groupAddress("2/1/1"))
            ),
            KNXFacet(
                FacetName(path: Self.path, type: .regulable),
                states: [groupAddress("2/3/1")],
                type: type(5, 1)
            ),
        ])
        let bus = BusUnderTest(bindings)
        bus.obey(Self.path, .down)
        bus.receive("2/3/1", .octets([128]))
        #expect(bus.movements.last == true)
        bus.receive("2/3/1", .octets([255]))
        #expect(bus.movements.last == false)
        // At rest a step would turn the slats.
        bus.order(Self.path, .stop)
        #expect(bus.telegrams == ["2/0/1=01"])
    }

    @Test func lockedCoverRefusesWithTheReason() {
        let bus = BusUnderTest(Self.timed(locked: "2/5/1"))
        #expect(bus.telegrams == ["2/5/1?"])
        bus.receive("2/5/1", .bits(1), isResponse: true)
        let id = bus.order(Self.path, .up)
        guard case .refused(let reason, _, _, _)? = bus.outcomes[id] else { return #expect(Bool(false)) }
        #expect(reason.contains("2/5/1"))
        bus.receive("2/5/1", .bits(0))
        bus.order(Self.path, .up)
        #expect(bus.telegrams.last == "2/0/2=00")
    }

    @Test func positionFromTheBusReplacesTheEstimate() {
        var bindings = Self.timed()
        bindings.facets[1].states = [groupAddress("2/3/1")]
        let bus = BusUnderTest(bindings)
        bus.obey(Self.path, .down)
        bus.receive("2/3/1", .octets([102]))
        bus.pass(.seconds(30))
        #expect(lastLevel(bus)?.value == level(40))
        #expect(lastLevel(bus)?.kind == .state)
    }
}
