import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXSim

struct CoverActuatorTests {
    private static let move = GroupAddress.at(2, 0, 1)
    private static let stop = GroupAddress.at(2, 1, 1)
    private static let position = GroupAddress.at(2, 2, 1)
    private static let lock = GroupAddress.at(2, 6, 1)

    private static func motion(of bus: SimulatedBus, _ facet: FacetName = .cover, at now: Duration) -> CoverMotion? {
        guard case .motion(var motion) = bus.state(of: facet, at: now) else { return nil }
        motion.position = motion.position.rounded()
        return motion
    }

    @Test func movingCoverReportsItsPositionsAndItsEnd() {
        var bus = SimulatedBus.sample { $0.positionInterval = .seconds(4) }
        bus.press(Self.move, .bits(1), at: .zero)
        // 10 s to the bottom.
        #expect(
            bus.reports(until: .seconds(20)) == [
                "2/4/1 write 1", "2/5/1 write 1", "2/3/1 write [102]", "2/3/1 write [204]", "2/4/1 write 0",
                "2/3/1 write [255]",
            ]
        )
        bus.press(Self.move, .bits(0), at: .seconds(20))
        // 20 s to the top.
        #expect(bus.reports(until: .seconds(25)) == ["2/4/1 write 1", "2/5/1 write 0", "2/3/1 write [204]"])
        #expect(Self.motion(of: bus, at: .seconds(30))?.position == 50)
        #expect(Self.motion(of: bus, at: .seconds(30))?.heading == .up)
    }

    @Test func positionsDuringTheMovementAreNotReportedWithoutAnInterval() {
        var bus = SimulatedBus.sample { $0.positionInterval = nil }
        bus.press(Self.move, .bits(1), at: .zero)
        #expect(bus.reports(until: .seconds(20)).filter { $0.hasPrefix("2/3/1") } == ["2/3/1 write [255]"])
    }

    @Test func stopEndsTheMovementAndIsReported() {
        var bus = SimulatedBus.sample { $0.positionInterval = nil }
        bus.press(Self.move, .bits(1), at: .zero)
        bus.press(Self.stop, .bits(1), at: .seconds(3))
        #expect(bus.reports(until: .seconds(9)).suffix(2) == ["2/4/1 write 0", "2/3/1 write [77]"])
        bus.press(Self.stop, .bits(1), at: .seconds(9))
        #expect(bus.reports(until: .seconds(10)).isEmpty)
    }

    @Test func positionCommandMovesToThePosition() {
        var bus = SimulatedBus.sample { $0.positionInterval = nil }
        bus.press(Self.position, .octets([102]), at: .zero)
        #expect(
            bus.reports(until: .seconds(9)) == ["2/4/1 write 1", "2/5/1 write 1", "2/4/1 write 0", "2/3/1 write [102]"]
        )
        #expect(bus.state(of: .coverLevel, at: .seconds(9)) == .level(40))
    }

    @Test func lockedCoverStopsAndRefuses() {
        var bus = SimulatedBus.sample { $0.positionInterval = nil }
        bus.press(Self.move, .bits(1), at: .zero)
        bus.press(Self.lock, .bits(1), at: .seconds(2))
        bus.press(Self.move, .bits(0), at: .seconds(3))
        bus.press(Self.position, .octets([0]), at: .seconds(4))
        _ = bus.advance(to: .seconds(20))
        #expect(Self.motion(of: bus, at: .seconds(20))?.position == 20)
        #expect(Self.motion(of: bus, at: .seconds(20))?.isLocked == true)
        #expect(bus.value(of: Self.lock, at: .seconds(20)) == .bits(1))
        bus.press(Self.lock, .bits(0), at: .seconds(20))
        bus.press(Self.move, .bits(0), at: .seconds(21))
        _ = bus.advance(to: .seconds(30))
        #expect(Self.motion(of: bus, at: .seconds(30))?.position == 0)
    }

    @Test func stepStopsAMovementAndStepsTheSlatsAtRest() {
        var bus = SimulatedBus.sample()
        bus.press(.at(0, 1, 1), .bits(1), at: .zero)
        bus.press(.at(2, 1, 2), .bits(0), at: .seconds(14))
        _ = bus.advance(to: .seconds(15))
        #expect(Self.motion(of: bus, .blind, at: .seconds(15))?.position == 50)
        #expect(Self.motion(of: bus, .blind, at: .seconds(15))?.steps == 0)
        bus.press(.at(2, 1, 2), .bits(0), at: .seconds(16))
        _ = bus.advance(to: .seconds(17))
        #expect(Self.motion(of: bus, .blind, at: .seconds(17))?.steps == 1)
    }

    @Test func commandToTheCurrentPositionIsReported() {
        var bus = SimulatedBus.sample()
        bus.press(Self.move, .bits(0), at: .zero)
        #expect(bus.reports(until: .seconds(1)) == ["2/5/1 write 0", "2/4/1 write 0", "2/3/1 write [0]"])
    }
}
