import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// A lamp with a switch, a level and a colour.
struct ColourTests {
    private static func house(
        reports: Set<FacetType> = [.binary, .regulable, .colour],
        isVirtual: Bool = false,
        scene: String? = nil
    ) throws -> HouseUnderTest {
        var profile = FakeProfile("bus", reports: reports, reading: ReadPolicy(mode: .pushed))
        profile.endpoints[0].reportsReachability = true
        let details = Details(initial: isVirtual ? .level(Percent(40)!) : nil, light: LightModes(white: 2000...6500))
        let types = try #require(FacetTypes([.binary, .regulable, .colour]))
        let strip = Element(name: "Strip", kind: .device, types: types, details: details)
        let house = HouseUnderTest(
            Catalog(
                houses: [House(name: "Casa", elements: [strip])],
                links: [Catalog.Link(key: "bus", label: "bus", profile: profile, port: FakeLink("bus"))],
                linkOfHouse: [0],
                scenes: scene.map { text in
                    [Catalog.Scene(name: "Test", file: "test.domo", script: ScriptParser.parse(text).0)]
                } ?? []
            )
        )
        house.feed(.link(house.started[0], endpoint: nil, .up))
        return house
    }

    private func report(_ value: Value, to house: HouseUnderTest) {
        let facet = FacetName(path: "Casa/Strip", type: value.type)
        house.feed(.observed(house.started[0], [Observation(facet, value)]))
    }

    private func colour(_ word: String) throws -> Value { .colour(try #require(Colour(word))) }

    private func known(_ house: HouseUnderTest) throws -> [String?] {
        try [FacetType.binary, .regulable, .colour].map { type in
            let reading = try house.reading("Strip", type)
            return reading.value.map { "\($0.word) \(reading.certainty.rawValue)\(reading.isStale ? " stale" : "")" }
        }
    }

    private func level(_ percent: Int) -> Value { .level(Percent(clamping: percent)) }

    /// Some lamps keep their level with a new colour, others go to 100 %.
    @Test func orderSwitchesTheLampOnAndMakesItsLevelUnknown() throws {
        let house = try Self.house()
        for value in [Value.off, level(0), try colour("#0000ff")] { report(value, to: house) }
        try house.obey("set Strip #ff8000")
        #expect(try known(house) == ["on assumed", nil, "#ff8000 assumed"])
        house.pass(.milliseconds(100))
        report(level(60), to: house)
        report(try colour("#ff8000"), to: house)
        report(.on, to: house)
        let shown = try known(house)
        #expect(shown == ["on confirmed", "60 confirmed", "#ff8000 confirmed"])
    }

    @Test func levelAndSwitchKeepTheColour() throws {
        let house = try Self.house()
        report(try colour("2700K"), to: house)
        try house.obey("dim Strip 30")
        #expect(try known(house) == ["on assumed", "30 assumed", "2700K confirmed"])
        try house.obey("set Strip off")
        #expect(try known(house)[2] == "2700K confirmed")
    }

    /// A lamp that is off reports the colour that it will have.
    @Test func reportOfAColourSaysNothingOfTheOthers() throws {
        let house = try Self.house()
        report(.off, to: house)
        report(level(0), to: house)
        report(try colour("#ff8000"), to: house)
        #expect(try known(house) == ["off confirmed", "0 confirmed", "#ff8000 confirmed"])
    }

    /// What is nearly what was ordered confirms it; shown is what is reported.
    @Test func nearlyTheColourConfirmsIt() throws {
        let house = try Self.house()
        try house.obey("set Strip #ff8000")
        report(try colour("#fc8303"), to: house)
        #expect(try known(house)[2] == "#fc8303 confirmed")
        report(try colour("#00ff00"), to: house)
        #expect(try known(house)[2] == "#00ff00 confirmed")
    }

    @Test func colourIsNotTakenFromTheOthers() throws {
        let house = try Self.house(reports: [.binary, .regulable])
        try house.obey("set Strip warm")
        report(.off, to: house)
        #expect(try known(house)[2] == "2700K assumed")
    }

    /// domo holds it: its level stays.
    @Test func virtualLampKeepsItsLevel() throws {
        let house = try Self.house(isVirtual: true)
        #expect(try known(house) == ["on confirmed", "40 confirmed", "#ffffff confirmed"])
        _ = try house.ask("set Strip #ff8000")
        #expect(try known(house) == ["on confirmed", "40 confirmed", "#ff8000 confirmed"])
        _ = try house.ask("set Strip off")
        _ = try house.ask("set Strip warm")
        #expect(try known(house) == ["on confirmed", "40 confirmed", "2700K confirmed"])
    }

    @Test func sceneIsStartedByAColour() throws {
        let house = try Self.house(scene: "when Strip #ff0000\nif Strip above 10: set Strip daylight")
        report(level(50), to: house)
        report(try colour("#00ff00"), to: house)
        #expect(house.sent.isEmpty)
        report(try colour("#ff0000"), to: house)
        #expect(house.sent.last?.dispatch.value == (try colour("6500K")))
    }

    @Test func modelTellsWhichLightItHas() throws {
        let house = try Self.house()
        guard case .model(let model)? = try house.ask("model") else {
            Issue.record("no model")
            return
        }
        let strip = try #require(model.houses.first?.elements.first)
        #expect(strip.types == ["binary", "regulable", "colour"])
        #expect(strip.light == ModelElement.Light(colours: true, white: .init(minimum: 2000, maximum: 6500)))
    }
}
