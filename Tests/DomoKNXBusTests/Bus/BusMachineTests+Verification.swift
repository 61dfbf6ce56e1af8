import DomoEngine
import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXBus

// What is read because it may be wrong, and how long an answer is waited for.

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

    /// A telegram may not have reached the actuator.
    @Test(arguments: [("0/0/1", UInt8(1)), ("1/0/2", 0), ("1/1/2", 9)])
    func commandOfOthersWithoutAStatusIsComparedWithTheActuator(address: String, bits: UInt8) {
        let bus = BusUnderTest(Self.dimmer())
        bus.hear(address, .bits(bits))
        bus.pass(.seconds(9))
        #expect(bus.sent.isEmpty)
        bus.pass(.seconds(2))
        #expect(bus.telegrams == ["1/4/2?", "1/5/2?"])
    }

    @Test func commandOfOthersWithItsStatusIsNotRead() {
        let bus = BusUnderTest(Self.dimmer())
        bus.hear("0/0/1", .bits(1))
        bus.hear("1/4/2", .bits(1))
        bus.hear("1/5/2", .octets([255]))
        bus.pass(.seconds(60))
        #expect(bus.sent.isEmpty)
    }

    @Test func loadKeepsWhatIsToBeComparedAndWhatExpires() {
        var bindings = Self.dimmer()
        bindings.facets[1].read = .onExpiry
        bindings.facets[1].expires = .seconds(60)
        let bus = BusUnderTest(bindings)
        bus.hear("1/5/2", .octets([128]))
        bus.hear("1/0/2", .bits(1))
        bus.hear("1/5/2", .octets([128]))
        bindings.facets.reverse()
        bus.use(bindings)
        bus.pass(.seconds(11))
        #expect(bus.telegrams == ["1/4/2?"])
        bus.pass(.seconds(60))
        #expect(bus.telegrams == ["1/4/2?", "1/5/2?"])
    }

    /// The interface still has them: what it did not send is taken back.
    @Test func readsThatWaitAreTakenBackAtALoad() {
        let bus = BusUnderTest(Self.bindings())
        bus.read("Casa/Luz")
        let tickets = bus.sent.map(\.ticket)
        #expect(!tickets.isEmpty)
        bus.use(Self.bindings())
        #expect(bus.takenBack == tickets)
    }

    /// It may wait in the connection, behind orders and the pace of routing.
    @Test func patienceOfAReadBeginsWhenItIsOnTheBus() {
        let bus = BusUnderTest(Self.bindings())
        let id = bus.read("Casa/Luz")
        bus.pass(.milliseconds(1900))
        bus.end(.sent)
        bus.pass(.milliseconds(1900))
        #expect(bus.answers[id] == nil)
        bus.hear("1/4/1", .bits(1), isResponse: true)
        #expect(bus.answers[id] != nil)
    }
}
