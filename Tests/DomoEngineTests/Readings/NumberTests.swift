import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Numbers with limits, houses that round, and read-only facets.
@Suite struct NumberTests {
    private static func element(_ name: String, _ types: [FacetType], _ details: Details? = nil) -> Element {
        Element(name: name, kind: .device, types: FacetTypes(types) ?? FacetTypes(), details: details)
    }

    private static let casa = House(
        name: "Casa",
        elements: [
            element("Thermo", [.value]),
            element("Stepped", [.value], Details(unit: "°C", minimum: 5, maximum: 30, step: 0.5)),
            element("Sensor", [.value], Details(readOnly: FacetTypes([.value]) ?? FacetTypes())),
            element(
                "Lamp",
                [.regulable, .binary],
                Details(readOnly: FacetTypes([.regulable, .binary]) ?? FacetTypes())
            ),
        ]
    )

    private static let plan = ReadPolicy(
        interval: .seconds(3600),
        maximumAge: .seconds(86_400),
        confirmDelay: .milliseconds(200),
        confirmWithin: .seconds(10)
    )

    private func house(scenes: [(name: String, text: String)] = []) throws -> HouseUnderTest {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(houses: [Self.casa], scenes: scenes, reading: Self.plan)
        )
        for _ in 0..<20 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 { try house.answerQuery([:]) }
        }
        return house
    }

    private func number(_ text: String) -> Value { FacetType.value.value(word: text) ?? .text(text) }

    @Test(arguments: [
        ("Thermo", "21.46", "21.5", true), ("Thermo", "20", "20.0", true), ("Thermo", "21", "20.5", false),
        ("Thermo", "21.46", "21.4", false), ("Thermo", "007", "7", false), ("Stepped", "21", "21.2", true),
        ("Stepped", "21", "20.5", false), ("Stepped", "007", "7.0", true),
    ])
    func houseThatRoundsHasObeyed(element: String, ordered: String, reported: String, isConfirmed: Bool) throws {
        let house = try house()
        let id = try house.give("set \(element) \(ordered) --wait confirmed")
        try house.answer()
        for _ in 0..<110 {
            house.pass(.milliseconds(100))
            while house.unanswered > 0 { try house.answerQuery([element: number(reported)]) }
        }
        #expect((house.receipt(id)?.outcome == .confirmed) == isConfirmed)
        #expect((house.fault(id)?.code == .mismatch) == !isConfirmed)
        // The reading is what the house wrote.
        #expect(try house.reading(element, .value).value?.word == reported)
    }

    @Test func anotherSpellingIsNotAChange() throws {
        let plan = ReadPolicy(readsOne: false, readsAll: true, interval: .milliseconds(500))
        let house = HouseUnderTest(HouseUnderTest.catalog(houses: [Self.casa], reading: plan))
        try house.report(["Thermo": number("20")])
        let since = try house.reading("Thermo", .value).since
        let events = house.events.count
        try house.report(["Thermo": number("20.0")])
        #expect(house.events.count == events)
        #expect(try house.reading("Thermo", .value).since == since)
        #expect(try house.reading("Thermo", .value).value?.word == "20.0")
    }

    @Test(arguments: [
        ("set Stepped 21.3", "21.3 is between two steps", "Stepped takes a number, 5–30 °C, in steps of 0.5"),
        ("set Stepped 31", "31 is out of range", "Stepped takes a number, 5–30 °C, in steps of 0.5"),
        ("set Stepped warm", "\"warm\" is not a number", "Stepped takes a number, 5–30 °C, in steps of 0.5"),
        ("set Sensor 21", "Sensor is read-only", "Sensor takes no orders"),
        ("dim Lamp 40", "Lamp is read-only", "Lamp takes no orders"),
        ("dim Lamp +10", "Lamp is read-only", "Lamp takes no orders"),
        ("toggle Lamp", "Lamp is read-only", "Lamp takes no orders"),
    ])
    func orderOutsideTheFilesLimitsIsRefused(line: String, message: String, hint: String) throws {
        let house = try house()
        let id = try house.give(line)
        #expect(house.fault(id) == Fault(.refusedValue, message, hint: hint))
        #expect(house.sent.isEmpty)
    }

    @Test(arguments: [
        ("set Stepped 21.3", "1:13: 21.3 is between two steps"), ("set Sensor 21", "1:12: Sensor is read-only"),
        ("dim Lamp 40", "1:10: Lamp is read-only"), ("dim Lamp 40 over 20s", "1:5: Lamp is read-only"),
        ("toggle Lamp", "1:8: Lamp is read-only"), ("wait until Stepped 21.3", "1:20: 21.3 is between two steps"),
    ])
    func sceneOutsideTheFilesLimitsIsReported(text: String, finding: String) {
        let catalog = HouseUnderTest.catalog(houses: [Self.casa], scenes: [("Noche", "\(text)\nlog x")])
        let findings = SceneCheck.findings(in: catalog.scenes, index: catalog.index, sites: [Catalog.Site()])
        let first = findings.first.map { "\($0.mistake.line):\($0.mistake.column): \($0.mistake.fault.message)" }
        #expect(first == finding)
    }

    @Test func readOnlyFacetsMayBeCompared() {
        let text = "when Sensor above 21\nif Sensor 20.5: log warm\nwait until Lamp 40"
        let catalog = HouseUnderTest.catalog(houses: [Self.casa], scenes: [("Noche", text)])
        #expect(SceneCheck.findings(in: catalog.scenes, index: catalog.index, sites: [Catalog.Site()]).isEmpty)
    }
}
