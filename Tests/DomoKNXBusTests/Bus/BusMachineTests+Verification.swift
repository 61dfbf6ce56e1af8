import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

// Reads of states that may be wrong, and the timeouts of reads.

extension BusMachineTests {
    private static func dimmer() -> KNXBindings {
        KNXBindings(facets: [
            KNXFacet(
                FacetName(path: "Casa/D", type: .binary),
                command: groupAddress("1/0/2"),
                states: [groupAddress("1/4/2")],
                listens: [KNXListen(group: groupAddress("0/0/1"), type: type(1, 1))],
                type: type(1, 1)
            ),
            KNXFacet(
                FacetName(path: "Casa/D", type: .regulable),
                command: groupAddress("1/2/2"),
                states: [groupAddress("1/5/2")],
                type: type(5, 1),
                relative: groupAddress("1/1/2")
            ),
        ])
    }

    /// The telegram may not have reached the actuator.
    @Test(arguments: [("0/0/1", UInt8(1)), ("1/0/2", 0), ("1/1/2", 9)])
    func externalCommandWithoutStatusIsVerified(address: String, bits: UInt8) {
        let bus = BusUnderTest(Self.dimmer())
        bus.receive(address, .bits(bits))
        bus.pass(.seconds(9))
        #expect(bus.sent.isEmpty)
        bus.pass(.seconds(2))
        #expect(bus.telegrams == ["1/4/2?", "1/5/2?"])
    }

    /// The switch would show the last level; the level is reported last, as unknown.
    @Test func levelOfADimmingLampIsUnknown() {
        let bus = BusUnderTest(Self.dimmer())
        bus.receive("1/1/2", .bits(0b1001))
        #expect(bus.observations.map(\.facet.type) == [.binary, .regulable])
        #expect(bus.observations.map(\.value) == [.on, nil])
    }

    @Test func externalCommandWithStatusIsNotVerified() {
        let bus = BusUnderTest(Self.dimmer())
        bus.receive("0/0/1", .bits(1))
        bus.receive("1/4/2", .bits(1))
        bus.receive("1/5/2", .octets([255]))
        bus.pass(.seconds(60))
        #expect(bus.sent.isEmpty)
    }

    /// Only the level has a status, so the level is read.
    @Test func ownOrderWithoutAStateIsVerifiedByItsSibling() {
        var bindings = Self.dimmer()
        bindings.facets[0].states = []
        let bus = BusUnderTest(bindings)
        bus.obey("Casa/D", .off)
        bus.pass(.seconds(9))
        #expect(bus.telegrams == ["1/0/2=00"])
        bus.pass(.seconds(2))
        #expect(bus.telegrams == ["1/0/2=00", "1/5/2?"])
    }

    @Test func ownOrderWithAStateIsVerifiedByTheEngineOnly() {
        let bus = BusUnderTest(Self.dimmer())
        bus.obey("Casa/D", .off)
        bus.pass(.seconds(60))
        #expect(bus.telegrams == ["1/0/2=00"])
    }

    @Test func loadKeepsPendingVerificationsAndExpiries() {
        var bindings = Self.dimmer()
        bindings.facets[1].read = .onExpiry
        bindings.facets[1].expires = .seconds(60)
        let bus = BusUnderTest(bindings)
        bus.receive("1/5/2", .octets([128]))
        bus.receive("1/0/2", .bits(1))
        bus.receive("1/5/2", .octets([128]))
        bindings.facets.reverse()
        bus.use(bindings)
        bus.pass(.seconds(11))
        #expect(bus.telegrams == ["1/4/2?"])
        bus.pass(.seconds(60))
        #expect(bus.telegrams == ["1/4/2?", "1/5/2?"])
    }

    /// A cover without a position reports its movement on other addresses.
    @Test func externalMovementCommandIsVerified() {
        let motion = KNXMotion(moving: groupAddress("2/4/1"), direction: groupAddress("2/5/1"))
        let cover = KNXFacet(
            FacetName(path: "Casa/C", type: .bidirectional),
            command: groupAddress("2/0/1"),
            type: type(1, 8),
            motion: motion
        )
        let bus = BusUnderTest(KNXBindings(facets: [cover]))
        bus.receive("2/4/1", .bits(0), isResponse: true)
        let before = bus.telegrams
        bus.receive("2/0/1", .bits(1))
        bus.pass(.seconds(11))
        #expect(bus.telegrams.dropFirst(before.count) == ["2/4/1?", "2/5/1?"])
    }

    // MARK: - Abandoned reads

    private static func contacts(_ count: Int) -> KNXBindings {
        KNXBindings(
            facets: (0..<count).map { number in
                KNXFacet(
                    FacetName(path: "Casa/\(number)", type: .binary),
                    states: [groupAddress("1/4/\(number)")],
                    type: type(1, 1)
                )
            }
        )
    }

    /// They and their answers still load the bus.
    @Test func readsOnTheBusStillCountAfterALoad() {
        let bus = BusUnderTest(Self.contacts(20))
        for number in 0..<6 {
            bus.read("Casa/\(number)")
            bus.end(.confirmed)
        }
        bus.givesBack = false
        bus.use(Self.contacts(20))
        for number in 10..<16 { bus.read("Casa/\(number)") }
        #expect(bus.sent.count == 6)
        bus.receive("1/4/3", .bits(1), isResponse: true)
        #expect(bus.telegrams.dropFirst(6) == ["1/4/10?"])
        bus.pass(.milliseconds(2001))
        #expect(bus.sent.count > 7)
    }

    /// Telegrams that the connection gives back were never on the bus.
    @Test func readsThatWereTakenBackDoNotCount() {
        let bus = BusUnderTest(Self.contacts(20))
        for number in 0..<6 { bus.read("Casa/\(number)") }
        bus.handle(.down(reason: "the cable"))
        #expect(bus.cancelled == bus.sent.map(\.ticket))
        bus.handle(.up(own: nil, maxAPDU: 254))
        for number in 10..<16 { bus.read("Casa/\(number)") }
        #expect(bus.sent.count == 12)
    }

    @Test func readIsTakenBackWhenTheStateArrivesUnasked() {
        let bus = BusUnderTest(Self.bindings())
        let id = bus.read("Casa/Luz")
        bus.receive("1/4/1", .bits(1))
        #expect(bus.answers[id] != nil)
        #expect(bus.cancelled == bus.sent.map(\.ticket))
    }

    /// The engine charges a query and an order whether telegrams follow or not; the link has to charge the same.
    @Test func ownReadsRespectWhatTheEngineCharged() {
        var bindings = Self.contacts(1)
        let bus = BusUnderTest(bindings)
        for _ in 0..<12 { bus.read("Casa/0") }
        #expect(bus.sent.count == 1)
        bindings.facets.append(
            KNXFacet(
                FacetName(path: "Casa/C", type: .bidirectional),
                command: groupAddress("2/0/1"),
                type: type(1, 8),
                motion: KNXMotion(locked: groupAddress("2/6/1"))
            )
        )
        bus.use(bindings)
        #expect(bus.sent.count == 1)
        bus.pass(.milliseconds(200))
        #expect(bus.telegrams.last == "2/6/1?")
    }

    /// The connection may not have sent them yet.
    @Test func waitingReadsAreTakenBackAtALoad() {
        let bus = BusUnderTest(Self.bindings())
        bus.read("Casa/Luz")
        let tickets = bus.sent.map(\.ticket)
        #expect(!tickets.isEmpty)
        bus.use(Self.bindings())
        #expect(bus.cancelled == tickets)
    }

    /// The read may wait in the connection, behind orders or because of the pace of routing.
    @Test func timeoutOfAReadBeginsWhenItIsOnTheBus() {
        let bus = BusUnderTest(Self.bindings())
        let id = bus.read("Casa/Luz")
        bus.pass(.milliseconds(1900))
        bus.end(.sent)
        bus.pass(.milliseconds(1900))
        #expect(bus.answers[id] == nil)
        bus.receive("1/4/1", .bits(1), isResponse: true)
        #expect(bus.answers[id] != nil)
    }
}
