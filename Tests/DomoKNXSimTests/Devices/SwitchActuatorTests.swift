import DomoKNX
import DomoKNXHouse
import Testing

@testable import DomoKNXSim

struct SwitchActuatorTests {
    @Test(
        arguments: [
            (.at(1, 0, 1), 1, true), (.at(0, 0, 1), 1, true), (.at(0, 0, 2), 0, true), (.at(0, 0, 2), 1, false),
        ] as [(GroupAddress, UInt8, Bool)]
    )
    func commandOnAnyAddressIsObeyedAndReported(group: GroupAddress, bit: UInt8, isOn: Bool) {
        var bus = SimulatedBus.sample()
        bus.press(group, .bits(bit), at: .zero)
        #expect(bus.reports(until: .seconds(1)) == ["1/4/1 write \(isOn ? 1 : 0)"])
        #expect(bus.state(of: .lamp, at: .seconds(1)) == .switched(isOn))
    }

    @Test(arguments: [(.always, 3), (.onChange, 1)] as [(BusSettings.StatusPolicy, Int)])
    func repeatedCommandIsReportedOnlyByPolicyAlways(policy: BusSettings.StatusPolicy, count: Int) {
        var bus = SimulatedBus.sample { $0.statusPolicy = policy }
        for second in 0..<3 { bus.press(.at(1, 0, 1), .bits(1), at: .seconds(second)) }
        #expect(bus.reports(until: .seconds(5)).count == count)
    }

    @Test func dataOfWrongWidthIsIgnored() {
        var bus = SimulatedBus.sample()
        bus.press(.at(1, 0, 1), .octets([1]), at: .zero)
        bus.press(.at(1, 0, 1), .bits(2), at: .zero)
        #expect(bus.reports(until: .seconds(1)).isEmpty)
    }

    @Test func deviceIgnoresItsOwnTelegrams() {
        let facet = KNXFacet(
            .lamp,
            command: .at(1, 0, 1),
            states: [.at(1, 0, 1), .at(1, 4, 1)],
            listens: [KNXListen(group: .at(0, 0, 1), type: .known(1, 1))],
            type: .known(1, 1)
        )
        var settings = BusSettings()
        settings.jitter = .zero
        var bus = SimulatedBus(KNXBindings(facets: [facet]), settings: settings)
        bus.press(.at(0, 0, 1), .bits(1), at: .zero)
        #expect(bus.reports(until: .seconds(1)) == ["1/0/1 write 1", "1/4/1 write 1"])
    }

    @Test func contactTakesTheValueSentToItsAddress() {
        var bus = SimulatedBus.sample()
        #expect(bus.state(of: .contact, at: .zero) == .switched(false))
        #expect(bus.value(of: .at(4, 0, 1), at: .zero) == .bits(1))
        bus.press(.at(4, 0, 1), .bits(0), at: .zero)
        #expect(bus.reports(until: .seconds(1)).isEmpty)
        #expect(bus.state(of: .contact, at: .seconds(1)) == .switched(true))
        #expect(bus.value(of: .at(4, 0, 1), at: .seconds(1)) == .bits(0))
    }
}
