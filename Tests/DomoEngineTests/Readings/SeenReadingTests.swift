import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// An order is not a fact yet: how scenes treat readings that the house has not confirmed.
struct SeenReadingTests {
    private static let blind = """
        set Louver down
        wait until Louver down at most 2m
        if Louver up: set Buzzer on
        """

    private func house(_ text: String, reports: Bool = true) -> HouseUnderTest {
        let plan = ReadPolicy(
            interval: .seconds(3600),
            maximumAge: .seconds(86_400),
            confirmDelay: .milliseconds(200),
            confirmWithin: .seconds(30)
        )
        return HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [HouseUnderTest.casa],
                scenes: [("Noche", text)],
                reading: reports ? plan : nil
            )
        )
    }

    /// Lets time pass with a house that accepts every order, and whose blind stays as given.
    private func live(_ house: HouseUnderTest, _ seconds: Int, blind: Value) throws {
        for _ in 0..<seconds * 10 {
            try house.answerAll()
            while house.unanswered > 0 { try house.answerQuery(["Louver": blind]) }
            house.pass(.milliseconds(100))
        }
    }

    @Test func waitEndsOnceTheHouseConfirms() throws {
        let house = house(Self.blind)
        let id = try house.give("scene Noche")
        try live(house, 10, blind: .up)
        #expect(house.sceneReport(id) == nil)
        try live(house, 10, blind: .down)
        #expect(house.sceneReport(id)?.outcome == .done)
        #expect(house.signals == ["Louver=down"])
    }

    @Test func stuckBlindDoesNotCountAsDown() throws {
        let house = house(Self.blind)
        let id = try house.give("scene Noche")
        try live(house, 119, blind: .up)
        #expect(house.sceneReport(id) == nil)
        try live(house, 3, blind: .up)
        let report = try #require(house.sceneReport(id))
        #expect(report.outcome == .failed && report.steps[1].error?.code == .deadlinePassed)
        #expect(house.signals == ["Louver=down", "Buzzer=on"])
    }

    @Test func withoutReportsAnOrderCounts() throws {
        let house = house(Self.blind, reports: false)
        let id = try house.give("scene Noche")
        try house.answer()
        #expect(house.sceneReport(id)?.outcome == .done)
    }

    /// No state shows that a stop was obeyed.
    @Test func unconfirmableOrderIsNotAwaited() throws {
        let house = house("set Louver stop\nwait until Louver stop")
        let id = try house.give("scene Noche")
        try house.answer()
        #expect(house.sceneReport(id)?.outcome == .done)
    }

    @Test func conditionReportsItsReading() throws {
        let house = house("set Louver down\nif Louver up: set Buzzer on")
        let id = try house.give("scene Noche")
        try house.answer()
        #expect(house.sceneReport(id)?.steps.last?.note == "not taken: Louver is down, not confirmed")
        try live(house, 2, blind: .down)
        let later = try house.give("run X 'if Louver up: set Buzzer on'")
        #expect(house.sceneReport(later)?.steps.last?.note == "not taken: Louver is down")
    }

    /// `since` and `by` are of the same event.
    @Test func repeatedOrderIsNotTheCause() throws {
        let house = house("set Louver down")
        try house.give("set Louver down", by: .ana)
        try live(house, 2, blind: .down)
        #expect(try house.reading("Louver", .bidirectional).cause == .user("ana"))
        let since = try house.reading("Louver", .bidirectional).since
        house.pass(.seconds(60))
        try house.give("set Louver down", by: .eva)
        try house.answer()
        let reading = try house.reading("Louver", .bidirectional)
        #expect(reading.certainty == .assumed && reading.cause == .user("ana") && reading.since == since)
    }
}
