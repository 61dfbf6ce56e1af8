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

    /// A house whose first round of questions is answered with nothing.
    private func house(
        _ plan: ReadPolicy = plan,
        tells: Set<FacetType> = Set(FacetType.allCases)
    ) throws
        -> HouseUnderTest
    {
        let house = HouseUnderTest(HouseUnderTest.catalog(houses: [HouseUnderTest.casa], reading: plan, tells: tells))
        for _ in 0..<20 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 { try house.tell([:]) }
        }
        return house
    }

    @Test func houseThatObeysConfirmsTheOrder() throws {
        let house = try house()
        let id = try house.say("set Buzzer on --wait confirmed")
        try house.answer()
        #expect(house.replies[id] == nil)
        #expect(try house.reading("Buzzer", .binary).certainty == .assumed)
        house.pass(.milliseconds(200))
        try house.tell(["Buzzer": .on])
        #expect(house.receipt(id)?.outcome == .confirmed)
        let reading = try house.reading("Buzzer", .binary)
        #expect(reading.certainty == .confirmed && reading.cause == .user("ana"))
        #expect(house.record(1)?.stage == .confirmed)
        #expect(house.record(1)?.confirmedAfter == 200)
        house.expectNothingIsHeld()
    }

    @Test func answerForAcceptanceDoesNotWaitForTheHouse() throws {
        let house = try house()
        let id = try house.say("set Buzzer on")
        try house.answer()
        #expect(house.receipt(id)?.outcome == .accepted)
        house.pass(.milliseconds(200))
        try house.tell(["Buzzer": .on])
        #expect(house.record(1)?.stage == .confirmed)
    }

    /// What the house said before a newer order went out says nothing of what came after that.
    @Test func mismatchIsNotBelievedWhereANewerOrderMayHaveActed() throws {
        let house = try house()
        try house.say("set Louver up")
        try house.answer()
        house.pass(.milliseconds(200))
        try house.tell(["Louver": .down])
        #expect(try house.reading("Louver", .bidirectional).value == .up)
        // Its deadline and its grace end in the moment in which the first is given up.
        house.pass(.milliseconds(800))
        try house.say("set Louver down --deadline 8900ms")
        house.pass(.milliseconds(8999))
        #expect(house.record(1)?.stage == .accepted)
        house.pass(.milliseconds(1))
        #expect(house.record(1)?.stage == .mismatch)
        #expect(house.record(2)?.stage == .expired)
        #expect(try house.reading("Louver", .bidirectional).isStale)
    }

    @Test func slowHouseIsLookedAtAgain() throws {
        let house = try house()
        let id = try house.say("set Louver up --wait confirmed")
        try house.answer()
        var looks = 0
        while house.replies[id] == nil, looks < 4 {
            house.pass(.seconds(2))
            while house.unanswered > 0 {
                looks += 1
                try house.tell(["Louver": looks < 4 ? .down : .up])
            }
        }
        #expect(house.receipt(id)?.outcome == .confirmed)
        #expect(house.events.filter { $0.kind == .reading }.map { $0.reading?.reading.value } == [.up, .up])
    }

    @Test func houseThatSaysSomethingElseIsAMismatch() throws {
        let house = try house()
        let id = try house.say("set Buzzer on --wait confirmed")
        try house.answer()
        for _ in 0..<40 {
            house.pass(.milliseconds(250))
            while house.unanswered > 0 { try house.tell(["Buzzer": .off]) }
        }
        #expect(house.fault(id)?.code == .mismatch)
        let reading = try house.reading("Buzzer", .binary)
        #expect(reading.value == .off && reading.certainty == .confirmed && reading.cause == .house)
        #expect(house.record(1)?.stage == .mismatch && house.record(1)?.observed == "off")
        #expect(house.events.contains { $0.kind == .order && $0.stage == .mismatch && $0.order == 1 })
        house.expectNothingIsHeld()
    }

    @Test func whoeverWaitsIsAnsweredByTheDeadline() throws {
        let house = try house()
        let id = try house.say("set Buzzer on --wait confirmed --deadline 3s")
        try house.answer()
        house.pass(.milliseconds(2900))
        #expect(house.replies[id] == nil)
        house.pass(.milliseconds(200))
        #expect(house.fault(id)?.code == .notConfirmed)
        #expect(house.record(1)?.stage == .accepted)
        // The house is looked at further, and nobody is told twice.
        try house.tell(["Buzzer": .on])
        #expect(house.record(1)?.stage == .confirmed)
        #expect(house.fault(id)?.code == .notConfirmed)
        house.expectNothingIsHeld()
    }

    @Test func silentHouseLeavesTheReadingAssumed() throws {
        let house = try house()
        let id = try house.say("set Buzzer on --wait confirmed")
        try house.answer()
        for _ in 0..<40 {
            house.pass(.milliseconds(250))
            while house.unanswered > 0 { try house.tell(.unusable(reason: "no JSON")) }
        }
        #expect(house.fault(id)?.code == .notConfirmed)
        #expect(try house.reading("Buzzer", .binary).certainty == .assumed)
        #expect(house.record(1)?.stage == .unconfirmed)
    }

    @Test func whatWasSaidBeforeTheOrderSaysNothingOfIt() throws {
        let house = try house(ReadPolicy(interval: .seconds(1), maximumAge: .seconds(600)))
        // A question is under way when the order is given, and tells of the time before it.
        house.pass(.seconds(1))
        #expect(house.unanswered > 0)
        let before = house.unanswered
        let id = try house.say("set Buzzer on --wait confirmed")
        for _ in 0..<before { try house.tell(["Buzzer": .on, "Luz": .off]) }
        try house.answer()
        for _ in 0..<before where house.unanswered > 0 { try house.tell(["Buzzer": .on]) }
        #expect(house.replies[id] == nil)
        #expect(try house.reading("Buzzer", .binary).certainty == .assumed)
    }

    /// It was carried out, and stays accepted.
    @Test func newerOrderEndsTheWaitForTheOlder() throws {
        let house = try house()
        let first = try house.say("set Buzzer on --wait confirmed")
        try house.answer()
        let second = try house.say("set Buzzer off --wait confirmed")
        #expect(house.replies[first] == nil)
        try house.answer()
        #expect(house.receipt(first)?.outcome == .accepted)
        #expect(house.receipt(first)?.followedBy == 2)
        #expect(house.record(1)?.stage == .accepted)
        #expect(house.record(1)?.followedBy == 2)
        #expect(house.record(2)?.followedBy == nil)
        house.pass(.milliseconds(250))
        try house.tell(["Buzzer": .off])
        #expect(house.receipt(second)?.outcome == .confirmed)
    }

    /// One that never reached the server took nobody's place.
    @Test func newerOrderThatWasNotSentLeavesTheOlderWaiting() throws {
        let house = try house()
        let first = try house.say("set Buzzer on --wait confirmed")
        try house.answer()
        let second = try house.say("set Buzzer off --deadline 100ms")
        try house.answer(.notSent(reason: "connection refused"))
        #expect(house.fault(second)?.code == .unreachable)
        for _ in 0..<10 {
            house.pass(.milliseconds(300))
            while house.unanswered > 0 { try house.tell(["Buzzer": .on]) }
        }
        #expect(house.receipt(first)?.outcome == .confirmed)
    }

    @Test func manyOrdersAreLookedAtTogether() throws {
        let plan = ReadPolicy(readsOne: false, readsAll: true, interval: .seconds(3600), maximumAge: .seconds(86_400))
        let house = try house(plan)
        let before = house.read.count
        for line in ["set Buzzer on", "set Louver up", "dim Level 40", "dim Dimmer 20", "set Display hola"] {
            try house.say(line)
            try house.answer()
        }
        for _ in 0..<100 {
            house.pass(.milliseconds(100))
            while house.unanswered > 0 { try house.tell([:]) }
        }
        // Ten seconds, at 0.2, 0.5, 1.1, 2.3, 4.3, 6.3, 8.3 s and by chance somewhat sooner.
        #expect((4...13).contains(house.read.count - before))
    }

    @Test(
        arguments: [
            ("Louver stop", "stop"), ("Display hola", "does not tell"),
        ]
    )
    func orderThatNothingCanConfirmIsRefusedBeforeItIsSent(order: String, word: String) throws {
        let house = try house(tells: [.binary, .bidirectional])
        let id = try house.say("set \(order) --wait confirmed")
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
    func serversRound(order: String, element: String, told: Value, isConfirmed: Bool) throws {
        let house = try house()
        let id = try house.say("\(order) --wait confirmed")
        try house.answer()
        house.pass(.milliseconds(200))
        try house.tell([element: told])
        #expect((house.receipt(id)?.outcome == .confirmed) == isConfirmed)
        // What is shown is what the house says, not what was asked.
        if isConfirmed { #expect(try house.reading(element, told.type).value == told) }
    }

    @Test func whatBecameOfALostOrderIsLookedUp() throws {
        let house = try house()
        let id = try house.say("set Buzzer on --deadline 100ms")
        try house.answer(.lost(reason: "connection closed"))
        #expect(house.fault(id)?.code == .deadlinePassed)
        house.pass(.milliseconds(250))
        try house.tell(["Buzzer": .on])
        let reading = try house.reading("Buzzer", .binary)
        #expect(reading.value == .on && reading.certainty == .confirmed && !reading.isStale)
    }

    @Test func whoeverWaitsForNothingGetsTheNumberAtOnce() throws {
        let house = try house()
        let id = try house.say("set Buzzer on --wait none")
        #expect(house.receipt(id)?.outcome == .requested && house.receipt(id)?.id == 1)
        #expect(house.storedReplies[id] == house.records.count)
        try house.answer()
        house.pass(.milliseconds(250))
        try house.tell(["Buzzer": .on])
        #expect(house.record(1)?.stage == .confirmed)
    }

    @Test func stopEndsTheWait() throws {
        let house = try house()
        let id = try house.say("set Buzzer on --wait confirmed")
        try house.answer()
        house.feed(.stop)
        #expect(house.fault(id)?.code == .notConfirmed)
        #expect(!house.engine.isSending)
    }
}
