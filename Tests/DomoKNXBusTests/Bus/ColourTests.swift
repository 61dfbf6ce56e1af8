import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

/// Lamps with colours: several objects are one value.
struct ColourTests {
    private static let path = "Casa/Tira"

    private func bus(
        _ contents: [(KNXColour.Content, DatapointType)],
        within: Duration? = nil
    ) -> BusUnderTest {
        let objects = contents.enumerated().map { number, content in
            KNXColour.Object(
                content.0,
                command: groupAddress("1/0/\(number + 1)"),
                state: groupAddress("1/4/\(number + 1)"),
                type: content.1
            )
        }
        return BusUnderTest(
            KNXBindings(facets: [
                KNXFacet(
                    FacetName(path: Self.path, type: .colour),
                    command: objects[0].command,
                    states: objects[0].state.map { [$0] } ?? [],
                    type: objects[0].type,
                    within: within,
                    colour: KNXColour(objects, hasBrightness: true)
                )
            ])
        )
    }

    private func hsv(within: Duration? = nil) -> BusUnderTest {
        bus([(.hue, type(5, 3)), (.saturation, type(5, 1)), (.brightness, type(5, 1))], within: within)
    }

    private func withWhite() -> BusUnderTest { bus([(.rgb, type(232, 600)), (.white, type(7, 600))]) }

    private func colour(_ word: String) throws -> Value { .colour(try #require(Colour(word))) }

    private func values(_ bus: BusUnderTest) -> [String?] { bus.observations.map { $0.value?.word } }

    private func telegrams(_ bus: BusUnderTest) -> [String] {
        bus.sent.compactMap { sent in
            guard case .write(.octets(let octets)) = sent.telegram.service else { return nil }
            return "\(sent.telegram.destination) \(octets.hex)"
        }
    }

    private func report(_ bus: BusUnderTest, _ object: Int, _ octets: [UInt8], isResponse: Bool = false) {
        bus.receive("1/4/\(object)", .octets(octets), isResponse: isResponse)
    }

    // MARK: - Orders

    @Test func orderOfThreeObjectsEndsWithTheLast() throws {
        let bus = hsv()
        let id = bus.order(Self.path, try colour("#008000"))
        #expect(telegrams(bus) == ["1/0/1 55", "1/0/2 ff", "1/0/3 80"])
        let tickets = bus.sent.suffix(3).map(\.ticket)
        for ticket in tickets {
            #expect(bus.outcomes[id] == nil)
            bus.handle(.ended(ticket: ticket, .confirmed))
        }
        #expect(bus.outcomes[id] == .accepted)
    }

    @Test func oneTelegramThatFailsIsTheOutcome() throws {
        let bus = hsv()
        let id = bus.order(Self.path, try colour("#008000"))
        let tickets = bus.sent.suffix(3).map(\.ticket)
        bus.handle(.ended(ticket: tickets[0], .confirmed))
        bus.handle(.ended(ticket: tickets[1], .lost(reason: "gone")))
        #expect(bus.outcomes[id] == nil)
        bus.handle(.ended(ticket: tickets[2], .confirmed))
        #expect(bus.outcomes[id] == .lost(reason: "gone"))
    }

    @Test func cancelTakesAllTelegramsBack() throws {
        let bus = hsv()
        let id = bus.order(Self.path, try colour("#008000"))
        let tickets = bus.sent.suffix(3).map(\.ticket)
        bus.cancel(id)
        #expect(bus.cancelled == tickets)
        #expect(bus.outcomes[id] == .lost(reason: "cancelled before the bus confirmed it"))
        for ticket in tickets { bus.handle(.ended(ticket: ticket, .confirmed)) }
        #expect(bus.outcomes.count == 1)
    }

    @Test func whiteIsAnObjectOfItsOwn() throws {
        let bus = withWhite()
        bus.obey(Self.path, try colour("2700K"))
        bus.obey(Self.path, try colour("#0000ff"))
        #expect(telegrams(bus) == ["1/0/2 0a8c", "1/0/1 0000ff"])
    }

    // MARK: - Reports

    @Test func colourIsKnownWithItsLastObject() {
        let bus = hsv()
        report(bus, 1, [0x55])
        report(bus, 2, [0xFF])
        #expect(values(bus) == [])
        report(bus, 3, [0x80])
        #expect(values(bus) == ["#008000"])
        // Somebody turns it to blue.
        report(bus, 1, [0xAA])
        #expect(values(bus) == ["#008000", "#000080"])
    }

    /// A part of a report contradicts nothing.
    @Test func partOfAReportIsHeldBack() throws {
        let bus = hsv()
        for (object, octet) in [(1, UInt8(0)), (2, 0xFF), (3, 0xFF)] { report(bus, object, [octet]) }
        bus.obey(Self.path, try colour("#000080"))
        report(bus, 1, [0xAA])
        #expect(values(bus) == ["#ff0000"])
        report(bus, 3, [0x80])
        #expect(values(bus) == ["#ff0000", "#000080"])
    }

    /// Most devices report only what changes.
    @Test func objectThatDoesNotChangeIsNotAwaited() throws {
        let bus = hsv()
        for (object, octet) in [(1, UInt8(0)), (2, 0xFF), (3, 0xFF)] { report(bus, object, [octet]) }
        bus.obey(Self.path, try colour("#0000ff"))
        report(bus, 1, [0xAA])
        #expect(values(bus) == ["#ff0000", "#0000ff"])
    }

    @Test func whatWasReportedCountsWhenTheTimeIsOver() throws {
        let bus = hsv(within: .seconds(4))
        for (object, octet) in [(1, UInt8(0)), (2, 0xFF), (3, 0xFF)] { report(bus, object, [octet]) }
        bus.obey(Self.path, try colour("#000080"))
        report(bus, 1, [0xAA])
        bus.pass(.seconds(2))
        #expect(values(bus) == ["#ff0000"])
        bus.pass(.seconds(1))
        #expect(values(bus) == ["#ff0000", "#0000ff"])
    }

    /// What is held back is for an order that is carried out, and that nobody overruled.
    @Test func reportIsNotHeldBackForAFailedOrder() throws {
        let bus = hsv()
        for (object, octet) in [(1, UInt8(0)), (2, 0xFF), (3, 0xFF)] { report(bus, object, [octet]) }
        bus.order(Self.path, try colour("#000080"))
        for ticket in bus.sent.suffix(3).map(\.ticket) {
            bus.handle(.ended(ticket: ticket, .notSent(reason: "gone")))
        }
        report(bus, 1, [0x55])
        #expect(values(bus) == ["#ff0000", "#00ff00"])
    }

    @Test func reportIsNotHeldBackAfterACommandOfAnother() throws {
        let bus = hsv()
        for (object, octet) in [(1, UInt8(0)), (2, 0xFF), (3, 0xFF)] { report(bus, object, [octet]) }
        bus.obey(Self.path, try colour("#000080"))
        bus.receive("1/0/1", .octets([0x55]))
        report(bus, 1, [0x55])
        #expect(values(bus) == ["#ff0000", nil, "#00ff00"])
    }

    /// A lamp that goes to white reports black as its colour.
    @Test func whiteExcludesTheColour() throws {
        let bus = withWhite()
        report(bus, 2, [0x19, 0x64], isResponse: true)
        report(bus, 1, [0xFF, 0, 0], isResponse: true)
        #expect(values(bus) == ["6500K", "#ff0000"])
        bus.obey(Self.path, try colour("2700K"))
        report(bus, 1, [0, 0, 0])
        #expect(values(bus).count == 2)
        report(bus, 2, [0x0A, 0x8C])
        #expect(values(bus).last == "2700K")
    }

    @Test func dataThatCanNotBeUsedMakesItUnknown() {
        let bus = hsv()
        for (object, octet) in [(1, UInt8(0)), (2, 0xFF), (3, 0xFF)] { report(bus, object, [octet]) }
        report(bus, 2, [1, 2])
        #expect(values(bus) == ["#ff0000", nil])
        report(bus, 1, [0xAA])
        #expect(values(bus).count == 2)
        report(bus, 2, [0xFF])
        #expect(values(bus).last == "#0000ff")
    }

    @Test func lostConnectionForgetsAll() {
        let bus = hsv()
        for (object, octet) in [(1, UInt8(0)), (2, 0xFF)] { report(bus, object, [octet]) }
        bus.handle(.down(reason: "cable"))
        bus.handle(.up(own: nil, maxAPDU: 254))
        report(bus, 3, [0xFF])
        #expect(values(bus) == [])
    }

    // MARK: - Others, and reads

    @Test func commandOfAnotherDevice() {
        let bus = withWhite()
        bus.receive("1/0/1", .octets([0, 255, 0]))
        bus.receive("1/0/2", .octets([0x0A, 0x8C]))
        #expect(values(bus) == ["#00ff00", "2700K"])
        #expect(bus.observations.allSatisfy { $0.kind == .commandSeen })
    }

    /// Only a part of a colour is known.
    @Test func commandOfAPart() {
        let bus = hsv()
        bus.receive("1/0/1", .octets([0x55]))
        #expect(values(bus) == [nil])
        #expect(bus.observations.first?.kind == .commandSeen)
    }

    @Test func readAsksForAllObjects() {
        let bus = hsv()
        let before = bus.sent.count
        let id = bus.read(Self.path)
        let asked = bus.sent[before...].map(\.telegram.destination.description)
        // What is read when the connection comes up is not read twice.
        #expect(Set(bus.sent.map(\.telegram.destination.description)) == ["1/4/1", "1/4/2", "1/4/3"], "\(asked)")
        report(bus, 1, [0x55], isResponse: true)
        report(bus, 2, [0xFF], isResponse: true)
        #expect(bus.answers[id] == nil)
        report(bus, 3, [0x80], isResponse: true)
        guard case .states(let states)? = bus.answers[id] else {
            Issue.record("\(String(describing: bus.answers[id]))")
            return
        }
        #expect(states.map { $0.value?.word } == ["#008000"])
    }

    @Test func costIsTheNumberOfTelegrams() throws {
        let bus = hsv()
        let target = Target(name: "Tira", path: Self.path, types: bus.elements[Self.path] ?? FacetTypes())
        #expect(bus.machine.profile.cost(of: try colour("#008000"), for: target) == 3)
        #expect(bus.machine.profile.cost(ofReading: target) == 3)
        #expect(
            try bus.machine.profile.signal(for: colour("#008000"), of: target)
                == "knx://test: write 1/0/1 55 (5.003), 1/0/2 ff (5.001), 1/0/3 80 (5.001)"
        )
    }
}
