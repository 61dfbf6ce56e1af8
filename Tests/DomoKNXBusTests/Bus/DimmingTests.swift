import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

/// Relative dimming (3.007), as with a push button that is held.
struct DimmingTests {
    @Test(arguments: [(Dimming.up, "1/1/2=09", false), (.down, "1/1/2=01", false), (.stop, "1/1/2=00", true)])
    func dimmingIsATelegramOfItsOwnAddress(_ dimming: Dimming, _ telegram: String, mayRepeat: Bool) {
        let bus = BusUnderTest(BusMachineTests.bindings())
        let id = bus.order("Casa/Dimmer", .dimming(dimming))
        #expect(bus.telegrams == [telegram])
        #expect(bus.mayRepeat == [mayRepeat])
        bus.confirm()
        #expect(bus.outcomes[id] == .accepted)
        // The level is read when dimming has ended; the actuator reports it, too.
        #expect(bus.telegrams == (dimming == .stop ? [telegram, "1/5/2?"] : [telegram]))
    }

    @Test func elementWithoutARelativeAddressCannotBeDimmedByHolding() {
        let bus = BusUnderTest(
            KNXBindings(facets: [
                KNXFacet(FacetName(path: "Casa/L", type: .regulable), command: groupAddress("1/2/2"), type: type(5, 1))
            ])
        )
        let id = bus.order("Casa/L", .dimming(.up))
        #expect(bus.telegrams.isEmpty)
        let fault = SignalFault(
            message: "Casa/L has no address for relative dimming",
            hint: "add relativa to its binding in the house file, or order a level"
        )
        #expect(bus.outcomes[id] == .impossible(fault))
    }

    /// A push button and domo use one address for two lamps.
    @Test func dimmingIsSeenByOtherElementsOfItsAddress() {
        func lamp(_ name: String, _ state: String) -> KNXFacet {
            KNXFacet(
                FacetName(path: name, type: .regulable),
                command: groupAddress("1/2/\(state)"),
                states: [groupAddress("1/5/\(state)")],
                type: type(5, 1),
                relative: groupAddress("1/1/2")
            )
        }
        let bus = BusUnderTest(KNXBindings(facets: [lamp("Casa/A", "1"), lamp("Casa/B", "2")]))
        bus.obey("Casa/A", .dimming(.up))
        #expect(bus.observations.map(\.facet.path) == ["Casa/B"])
        #expect(bus.observations.map(\.value) == [nil])
        #expect(bus.observations.map(\.kind) == [.commandSeen])
    }

    @Test func relativeDimmingLeavesTheLevelUnknownUntilItsState() {
        let bus = BusUnderTest(BusMachineTests.bindings())
        bus.receive("1/1/2", .bits(0b1001))
        #expect(bus.observations.map(\.value) == [nil])
        #expect(bus.observations.first?.kind == .commandSeen)
        bus.receive("1/1/2", .bits(0))
        #expect(bus.telegrams == ["1/5/2?"])
    }
}
