import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

/// Reads that no device answers, and states that are read at an interval.
struct RepeatedReadTests {
    private func bindings(_ read: KNXFacet.Read, expires: Duration? = nil) -> KNXBindings {
        KNXBindings(facets: [
            KNXFacet(
                FacetName(path: "Casa/T", type: .value),
                states: [groupAddress("3/0/1")],
                type: type(9, 1),
                read: read,
                expires: expires
            )
        ])
    }

    private func bus(_ read: KNXFacet.Read, expires: Duration? = nil) -> BusUnderTest {
        BusUnderTest(bindings(read, expires: expires))
    }

    @Test func intervalOfANewLoadBeginsAtOnce() {
        let bus = bus(.atStart)
        bus.use(bindings(.every(.seconds(600))))
        bus.pass(.seconds(600))
        #expect(bus.telegrams == ["3/0/1?"])
    }

    /// The number of telegrams after each of these times.
    private func counts(_ bus: BusUnderTest, _ pauses: [Duration]) -> [Int] {
        pauses.map { pause in
            let before = bus.sent.count
            var passed = Duration.zero
            while passed < pause {
                bus.pass(.seconds(1))
                if bus.sent.count > before { bus.confirm() }
                passed += .seconds(1)
            }
            return bus.sent.count - before
        }
    }

    @Test func unansweredReadIsRepeatedAtGrowingIntervals() {
        let bus = bus(.atStart)
        _ = bus.read("Casa/T")
        bus.confirm()
        let pauses = [50, 20, 270, 70, 1700, 300, 80_000, 20_000].map { Duration.seconds($0) }
        #expect(counts(bus, pauses) == [0, 1, 0, 1, 0, 1, 0, 1])
    }

    @Test func stateEndsTheRepetition() {
        let bus = bus(.atStart)
        _ = bus.read("Casa/T")
        bus.confirm()
        bus.pass(.seconds(5))
        bus.receive("3/0/1", .octets([0x0C, 0x33]))
        bus.pass(.seconds(90_000))
        #expect(bus.sent.count == 1)
    }

    @Test func stateThatNeverArrivedIsReadWhenItWouldHaveExpired() {
        let bus = bus(.onExpiry, expires: .seconds(30))
        bus.pass(.seconds(31))
        #expect(bus.telegrams == ["3/0/1?"])
    }

    @Test func whatNeverReportsIsReadAtItsInterval() {
        let bus = bus(.every(.seconds(600)))
        for round in 1...3 {
            bus.pass(.seconds(600))
            #expect(bus.sent.count == round)
            bus.confirm()
            bus.receive("3/0/1", .octets([0x0C, 0x33]), isResponse: true)
        }
        bus.pass(.seconds(599))
        #expect(bus.sent.count == 3)
    }
}
