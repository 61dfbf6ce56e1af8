import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXSim

struct ValueDeviceTests {
    @Test func setpointReportsItsValue() {
        var bus = SimulatedBus.sample()
        // 22.5 °C
        bus.press(.at(3, 1, 1), .octets([0x0C, 0x65]), at: .zero)
        #expect(bus.reports(until: .seconds(1)) == ["3/2/1 write [12, 101]"])
        #expect(bus.state(of: .setPoint, at: .seconds(1)) == .value(.real(22.5)))
    }

    @Test func valueIsReportedInItsCanonicalEncoding() {
        var bus = SimulatedBus.sample()
        // 20.48 with the exponent 2 and with 1: 512 * 4 and 1024 * 2 hundredths.
        bus.press(.at(3, 1, 1), .octets([0x12, 0x00]), at: .zero)
        #expect(bus.reports(until: .seconds(1)) == ["3/2/1 write [12, 0]"])
    }

    @Test func invalidDataIsIgnored() {
        var bus = SimulatedBus.sample()
        bus.press(.at(3, 1, 1), .octets([0x7F, 0xFF]), at: .zero)
        bus.press(.at(3, 1, 1), .octets([0x7F]), at: .zero)
        #expect(bus.reports(until: .seconds(1)).isEmpty)
        #expect(bus.state(of: .setPoint, at: .seconds(1)) == .value(.real(21)))
    }

    @Test func sensorSendsPeriodicallyAndTakesTheValueSentToItsAddress() {
        var bus = SimulatedBus.sample { $0.sensorInterval = .seconds(60) }
        bus.press(.at(3, 0, 1), .octets([0x0C, 0x65]), at: .seconds(70))
        let sent = bus.advance(to: .seconds(200)).filter { $0.telegram.destination == .at(3, 0, 1) }
        #expect(sent.map { Int($0.time / .seconds(1)) } == [60, 70, 120, 180])
        #expect(sent.map(\.telegram.shown).suffix(1) == ["3/0/1 write [12, 101]"])
        #expect(bus.isQuiet)
    }

    /// Each type has an initial value, which is reported unchanged.
    @Test(arguments: DatapointType.all)
    func everyTypeHasAnInitialValue(type: DatapointType) throws {
        let name = FacetName(path: "Casa/X", type: .value)
        let facet = KNXFacet(name, command: .at(1, 0, 1), states: [.at(1, 0, 2)], type: type)
        var bus = SimulatedBus(KNXBindings(facets: [facet]))
        let payload = try #require(bus.value(of: .at(1, 0, 2), at: .zero))
        bus.press(.at(1, 0, 1), payload, at: .zero)
        let passed = bus.advance(to: .seconds(1))
        #expect(passed.map(\.telegram.service) == [.write(payload), .write(payload)])
    }
}
