import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

/// Orders and states on one address, as for the set-point of a thermostat.
struct SharedAddressTests {
    private static let path = "Casa/Clima"
    private static let warm = Payload.octets([0x0C, 0x33])

    private func bus(read: KNXFacet.Read = .never, device: UInt16? = nil) -> BusUnderTest {
        BusUnderTest(
            KNXBindings(facets: [
                KNXFacet(
                    FacetName(path: Self.path, type: .value),
                    command: groupAddress("3/1/1"),
                    states: [groupAddress("3/1/1")],
                    device: device.map { IndividualAddress(raw: $0) },
                    type: type(9, 1),
                    read: read
                )
            ])
        )
    }

    private func kinds(_ bus: BusUnderTest) -> [Observation.Kind] { bus.observations.map(\.kind) }

    @Test func writeOfAnotherDeviceIsACommand() {
        let bus = bus()
        bus.receive("3/1/1", Self.warm, from: 0x1105)
        #expect(kinds(bus) == [.commandSeen])
    }

    @Test func responseIsTheStateAndShowsWhoseWritesAre() {
        let bus = bus()
        bus.receive("3/1/1", Self.warm, isResponse: true, from: 0x1120)
        #expect(kinds(bus) == [.state])
        bus.receive("3/1/1", Self.warm, from: 0x1120)
        #expect(kinds(bus) == [.state, .state])
        bus.receive("3/1/1", Self.warm, from: 0x1105)
        #expect(kinds(bus) == [.state, .state, .commandSeen])
    }

    @Test func fileNamesTheDevice() {
        let bus = bus(device: 0x1120)
        bus.receive("3/1/1", Self.warm, from: 0x1120)
        bus.receive("3/1/1", Self.warm, isResponse: true, from: 0x1105)
        bus.receive("3/1/1", Self.warm, from: 0x1105)
        #expect(kinds(bus) == [.state, .state, .commandSeen])
    }

    /// A read of a command address may act.
    @Test func addressIsReadOnlyIfTheFileSaysSo() {
        let silent = bus()
        _ = silent.read(Self.path)
        #expect(silent.sent.isEmpty)
        let read = bus(read: .atStart)
        _ = read.read(Self.path)
        #expect(read.telegrams == ["3/1/1?"])
    }

    /// The read goes on after a command of somebody else: the answer is the state.
    @Test func commandOfOthersDoesNotAnswerARead() {
        let bus = bus(read: .atStart)
        let id = bus.read(Self.path)
        bus.confirm()
        bus.receive("3/1/1", .octets([0x0C, 0x1A]), from: 0x1105)
        #expect(bus.answers[id] == nil)
        bus.receive("3/1/1", Self.warm, isResponse: true, from: 0x1120)
        #expect(bus.answers[id] == .states([Answer.State(target: 0, type: .value, value: .number(21.5))]))
    }

    @Test(arguments: [(KNXFacet.Read.never, false), (.atStart, true)])
    func ordersAreConfirmedOnlyByARead(read: KNXFacet.Read, isConfirmed: Bool) {
        let facet = KNXFacet(
            FacetName(path: Self.path, type: .value),
            command: groupAddress("3/1/1"),
            states: [groupAddress("3/1/1")],
            type: type(9, 1),
            read: read
        )
        let profile = KNXLinkProfile(label: "knx://test", bindings: KNXBindings(facets: [facet]))
        let target = Target(name: "Clima", path: Self.path, types: bus().elements[Self.path] ?? FacetTypes())
        #expect(profile.reading(of: target, .value)?.confirmsOrders == isConfirmed)
    }

    /// A cover reports its direction without a state address.
    @Test(arguments: [
        (KNXMotion(moving: groupAddress("2/4/1")), false),
        (KNXMotion(moving: groupAddress("2/4/1"), movingDown: groupAddress("2/4/2")), true),
        (KNXMotion(direction: groupAddress("2/5/1")), true),
    ])
    func directionConfirmsAnOrderForACover(motion: KNXMotion, isConfirmed: Bool) {
        let facet = KNXFacet(
            FacetName(path: Self.path, type: .bidirectional),
            command: groupAddress("2/0/1"),
            type: type(1, 8),
            motion: motion
        )
        let bindings = KNXBindings(facets: [facet])
        let profile = KNXLinkProfile(label: "knx://test", bindings: bindings)
        let target = Target(name: "C", path: Self.path, types: BusUnderTest(bindings).elements[Self.path] ?? .init())
        #expect(profile.readable(target).contains(.bidirectional) == isConfirmed)
        #expect(profile.reading(of: target, .bidirectional)?.confirmsOrders == isConfirmed)
    }

    @Test func orderOverACommandAddressOfItsOwnIsConfirmedByItsState() {
        let facet = KNXFacet(
            FacetName(path: Self.path, type: .value),
            command: groupAddress("3/1/1"),
            states: [groupAddress("3/2/1")],
            type: type(9, 1),
            read: .never
        )
        let profile = KNXLinkProfile(label: "knx://test", bindings: KNXBindings(facets: [facet]))
        let target = Target(name: "Clima", path: Self.path, types: bus().elements[Self.path] ?? FacetTypes())
        #expect(profile.reading(of: target, .value)?.confirmsOrders == true)
    }
}
