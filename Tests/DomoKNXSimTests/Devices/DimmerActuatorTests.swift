import DomoKNX
import DomoKNXHouse
import Testing

@testable import DomoKNXSim

struct DimmerActuatorTests {
    private static let on = GroupAddress.at(1, 0, 2)
    private static let level = GroupAddress.at(1, 2, 2)
    private static let relative = GroupAddress.at(1, 1, 2)

    private static func level(of bus: SimulatedBus, at now: Duration) -> Double? {
        guard case .level(let level) = bus.state(of: .dimmer, at: now) else { return nil }
        return (level * 10).rounded() / 10
    }

    @Test func switchAndLevelFollowEachOther() {
        var bus = SimulatedBus.sample()
        bus.press(Self.level, .octets([128]), at: .zero)
        #expect(bus.reports(until: .seconds(1)) == ["1/4/2 write 1", "1/5/2 write [128]"])
        bus.press(Self.on, .bits(0), at: .seconds(1))
        #expect(bus.reports(until: .seconds(2)) == ["1/4/2 write 0", "1/5/2 write [0]"])
        bus.press(Self.on, .bits(1), at: .seconds(2))
        #expect(bus.reports(until: .seconds(3)) == ["1/4/2 write 1", "1/5/2 write [128]"])
        bus.press(Self.level, .octets([0]), at: .seconds(3))
        #expect(bus.reports(until: .seconds(4)) == ["1/4/2 write 0", "1/5/2 write [0]"])
        #expect(bus.state(of: .dimmerSwitch, at: .seconds(4)) == .switched(false))
    }

    @Test func levelIsReportedWhenReached() {
        var bus = SimulatedBus.sample { $0.dimmerTravel = .seconds(10) }
        bus.press(Self.on, .bits(1), at: .zero)
        #expect(bus.reports(until: .seconds(9)) == ["1/4/2 write 1"])
        #expect(bus.reports(until: .seconds(11)) == ["1/5/2 write [255]"])
    }

    /// Brighter by 100, 50 and 12.5 %; darker; darker than the minimum level; darker while off.
    @Test(
        arguments: [
            (0.0, 0b1001, 100.0), (0, 0b1010, 50), (40, 0b1100, 52.5), (80, 0b0010, 30), (20, 0b0001, 1),
            (0, 0b0001, 0),
        ] as [(Double, UInt8, Double)]
    )
    func relativeCommandDimsByItsStep(before: Double, command: UInt8, after: Double) {
        var bus = SimulatedBus.sample()
        bus.press(Self.level, .octets([UInt8((before * 2.55).rounded())]), at: .zero)
        bus.press(Self.relative, .bits(command), at: .seconds(1))
        _ = bus.advance(to: .seconds(10))
        #expect(Self.level(of: bus, at: .seconds(10)) == after)
    }

    /// In percent, in inverted percent, in 1/255, and as 0–255 %.
    @Test(arguments: [(1, false, 51), (1, true, 204), (5, false, 51), (4, false, 51)] as [(UInt16, Bool, UInt8)])
    func levelHasTheScaleOfItsType(sub: UInt16, isInverted: Bool, octet: UInt8) {
        let facet = KNXFacet(
            .dimmer,
            command: Self.level,
            states: [.at(1, 5, 2)],
            type: .known(5, sub),
            isInverted: isInverted
        )
        var bus = SimulatedBus(KNXBindings(facets: [facet]))
        bus.press(Self.level, .octets([octet]), at: .zero)
        #expect(bus.reports(until: .seconds(5)) == ["1/5/2 write [\(octet)]"])
        #expect(Self.level(of: bus, at: .seconds(5)) == 20)
    }

    @Test func relativeStopEndsTheDimmingAndIsReported() {
        var bus = SimulatedBus.sample()
        bus.press(Self.relative, .bits(0b1001), at: .zero)
        bus.press(Self.relative, .bits(0b1000), at: .seconds(1))
        _ = bus.advance(to: .seconds(1))
        // 4 s from 0 to 100 %, and the command took 20 ms on the wire.
        #expect(bus.reports(until: .seconds(10)).last == "1/5/2 write [64]")
        #expect(Self.level(of: bus, at: .seconds(10)) == 25)
    }
}
