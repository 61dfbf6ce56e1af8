import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Facets that no link knows.
struct ConnectionTests {
    /// A house whose server knows the lamp but not the plug.
    private func catalog(knowsPlug: Bool = false) -> Catalog {
        var profile = FakeProfile("http://casa", reports: [.binary], reading: ReadPolicy(interval: .seconds(10)))
        if !knowsPlug { profile.unknown = ["Plug"] }
        let elements = [HouseUnderTest.element("Lamp", .binary), HouseUnderTest.element("Plug", .binary)]
        return Catalog(
            houses: [House(name: "Casa", elements: elements)],
            links: [Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))],
            linkOfHouse: [0]
        )
    }

    private func plug(_ house: HouseUnderTest) throws -> ReadingView {
        guard case .element(let view)? = try house.ask("show Plug") else { throw Missing() }
        return try #require(view.readings.first)
    }

    private struct Missing: Error {}

    @Test func orderForAnElementThatItsLinkDoesNotKnowIsRefused() throws {
        let house = HouseUnderTest(catalog())
        let id = try house.give("set Plug on")
        #expect(house.fault(id)?.code == .badConfiguration)
        #expect(house.sent.isEmpty)
        #expect(try plug(house).isConnected == false)
        guard case .element(let lamp)? = try house.ask("show Lamp") else { throw Missing() }
        #expect(lamp.readings.first?.isConnected == nil)
    }

    @Test func itIsNeitherPolledNorRestored() throws {
        let house = HouseUnderTest(catalog())
        let reading = Reading(value: .on, certainty: .confirmed, since: house.now.wall, cause: .house)
        house.feed(.remembered(Memory(readings: [.init(element: "Casa/Plug", type: .binary, reading: reading)])))
        #expect(try plug(house).reading.value == nil)
        house.pass(.seconds(60))
        #expect(!house.read.isEmpty)
        #expect(house.read.allSatisfy { $0.query.targets.map(\.name) == ["Lamp"] })
        house.feed(.load(catalog(knowsPlug: true), ids: []))
        #expect(try plug(house).reading.value == nil)
    }

    @Test func readingIsUnknownOnceTheLinkNoLongerKnowsTheElement() throws {
        let house = HouseUnderTest(catalog(knowsPlug: true))
        try house.give("set Plug on")
        try house.answer()
        #expect(try plug(house).reading.value == .on)
        house.feed(.load(catalog(), ids: []))
        #expect(try plug(house).reading.value == nil)
        #expect(try plug(house).isConnected == false)
    }
}
