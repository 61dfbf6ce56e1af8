import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// The model view of elements.
struct ModelTests {
    @Test func writableTypesAreListed() throws {
        var catalog = HouseUnderTest.catalog(houses: [HouseUnderTest.casa])
        var profile = FakeProfile("http://casa")
        profile.unwritable = ["Dimmer": .binary, "Buzzer": .binary]
        catalog.links[0] = Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))
        let house = HouseUnderTest(catalog)
        guard case .model(let model)? = try house.ask("model") else { throw Fault(.busy, "no model") }
        let elements = (model.houses.first?.elements ?? []) + (model.houses.first?.sectors.first?.elements ?? [])
        let writable = Dictionary(uniqueKeysWithValues: elements.map { ($0.name, $0.writable) })
        #expect(
            writable == [
                "Buzzer": [], "Display": ["value"], "Louver": ["bidirectional"], "Dimmer": ["regulable"],
                "Luz": ["binary"],
            ]
        )
    }
}
