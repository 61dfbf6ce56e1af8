import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Scenes that compare a number with what has only ever had a text.
struct TextComparisonTests {
    private func house(_ scene: String) -> HouseUnderTest {
        HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [HouseUnderTest.casa],
                scenes: [("Aire", scene)],
                reading: ReadPolicy(interval: .seconds(10))
            )
        )
    }

    private func answer(_ value: Value?, _ house: HouseUnderTest) throws {
        // An answer that comes late does not count.
        for _ in 0..<15 {
            house.pass(.seconds(1))
            while house.unanswered > 0 { try house.answerQuery(["Display": value]) }
        }
    }

    @Test(arguments: [
        "when Display above 800\nset Buzzer on", "when Buzzer on\nif Display below 800: set Cocina/Luz off",
        "when Buzzer on\nwait until Display above 800 at most 1h\nset Cocina/Luz off",
    ])
    func aComparisonWithATextIsReported(scene: String) throws {
        let house = house(scene)
        #expect(try house.status.comparisons == nil, "nothing is known yet")
        try answer(.text("812 W pro m2"), house)
        let found = try #require(try house.status.comparisons?.first)
        #expect(found.element == "Casa/Display" && found.value == "812 W pro m2" && found.scene == "Aire")
        #expect(found.file == "Aire.domo" && found.test.hasPrefix("Display "))
        // Once it had a number, a text is an exception, such as a fault of the sensor.
        try answer(.number(812), house)
        #expect(try house.status.comparisons == nil)
        try answer(.text("fault"), house)
        #expect(try house.status.comparisons == nil)
    }

    @Test func aComparisonWithATextThatIsMeantIsNone() throws {
        let house = house("when Display fault\nset Buzzer on")
        try answer(.text("812"), house)
        #expect(try house.status.comparisons == nil)
    }
}
