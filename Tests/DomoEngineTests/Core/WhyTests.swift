import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

struct WhyTests {
    private func report(_ house: HouseUnderTest, _ name: String) throws -> WhyReport {
        guard case .why(let report)? = try house.ask("why \(name)") else { throw Fault(.unknownElement, name) }
        return report
    }

    @Test func typesWithoutAReportedStateAreNamed() throws {
        let silent = HouseUnderTest()
        #expect(try report(silent, "Dimmer").unreported == ["regulable", "binary"])
        // The state of the level shows whether it is on.
        let polled = HouseUnderTest(
            HouseUnderTest.catalog(reading: ReadPolicy(interval: .seconds(30)), reportedTypes: [.regulable])
        )
        #expect(try report(polled, "Dimmer").unreported == nil)
        #expect(try report(polled, "Louver").unreported == ["bidirectional"])
    }

    @Test func scenesThatItStartsAndThatOrderItAreNamed() throws {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(scenes: [
                ("Entrada", "when Buzzer on\nset Louver up"), ("Cambio", "when Buzzer changes\nset Dimmer off"),
                ("Tarde", "at 20:00\nonly if Buzzer off\nset Buzzer on"),
            ])
        )
        let buzzer = try report(house, "Buzzer")
        #expect(buzzer.starts?.map(\.name).sorted() == ["Cambio", "Entrada"])
        #expect(buzzer.scenes.map(\.name) == ["Tarde"])
        #expect(try report(house, "Louver").starts == nil)
        #expect(try report(house, "Louver").scenes.map(\.name) == ["Entrada"])
    }

    @Test func elementThatIsNotConnectedHasNoUnreportedTypes() throws {
        var catalog = HouseUnderTest.catalog(houses: [HouseUnderTest.casa])
        catalog.linkOfHouse = [nil]
        #expect(try report(HouseUnderTest(catalog), "Buzzer").unreported?.isEmpty ?? true)
    }

    /// `off` skips them, and so does the answer.
    @Test func scenesForWholePlacesDoNotReachParts() throws {
        var part = HouseUnderTest.element("Valvula", .binary)
        part.isPart = true
        let device = HouseUnderTest.element("Clima", .binary)
        let house = HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [House(name: "Casa", elements: [device, part])],
                scenes: [("Noche", "off Casa"), ("Riego", "set Clima/Valvula on")]
            )
        )
        #expect(try report(house, "Clima/Valvula").scenes.map(\.name) == ["Riego"])
        #expect(try report(house, "Clima").scenes.map(\.name) == ["Noche"])
    }

    @Test func sceneIsReportedAsOne() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: [("Cine", "set Louver down")]))
        guard case .fault(let fault)? = try house.ask("why cine") else { throw Fault(.unknownElement, "no fault") }
        #expect(fault.code == .unknownElement && fault.message == "Cine is a scene, not an element")
    }
}
