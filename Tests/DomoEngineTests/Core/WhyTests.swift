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

    @Test func elementThatIsNotConnectedHasNoUnreportedTypes() throws {
        var catalog = HouseUnderTest.catalog(houses: [HouseUnderTest.casa])
        catalog.linkOfHouse = [nil]
        #expect(try report(HouseUnderTest(catalog), "Buzzer").unreported?.isEmpty ?? true)
    }
}
