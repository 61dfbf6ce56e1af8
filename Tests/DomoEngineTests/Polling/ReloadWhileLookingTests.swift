import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Loads, outages and stops while orders wait for confirmation. Each case was found by the simulation.
struct ReloadWhileLookingTests {
    private static let plan = ReadPolicy(
        interval: .seconds(3600),
        maximumAge: .seconds(86_400),
        confirmDelay: .milliseconds(200),
        confirmWithin: .seconds(10),
        perSecond: 1
    )

    /// A house whose first round of queries is answered with nothing.
    private func house() throws -> HouseUnderTest {
        let house = HouseUnderTest(HouseUnderTest.catalog(houses: [HouseUnderTest.casa], reading: Self.plan))
        for _ in 0..<20 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 { try house.answerQuery([:]) }
        }
        return house
    }

    @Test func answerAfterALoadWithoutReportsIsHarmless() throws {
        let house = try house()
        try house.obey("set Buzzer on")
        house.pass(.milliseconds(200))
        #expect(house.unanswered == 1)
        house.feed(.load(HouseUnderTest.catalog(houses: [HouseUnderTest.casa]), ids: []))
        try house.answerQuery(["Buzzer": .on])
        #expect(house.record(1)?.stage == .unconfirmed)
    }

    @Test func confirmedReadingIsAssumedAfterTheNextOrder() throws {
        let house = try house()
        try house.obey("set Buzzer on")
        house.pass(.milliseconds(200))
        try house.answerQuery(["Buzzer": .on])
        #expect(try house.reading("Buzzer", .binary).certainty == .confirmed)
        try house.obey("set Buzzer on")
        #expect(try house.reading("Buzzer", .binary).certainty == .assumed)
    }

    @Test func unknownStateIsNotAMismatch() throws {
        let house = try house()
        let id = try house.give("set Buzzer on --wait confirmed")
        try house.answer()
        house.pass(.milliseconds(200))
        try house.answerQuery(["Buzzer": .off])
        for _ in 0..<30 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 { try house.answerQuery(["Buzzer": Value?.none]) }
        }
        #expect(house.fault(id)?.code == .notConfirmed)
    }

    @Test func waitForAConfirmationIsAnsweredAtASuddenStop() throws {
        let house = try house()
        let id = try house.give("set Buzzer on --wait confirmed")
        try house.answer()
        house.feed(.giveUp)
        #expect(house.fault(id)?.code == .notConfirmed)
    }

    @Test func loadKeepsTheNextPollTime() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on")
        try house.answer(.refused(reason: "503", isPassing: true, retryAfter: .seconds(2)))
        try house.give("set Display text")
        house.feed(.load(HouseUnderTest.catalog(), ids: []))
        house.pass(.seconds(3))
        #expect(house.sent.count == 3)
        try house.answerAll()
        #expect(house.receipt(id)?.outcome == .accepted)
    }

    @Test func cancelledQueryDoesNotHastenTheNext() throws {
        let catalog = HouseUnderTest.catalog(houses: [HouseUnderTest.casa], maxInFlight: 1, reading: Self.plan)
        let house = HouseUnderTest(catalog)
        house.pass(.seconds(1))
        #expect(house.read.count == 1)
        try house.give("set Display text")
        try house.answerQuery(.cancelled)
        try house.answer(.refused(reason: "404", isPassing: false))
        let first = try #require(house.read.first).at
        house.pass(.seconds(3))
        #expect(house.read.count >= 2)
        #expect(house.read[1].at - first >= .seconds(1))
    }
}
