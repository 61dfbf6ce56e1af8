import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// After an order: confirmed, mismatch, or not confirmed in time.
struct ConfirmationTests {
    private static let plan = ReadPolicy(
        interval: .seconds(3600),
        maximumAge: .seconds(86_400),
        confirmDelay: .milliseconds(200),
        confirmWithin: .seconds(10)
    )

    /// A house whose first round of queries is answered with nothing.
    private func house(
        _ plan: ReadPolicy = plan,
        reportedTypes: Set<FacetType> = Set(FacetType.allCases)
    ) throws
        -> HouseUnderTest
    {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(houses: [HouseUnderTest.casa], reading: plan, reportedTypes: reportedTypes)
        )
        for _ in 0..<20 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 { try house.answerQuery([:]) }
        }
        return house
    }

    @Test func houseThatObeysConfirmsTheOrder() throws {
        let house = try house()
        let id = try house.give("set Buzzer on --wait confirmed")
        try house.answer()
        #expect(house.replies[id] == nil)
        #expect(try house.reading("Buzzer", .binary).certainty == .assumed)
        house.pass(.milliseconds(200))
        try house.answerQuery(["Buzzer": .on])
        #expect(house.receipt(id)?.outcome == .confirmed)
        let reading = try house.reading("Buzzer", .binary)
        #expect(reading.certainty == .confirmed && reading.cause == .user("ana"))
        #expect(house.record(1)?.stage == .confirmed)
        #expect(house.record(1)?.confirmedAfter == 200)
        house.expectNothingIsHeld()
    }

    @Test func answerForAcceptanceDoesNotWaitForTheHouse() throws {
        let house = try house()
        let id = try house.give("set Buzzer on")
        try house.answer()
        #expect(house.receipt(id)?.outcome == .accepted)
        house.pass(.milliseconds(200))
        try house.answerQuery(["Buzzer": .on])
        #expect(house.record(1)?.stage == .confirmed)
    }

    /// What the house reported before a newer order was sent does not count afterwards.
    @Test func mismatchDoesNotCountIfANewerOrderMayHaveActed() throws {
        let house = try house()
        try house.give("set Louver up")
        try house.answer()
        house.pass(.milliseconds(200))
        try house.answerQuery(["Louver": .down])
        #expect(try house.reading("Louver", .bidirectional).value == .up)
        // Its deadline and grace end at the moment when the first one times out.
        house.pass(.milliseconds(800))
        try house.give("set Louver down --deadline 8900ms")
        house.pass(.milliseconds(8999))
        #expect(house.record(1)?.stage == .accepted)
        house.pass(.milliseconds(1))
        #expect(house.record(1)?.stage == .mismatch)
        #expect(house.record(2)?.stage == .expired)
        #expect(try house.reading("Louver", .bidirectional).isStale)
    }

    @Test func slowHouseIsReadAgain() throws {
        let house = try house()
        let id = try house.give("set Louver up --wait confirmed")
        try house.answer()
        var looks = 0
        while house.replies[id] == nil, looks < 4 {
            house.pass(.seconds(2))
            while house.unanswered > 0 {
                looks += 1
                try house.answerQuery(["Louver": looks < 4 ? .down : .up])
            }
        }
        #expect(house.receipt(id)?.outcome == .confirmed)
        #expect(house.events.filter { $0.kind == .reading }.map { $0.reading?.reading.value } == [.up, .up])
    }

    @Test func houseThatReportsSomethingElseIsAMismatch() throws {
        let house = try house()
        let id = try house.give("set Buzzer on --wait confirmed")
        try house.answer()
        for _ in 0..<40 {
            house.pass(.milliseconds(250))
            while house.unanswered > 0 { try house.answerQuery(["Buzzer": .off]) }
        }
        #expect(house.fault(id)?.code == .mismatch)
        #expect(house.fault(id)?.message.hasSuffix(": still off, not on") == true)
        let reading = try house.reading("Buzzer", .binary)
        #expect(reading.value == .off && reading.certainty == .confirmed && reading.cause == .house)
        #expect(house.record(1)?.stage == .mismatch && house.record(1)?.observed == "off")
        #expect(house.events.contains { $0.kind == .order && $0.stage == .mismatch && $0.order == 1 })
        house.expectNothingIsHeld()
    }

    @Test func waitingRequestIsAnsweredByTheDeadline() throws {
        let house = try house()
        let id = try house.give("set Buzzer on --wait confirmed --deadline 3s")
        try house.answer()
        house.pass(.milliseconds(2900))
        #expect(house.replies[id] == nil)
        house.pass(.milliseconds(200))
        #expect(house.fault(id)?.code == .notConfirmed)
        #expect(house.record(1)?.stage == .accepted)
        // domo keeps checking the house, but nobody is answered twice.
        try house.answerQuery(["Buzzer": .on])
        #expect(house.record(1)?.stage == .confirmed)
        #expect(house.fault(id)?.code == .notConfirmed)
        house.expectNothingIsHeld()
    }

    @Test func silentHouseLeavesTheReadingAssumed() throws {
        let house = try house()
        let id = try house.give("set Buzzer on --wait confirmed")
        try house.answer()
        for _ in 0..<40 {
            house.pass(.milliseconds(250))
            while house.unanswered > 0 { try house.answerQuery(.unusable(reason: "no JSON")) }
        }
        #expect(house.fault(id)?.code == .notConfirmed)
        #expect(try house.reading("Buzzer", .binary).certainty == .assumed)
        #expect(house.record(1)?.stage == .unconfirmed)
    }

    @Test func reportFromBeforeTheOrderDoesNotCount() throws {
        let house = try house(ReadPolicy(interval: .seconds(1), maximumAge: .seconds(600)))
        // A query is in flight when the order is given, and shows the earlier state.
        house.pass(.seconds(1))
        #expect(house.unanswered > 0)
        let before = house.unanswered
        let id = try house.give("set Buzzer on --wait confirmed")
        for _ in 0..<before { try house.answerQuery(["Buzzer": .on, "Luz": .off]) }
        try house.answer()
        for _ in 0..<before where house.unanswered > 0 { try house.answerQuery(["Buzzer": .on]) }
        #expect(house.replies[id] == nil)
        #expect(try house.reading("Buzzer", .binary).certainty == .assumed)
    }

    /// It was carried out, and stays accepted.
    @Test func newerOrderEndsTheWaitForTheOlder() throws {
        let house = try house()
        let first = try house.give("set Buzzer on --wait confirmed")
        try house.answer()
        let second = try house.give("set Buzzer off --wait confirmed")
        #expect(house.replies[first] == nil)
        try house.answer()
        #expect(house.receipt(first)?.outcome == .accepted)
        #expect(house.receipt(first)?.followedBy == 2)
        #expect(house.record(1)?.stage == .accepted)
        #expect(house.record(1)?.followedBy == 2)
        #expect(house.record(2)?.followedBy == nil)
        house.pass(.milliseconds(250))
        try house.answerQuery(["Buzzer": .off])
        #expect(house.receipt(second)?.outcome == .confirmed)
    }

    /// An order that never reached the server supersedes nothing.
    @Test func newerOrderThatWasNotSentLeavesTheOlderWaiting() throws {
        let house = try house()
        let first = try house.give("set Buzzer on --wait confirmed")
        try house.answer()
        let second = try house.give("set Buzzer off --deadline 100ms")
        try house.answer(.notSent(reason: "connection refused"))
        #expect(house.fault(second)?.code == .unreachable)
        for _ in 0..<10 {
            house.pass(.milliseconds(300))
            while house.unanswered > 0 { try house.answerQuery(["Buzzer": .on]) }
        }
        #expect(house.receipt(first)?.outcome == .confirmed)
    }

    @Test func manyOrdersAreReadBackTogether() throws {
        let plan = ReadPolicy(readsOne: false, readsAll: true, interval: .seconds(3600), maximumAge: .seconds(86_400))
        let house = try house(plan)
        let before = house.read.count
        for line in ["set Buzzer on", "set Louver up", "dim Level 40", "dim Dimmer 20", "set Display hola"] {
            try house.give(line)
            try house.answer()
        }
        for _ in 0..<100 {
            house.pass(.milliseconds(100))
            while house.unanswered > 0 { try house.answerQuery([:]) }
        }
        // Ten seconds, at 0.2, 0.5, 1.1, 2.3, 4.3, 6.3, 8.3 s, each a little earlier at random.
        #expect((4...13).contains(house.read.count - before))
    }

    @Test(
        arguments: [
            ("Louver stop", "stop"), ("Display hola", "does not report"),
        ]
    )
    func orderThatCannotBeConfirmedIsRefused(order: String, word: String) throws {
        let house = try house(reportedTypes: [.binary, .bidirectional])
        let id = try house.give("set \(order) --wait confirmed")
        #expect(house.fault(id)?.code == .refusedValue)
        #expect(house.fault(id)?.message.contains(word) == true)
        #expect(house.sent.isEmpty)
    }

    @Test(
        arguments: [
            ("dim Level 40", "Level", Value.level(Percent(clamping: 41)), true),
            ("dim Level 40", "Level", .level(Percent(clamping: 42)), false),
            ("dim Level 0", "Level", .level(Percent(clamping: 1)), false),
            ("set Display 20", "Display", .text("20.0"), true),
            ("set Display hola", "Display", .text("Hola"), false),
        ]
    )
    func roundedReportsConfirmAnOrder(order: String, element: String, reported: Value, isConfirmed: Bool) throws {
        let house = try house()
        let id = try house.give("\(order) --wait confirmed")
        try house.answer()
        house.pass(.milliseconds(200))
        try house.answerQuery([element: reported])
        #expect((house.receipt(id)?.outcome == .confirmed) == isConfirmed)
        // The reading is what the house reports, not what was ordered.
        if isConfirmed { #expect(try house.reading(element, reported.type).value == reported) }
    }

    @Test func lostOrderIsReadBack() throws {
        let house = try house()
        let id = try house.give("set Buzzer on --deadline 100ms")
        try house.answer(.lost(reason: "connection closed"))
        #expect(house.fault(id)?.code == .deadlinePassed)
        house.pass(.milliseconds(250))
        try house.answerQuery(["Buzzer": .on])
        let reading = try house.reading("Buzzer", .binary)
        #expect(reading.value == .on && reading.certainty == .confirmed && !reading.isStale)
    }

    @Test func requestThatWaitsForNothingGetsTheNumberAtOnce() throws {
        let house = try house()
        let id = try house.give("set Buzzer on --wait none")
        #expect(house.receipt(id)?.outcome == .requested && house.receipt(id)?.id == 1)
        #expect(house.storedReplies[id] == house.records.count)
        try house.answer()
        house.pass(.milliseconds(250))
        try house.answerQuery(["Buzzer": .on])
        #expect(house.record(1)?.stage == .confirmed)
    }

    @Test func stopEndsTheWait() throws {
        let house = try house()
        let id = try house.give("set Buzzer on --wait confirmed")
        try house.answer()
        house.feed(.stop)
        #expect(house.fault(id)?.code == .notConfirmed)
        #expect(!house.isSending)
    }
}
