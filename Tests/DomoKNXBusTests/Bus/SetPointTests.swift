import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

/// Set-points that are ordered as a difference: 6.010 and 9.002.
struct SetPointTests {
    private static let path = "Casa/Clima"
    private static let shift = "3/1/1"
    private static let status = "3/2/1"
    private static let reference = "3/2/2"

    private func bus(
        _ reference: (GroupAddress) -> KNXShift.Reference = KNXShift.Reference.base,
        increment: String? = "0.5",
        expires: Duration? = nil,
        read: KNXFacet.Read = .atStart
    ) -> BusUnderTest {
        BusUnderTest(
            KNXBindings(facets: [
                KNXFacet(
                    FacetName(path: Self.path, type: .value),
                    command: groupAddress(Self.shift),
                    states: [groupAddress(Self.status)],
                    type: increment == nil ? type(9, 2) : type(6, 10),
                    read: read,
                    expires: expires,
                    shift: KNXShift(
                        reference(groupAddress(Self.reference)),
                        increment: increment.flatMap { Decimal($0) }
                    )
                )
            ])
        )
    }

    private func number(_ text: String) throws -> Value { .number(try #require(Decimal(text))) }

    private func temperature(_ celsius: Double) throws -> Payload { try type(9, 1).encode(.real(celsius)) }

    private func count(_ count: Int8) -> Payload { .octets([UInt8(bitPattern: count)]) }

    private func values(_ bus: BusUnderTest) -> [String?] { bus.observations.map { $0.value?.word } }

    @Test func baseAndShiftAreTheSetPoint() throws {
        let bus = bus()
        bus.receive(Self.status, count(2))
        #expect(values(bus) == [])
        bus.receive(Self.reference, try temperature(20))
        #expect(values(bus) == ["21"])
        bus.receive(Self.status, count(-3))
        bus.receive(Self.reference, try temperature(18.5))
        #expect(values(bus) == ["21", "18.5", "17"])
        #expect(bus.observations.allSatisfy { $0.kind == .state && $0.facet.path == Self.path })
    }

    @Test func orderIsTheDifferenceFromTheBase() throws {
        let bus = bus()
        bus.receive(Self.reference, try temperature(20))
        let before = bus.telegrams.count
        let id = bus.obey(Self.path, try number("22.5"))
        #expect(bus.outcomes[id] == .accepted)
        bus.obey(Self.path, try number("19"))
        #expect(bus.telegrams.dropFirst(before) == ["3/1/1=05", "3/1/1=fe"])
        bus.receive(Self.status, count(-2))
        #expect(values(bus) == ["19"])
    }

    @Test func differenceInKelvinNeedsNoIncrement() throws {
        let bus = bus(increment: nil)
        bus.receive(Self.reference, try temperature(20))
        let before = bus.telegrams.count
        bus.obey(Self.path, try number("21.3"))
        let sent = Payload.octets([0x00, 0x82])
        #expect(try type(9, 2).encode(.real(1.3)) == sent)
        #expect(bus.telegrams.dropFirst(before) == ["3/1/1=0082"])
        bus.receive(Self.status, sent)
        #expect(values(bus) == ["21.3"])
    }

    /// 9.001 has steps of 0.02 °C here: 20.98 °C and one more of 0.5 K would be 21.48 °C.
    @Test func exactValueOfTheOrderIsReported() throws {
        let bus = bus()
        bus.receive(Self.reference, try temperature(20.98))
        bus.obey(Self.path, try number("21.5"))
        bus.receive(Self.status, count(1))
        #expect(values(bus) == ["21.5"])
        bus.receive(Self.status, count(2))
        #expect(values(bus) == ["21.5", "21.98"])
    }

    // MARK: - What is not known

    private func expectRefusal(_ bus: BusUnderTest, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = bus.telegrams.count
        let id = bus.order(Self.path, try number("22"))
        #expect(bus.telegrams.count == before, sourceLocation: sourceLocation)
        guard case .impossible(let fault)? = bus.outcomes[id] else {
            Issue.record("\(bus.outcomes)", sourceLocation: sourceLocation)
            return
        }
        #expect(
            fault.message.hasSuffix("from a temperature that is not known now: no report of 3/2/2"),
            sourceLocation: sourceLocation
        )
    }

    @Test func orderWithoutABaseIsRefused() throws {
        let bus = bus()
        bus.receive(Self.status, count(0))
        try expectRefusal(bus)
    }

    @Test func lostConnectionForgetsTheBase() throws {
        let bus = bus()
        bus.receive(Self.reference, try temperature(20))
        bus.handle(.down(reason: "gone"))
        bus.handle(.up(own: nil, maxAPDU: 254))
        #expect(bus.telegrams.suffix(1) == ["3/2/2?"])
        bus.receive(Self.status, count(2), isResponse: true)
        #expect(values(bus) == [])
        try expectRefusal(bus)
        bus.receive(Self.reference, try temperature(21), isResponse: true)
        #expect(values(bus) == ["22"])
    }

    @Test func oldBaseMakesTheReadingStaleAndRefusesOrders() throws {
        let bus = bus(expires: .seconds(600), read: .never)
        bus.receive(Self.reference, try temperature(20))
        bus.pass(.seconds(400))
        bus.receive(Self.status, count(2))
        #expect(values(bus) == ["21"])
        bus.pass(.seconds(199))
        #expect(bus.observations.count == 1)
        bus.pass(.seconds(1))
        #expect(bus.observations.last?.kind == .outdated)
        bus.receive(Self.status, count(3))
        #expect(bus.observations.count == 2)
        try expectRefusal(bus)
    }

    @Test func bothAreReadAgainWhenTheyAreOld() throws {
        let bus = bus(expires: .seconds(600), read: .onExpiry)
        bus.receive(Self.reference, try temperature(20))
        bus.receive(Self.status, count(0))
        let before = bus.telegrams.count
        bus.pass(.seconds(601))
        #expect(Set(bus.telegrams.dropFirst(before)) == ["3/2/1?", "3/2/2?"])
    }

    @Test func baseThatSaysNothingIsForgotten() throws {
        let bus = bus()
        bus.receive(Self.reference, try temperature(20))
        bus.receive(Self.status, count(0))
        bus.receive(Self.reference, .octets([0x7F, 0xFF]))
        #expect(values(bus) == ["20", nil])
        #expect(bus.observations.last?.problem?.isEmpty == false)
        bus.receive(Self.status, count(1))
        #expect(values(bus) == ["20", nil])
    }

    // MARK: - What can't be ordered

    @Test(arguments: [
        ("21.3", "21.3 °C can't be reached from 20 °C in increments of 0.5 K", "order 21 or 21.5"),
        ("90", "90 °C is too far from 20 °C", "a shift is at most 127 increments of 0.5 K"),
    ])
    func temperatureThatNoShiftReachesIsRefused(_ celsius: String, _ message: String, _ hint: String) throws {
        let bus = bus()
        bus.receive(Self.reference, try temperature(20))
        let id = bus.order(Self.path, try number(celsius))
        #expect(bus.outcomes[id] == .impossible(SignalFault(message: "Casa/Clima: \(message)", hint: hint)))
    }

    // MARK: - Devices that report their set-point

    @Test func reportedSetPointIsTheState() throws {
        let bus = bus(KNXShift.Reference.setPoint)
        bus.receive(Self.reference, try temperature(21))
        bus.receive(Self.status, count(2))
        #expect(values(bus) == ["21"])
        let before = bus.telegrams.count
        // Without its shift it is 20 °C.
        bus.obey(Self.path, try number("22.5"))
        #expect(bus.telegrams.dropFirst(before) == ["3/1/1=05"])
    }

    /// The set-point is reported before the shift: the next order must not take them for one state.
    @Test func orderAfterAnOrderNeedsNotTheShift() throws {
        let bus = bus(KNXShift.Reference.setPoint)
        bus.receive(Self.reference, try temperature(20))
        bus.receive(Self.status, count(0))
        let before = bus.telegrams.count
        bus.obey(Self.path, try number("22"))
        bus.receive(Self.reference, try temperature(22))
        bus.obey(Self.path, try number("23"))
        #expect(bus.telegrams.dropFirst(before) == ["3/1/1=04", "3/1/1=06"])
    }

    /// At night the same shift is another temperature.
    @Test func modeOfTheDeviceMovesItsSetPoint() throws {
        let bus = bus(KNXShift.Reference.setPoint)
        bus.receive(Self.reference, try temperature(21))
        bus.receive(Self.status, count(2))
        bus.receive(Self.reference, try temperature(18))
        #expect(values(bus) == ["21", "18"])
        let before = bus.telegrams.count
        bus.obey(Self.path, try number("19"))
        #expect(bus.telegrams.dropFirst(before) == ["3/1/1=04"])
    }

    // MARK: - Others

    @Test func shiftOfAnotherDeviceIsACommand() throws {
        let bus = bus()
        bus.receive(Self.shift, count(4))
        bus.receive(Self.reference, try temperature(20))
        bus.receive(Self.shift, count(4))
        #expect(bus.observations.map(\.kind) == [.commandSeen, .commandSeen])
        #expect(values(bus) == [nil, "22"])
    }

    @Test func signalSaysHowItIsOrdered() throws {
        let profile = KNXLinkProfile(label: "knx://test", bindings: bus().machine.profile.bindings)
        let target = Target(name: "Clima", path: Self.path, types: FacetTypes([.value]) ?? FacetTypes())
        #expect(
            try profile.signal(for: number("22"), of: target)
                == "knx://test: write 3/1/1 (6.010), 22 °C as its difference from the base on 3/2/2, in increments of 0.5 K"
        )
        #expect(profile.canonical(.text("21.5 °C"), of: target).word == "21.5")
    }
}
