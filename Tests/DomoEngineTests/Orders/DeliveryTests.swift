import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

struct DeliveryTests {
    // MARK: Lanes

    @Test func oneOrderIsInFlightPerElement() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on")
        try house.give("set Buzzer off")
        #expect(house.signals == ["Buzzer=on"])
        #expect(try house.status.servers[0].waiting == 1)
        try house.answer()
        #expect(house.signals == ["Buzzer=on", "Buzzer=off"])
        try house.answer()
        house.expectNothingIsHeld()
    }

    @Test func acceptedOrdersAreCountedByTheirDuration() throws {
        let house = HouseUnderTest()
        func counted(_ limit: Double) throws -> Int? {
            try house.status.latency?.buckets.first { $0.upTo == limit }?.count
        }
        try house.give("set Buzzer on")
        house.pass(.milliseconds(7))
        try house.answer()
        try house.give("set Louver up")
        house.pass(.milliseconds(300))
        try house.answer()
        #expect(try [1, 5, 10, 250, 500, 10_000].map(counted) == [0, 0, 1, 1, 2, 2])
        #expect(try house.status.latency?.count == 2)
        #expect(try house.status.latency?.sum == 307)
    }

    @Test func ordersOfDifferentElementsAreSentInParallel() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on")
        try house.give("set Louver up")
        try house.give("set Bell on")
        #expect(house.signals == ["Buzzer=on", "Louver=up", "Bell=on"])
        #expect(house.sent.map(\.label) == ["http://casa", "http://casa", "http://torre"])
    }

    @Test func serverHasAtMostMaxInFlightOrders() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(maxInFlight: 2))
        for line in ["set Buzzer on", "set Louver up", "set Level 4", "set Bell on"] { try house.give(line) }
        #expect(house.signals == ["Buzzer=on", "Louver=up", "Bell=on"])
        #expect(try house.status.servers.map(\.inFlight) == [2, 1])
        try house.answer()
        #expect(house.signals.last == "Level=4")
        try house.answerAll()
        #expect(try house.status.servers.map(\.inFlight) == [0, 0])
    }

    @Test func waitingLevelIsSupersededByANewerOne() throws {
        let house = HouseUnderTest()
        try house.give("dim Level 10")
        let slid = try (11...30).map { try house.give("dim Level \($0)") }
        try house.answerAll()
        #expect(house.signals == ["Level=10", "Level=30"])
        #expect(slid.dropLast().allSatisfy { house.receipt($0)?.outcome == .superseded })
        #expect(slid.last.flatMap { house.receipt($0) }?.outcome == .accepted)
        house.expectNothingIsHeld()
    }

    @Test func levelThatBacksOffIsSuperseded() throws {
        let house = HouseUnderTest()
        let first = try house.give("dim Level 10")
        try house.answer(.notSent(reason: "refused"))
        try house.give("dim Level 20")
        #expect(house.receipt(first)?.outcome == .superseded)
        #expect(house.signals == ["Level=10", "Level=20"])
        try house.answer()
        house.expectNothingIsHeld()
    }

    @Test func stepIsSupersededByALevelButSupersedesNone() throws {
        let house = HouseUnderTest()
        try house.obey("dim Level 10")
        try house.give("dim Level 20")
        try house.give("dim Level 30")
        let step = try house.give("dim Level +5")
        #expect(house.receipt(step) == nil)
        try house.give("dim Level 50")
        #expect(house.receipt(step)?.outcome == .superseded)
        try house.answerAll()
        #expect(house.signals == ["Level=10", "Level=20", "Level=30", "Level=50"])
    }

    @Test func everyOtherOrderIsSentInOrder() throws {
        let house = HouseUnderTest()
        let lines = ["set Display a", "set Display b", "set Display b", "set Display c"]
        for line in lines { try house.give(line) }
        for line in ["set Dimmer 10", "set Dimmer 20", "set Dimmer off", "set Dimmer 30"] { try house.give(line) }
        try house.answerAll()
        #expect(
            house.signals.filter { $0.hasPrefix("Display") } == ["Display=a", "Display=b", "Display=b", "Display=c"]
        )
        #expect(house.signals.filter { $0.hasPrefix("Dimmer") }.suffix(3) == ["Dimmer=20", "Dimmer=off", "Dimmer=30"])
    }

    // MARK: Retries

    @Test(arguments: [
        Outcome.notSent(reason: "connection refused"), .lost(reason: "closed"),
        .refused(reason: "HTTP 503", isPassing: true),
    ])
    func passingFailureIsRetried(outcome: Outcome) throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on")
        try house.answer(outcome)
        #expect(house.sent.count == 1)
        house.pass(.milliseconds(100))
        #expect(house.sent.count == 2)
        try house.answer()
        #expect(house.receipt(id)?.attempts == 2)
        house.expectNothingIsHeld()
    }

    @Test func finalRefusalIsNotRetried() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on")
        try house.answer(.refused(reason: "HTTP 404", isPassing: false))
        let fault = try #require(house.fault(id))
        #expect(fault.code == .refusedByServer)
        for part in ["http://casa", "HTTP 404", "POST http://casa?Buzzer=on"] { #expect(fault.message.contains(part)) }
        house.pass(.seconds(20))
        #expect(house.sent.count == 1)
        #expect(house.events.contains { $0.kind == .order && $0.path == "Casa/Buzzer" })
        house.expectNothingIsHeld()
    }

    @Test func linkProvidesAHintForARefusal() throws {
        let house = HouseUnderTest()
        let refused = try house.give("set Buzzer on")
        try house.answer(.refused(reason: "HTTP 401 Unauthorized", isPassing: false, hint: "check the password"))
        #expect(house.fault(refused)?.hint == "check the password")
        let unsent = try house.give("set Buzzer on --deadline 500ms")
        while house.replies[unsent] == nil {
            try house.answer(.notSent(reason: "host name not found", hint: "check the host"))
            house.pass(.milliseconds(250))
        }
        #expect(house.fault(unsent)?.hint == "nothing was sent; check the host")
    }

    @Test func pausesBetweenTriesGrowAndVaryBySeed() throws {
        func pauses(seed: UInt64) throws -> [Double] {
            let house = HouseUnderTest(seed: seed)
            try house.give("set Buzzer on")
            var before = house.now
            var pauses: [Double] = []
            for _ in 0..<6 {
                try house.answer(.refused(reason: "HTTP 503", isPassing: true))
                house.pass(.seconds(1))
                let at = try #require(house.sent.last).at
                pauses.append((at - before) / .milliseconds(1))
                before = house.now
            }
            return pauses
        }
        let first = try pauses(seed: 1)
        for (pause, whole) in zip(first, [100.0, 200, 400, 800, 1000, 1000]) {
            #expect((whole / 2 - 0.001...whole + 0.001).contains(pause))
        }
        #expect(try pauses(seed: 1) == first)
        #expect(try pauses(seed: 2) != first)
    }

    // MARK: Deadlines

    @Test func dispatchCarriesTheRemainingTime() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on")
        try house.give("set Louver up --deadline 2s")
        #expect(house.sent.map(\.dispatch.timeout) == [.seconds(10), .seconds(2)])
        try house.answer(.notSent(reason: "refused"))
        house.pass(.milliseconds(100))
        let last = try #require(house.sent.last)
        #expect(last.dispatch.timeout == .seconds(10) - (last.at - house.sent[0].at))
    }

    @Test func nothingIsSentAfterItsDeadline() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on")
        let late = try house.give("set Buzzer off --deadline 1s")
        house.pass(.seconds(1))
        let fault = try #require(house.fault(late))
        #expect(fault.code == .deadlinePassed)
        #expect(fault.hint?.contains("nothing was sent") == true)
        try house.answer()
        house.pass(.seconds(20))
        #expect(house.signals == ["Buzzer=on"])
        house.expectNothingIsHeld()
    }

    @Test func retriesEndWithTheDeadline() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on --deadline 500ms")
        while house.replies[id] == nil {
            try house.answer(.refused(reason: "HTTP 503", isPassing: true))
            house.pass(.milliseconds(250))
        }
        #expect(house.sent.allSatisfy { $0.at < house.sent[0].at + .milliseconds(500) })
        #expect(house.fault(id)?.code == .refusedByServer)
        #expect(house.fault(id)?.message.contains("\(house.sent.count) tries") == true)
        house.expectNothingIsHeld()
    }

    /// The deadline leaves the last try no time: its "no answer in 26 ms" says nothing about the server.
    @Test func tryThatTheDeadlineCutsShortKeepsTheReasonBefore() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on --deadline 500ms")
        try house.answer(.lost(reason: "the answer is not HTTP"))
        house.pass(.milliseconds(100))
        #expect(house.sent.count == 2)
        house.pass(.milliseconds(400))
        try house.answer(.lost(reason: "no answer in 400 ms"))
        #expect(house.fault(id)?.message.contains("the answer is not HTTP (2 tries)") == true)
        house.expectNothingIsHeld()
    }

    @Test func tryThatHadItsTimeGivesItsOwnReason() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on --deadline 5s")
        try house.answer(.refused(reason: "HTTP 503", isPassing: true))
        house.pass(.seconds(5))
        try house.answer(.lost(reason: "no answer in 4.9 s"))
        let fault = try #require(house.fault(id))
        #expect(fault.code == .deadlinePassed)
        #expect(fault.message.contains("no answer in 4.9 s"))
        house.expectNothingIsHeld()
    }

    /// A try with hardly any time left would only turn a certain refusal into an uncertain one.
    @Test func triesThatWakeTooLateAreNotSent() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on --deadline 1s")
        try house.answer(.refused(reason: "HTTP 503", isPassing: true))
        house.setClock(by: .milliseconds(970), uptime: .milliseconds(970))
        #expect(house.sent.count == 1)
        #expect(house.fault(id)?.code == .refusedByServer)
        #expect(house.fault(id)?.message.contains("HTTP 503") == true)
        house.expectNothingIsHeld()
    }

    /// What the server says of the last try is no answer to the tries before it.
    @Test(arguments: [true, false]) func refusalAfterATryWithoutAnAnswerStaysUncertain(isPassing: Bool) throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on --deadline 300ms")
        try house.answer(.lost(reason: "the connection broke"))
        house.pass(.milliseconds(100))
        house.pass(.milliseconds(160))
        try house.answer(.refused(reason: "HTTP 503", isPassing: isPassing))
        let fault = try #require(house.fault(id))
        #expect(fault.code == .refusedByServer)
        #expect(fault.hint?.contains("may have been carried out") == true)
        house.expectNothingIsHeld()
    }

    @Test func silentDispatchIsAbandonedAfterTheGracePeriod() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on --deadline 1s")
        house.pass(.milliseconds(1099))
        #expect(house.replies[id] == nil)
        house.pass(.milliseconds(1))
        #expect(house.fault(id)?.code == .deadlinePassed)
        #expect(house.cancelled == [house.sent[0].dispatch.id])
        #expect(try house.status.servers[0].inFlight == 1)
        try house.answer(.lost(reason: "given up"))
        house.expectNothingIsHeld()
    }

    @Test func lateAcceptanceCountsUnlessOvertaken() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on --deadline 300ms")
        try house.give("set Level 30 --deadline 1s")
        house.pass(.seconds(2))
        try house.give("set Level 60")
        try house.answer()
        #expect(try house.reading("Buzzer", .binary).value == .on)
        try house.answer()
        #expect(try house.reading("Level", .regulable).value == nil)
        try house.answer()
        #expect(try house.reading("Level", .regulable).value?.word == "60")
        house.expectNothingIsHeld()
    }

    @Test func abandonedDispatchDoesNotBlockTheNext() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on --deadline 300ms")
        try house.give("set Buzzer off")
        house.pass(.milliseconds(1100))
        #expect(house.signals == ["Buzzer=on", "Buzzer=off"])
    }

    @Test func lostOrderThatFailedMakesTheReadingStale() throws {
        let house = HouseUnderTest()
        try house.obey("dim Dimmer 40")
        let id = try house.give("set Dimmer off --deadline 100ms")
        try house.answer(.lost(reason: "timeout"))
        let fault = try #require(house.fault(id))
        #expect(fault.code == .deadlinePassed)
        #expect(fault.hint?.contains("may have been carried out") == true)
        #expect(try house.reading("Dimmer", .binary).isStale)
        #expect(try house.reading("Dimmer", .regulable).isStale)
        try house.obey("set Dimmer off")
        #expect(try house.reading("Dimmer", .regulable).isStale == false)
    }

    @Test func failedOrderThatWasNotSentKeepsTheReading() throws {
        let house = HouseUnderTest()
        try house.obey("set Buzzer on")
        let id = try house.give("set Buzzer off --deadline 100ms")
        try house.answer(.notSent(reason: "connection refused"))
        #expect(house.fault(id)?.code == .unreachable)
        #expect(try house.reading("Buzzer", .binary).isStale == false)
    }

    // MARK: Limits

    @Test func ordersAboveTheLimitAreRefused() throws {
        let house = HouseUnderTest(maxOrders: 100)
        for number in 0..<100 { try house.give("set Display \(number)") }
        #expect(house.replies.isEmpty)
        let fault = try #require(house.fault(try house.give("set Display x")))
        #expect(fault.code == .busy)
        #expect(fault.message == "100 orders are already waiting")
        try house.answer()
        try house.give("set Display y")
        try house.answerAll()
        #expect(house.sent.count == 101)
        house.expectNothingIsHeld()
    }

    // MARK: Stopping

    @Test func stopEndsWaitingOrdersAndLetsThoseInFlightFinish() throws {
        let house = HouseUnderTest()
        let underWay = try house.give("set Buzzer on")
        let waiting = try house.give("set Buzzer off")
        house.feed(.stop)
        #expect(house.fault(waiting)?.code == .stopping)
        #expect(house.isSending)
        #expect(house.fault(try house.give("set Louver up"))?.code == .stopping)
        try house.answer()
        #expect(house.receipt(underWay)?.outcome == .accepted)
        #expect(!house.isSending)
        #expect(house.signals == ["Buzzer=on"])
        house.expectNothingIsHeld()
    }

    @Test func failureWhileStoppingIsNotRetried() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on")
        house.feed(.stop)
        try house.answer(.notSent(reason: "refused"))
        #expect(house.fault(id)?.code == .unreachable)
        house.expectNothingIsHeld()
    }

    @Test func orderAbandonedInFlightHasAnUnknownOutcome() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on")
        house.feed(.giveUp)
        #expect(house.fault(id)?.code == .deadlinePassed)
        #expect(house.fault(id)?.message.contains("domo stopped") == true)
        try house.answer()
        house.expectNothingIsHeld()
    }
}
