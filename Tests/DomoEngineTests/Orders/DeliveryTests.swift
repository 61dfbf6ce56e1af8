import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

struct DeliveryTests {
    // MARK: Lanes

    @Test func oneOrderIsUnderWayPerElement() throws {
        let house = HouseUnderTest()
        try house.say("set Buzzer on")
        try house.say("set Buzzer off")
        #expect(house.signals == ["Buzzer=on"])
        #expect(try house.status.servers[0].waiting == 1)
        try house.answer()
        #expect(house.signals == ["Buzzer=on", "Buzzer=off"])
        try house.answer()
        house.expectNothingIsHeld()
    }

    @Test func differentElementsGoSideBySide() throws {
        let house = HouseUnderTest()
        try house.say("set Buzzer on")
        try house.say("set Louver up")
        try house.say("set Bell on")
        #expect(house.signals == ["Buzzer=on", "Louver=up", "Bell=on"])
        #expect(house.sent.map(\.label) == ["http://casa", "http://casa", "http://torre"])
    }

    @Test func noMoreThanMaxInFlightAreUnderWayAtAServer() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(maxInFlight: 2))
        for line in ["set Buzzer on", "set Louver up", "set Level 4", "set Bell on"] { try house.say(line) }
        #expect(house.signals == ["Buzzer=on", "Louver=up", "Bell=on"])
        #expect(try house.status.servers.map(\.inFlight) == [2, 1])
        try house.answer()
        #expect(house.signals.last == "Level=4")
        try house.answerAll()
        #expect(try house.status.servers.map(\.inFlight) == [0, 0])
    }

    @Test func waitingLevelIsSupersededByANewerOne() throws {
        let house = HouseUnderTest()
        try house.say("dim Level 10")
        let slid = try (11...30).map { try house.say("dim Level \($0)") }
        try house.answerAll()
        #expect(house.signals == ["Level=10", "Level=30"])
        #expect(slid.dropLast().allSatisfy { house.receipt($0)?.outcome == .superseded })
        #expect(slid.last.flatMap { house.receipt($0) }?.outcome == .accepted)
        house.expectNothingIsHeld()
    }

    @Test func levelThatBacksOffIsSuperseded() throws {
        let house = HouseUnderTest()
        let first = try house.say("dim Level 10")
        try house.answer(.notSent(reason: "refused"))
        try house.say("dim Level 20")
        #expect(house.receipt(first)?.outcome == .superseded)
        #expect(house.signals == ["Level=10", "Level=20"])
        try house.answer()
        house.expectNothingIsHeld()
    }

    /// A stop is for now: nothing that waits moves the cover after it.
    @Test func stopOvertakesWhatWaits() throws {
        let house = HouseUnderTest()
        try house.say("set Louver up")
        let waiting = try ["set Louver down", "set Louver up"].map { try house.say($0) }
        let stop = try house.say("set Louver stop")
        #expect(waiting.allSatisfy { house.receipt($0)?.outcome == .superseded && house.receipt($0)?.followedBy == 4 })
        try house.answerAll()
        #expect(house.signals == ["Louver=up", "Louver=stop"])
        #expect(house.receipt(stop)?.outcome == .accepted)
        house.expectNothingIsHeld()
    }

    @Test func stopOvertakesWhatIsToBeTriedAgain() throws {
        let house = HouseUnderTest()
        let first = try house.say("set Louver up")
        try house.answer(.lost(reason: "no answer"))
        try house.say("set Louver stop")
        #expect(house.receipt(first)?.outcome == .superseded)
        #expect(house.signals == ["Louver=up", "Louver=stop"])
        try house.answerAll()
        house.pass(.seconds(5))
        #expect(house.signals.count == 2)
        house.expectNothingIsHeld()
    }

    /// A text on its display keeps no cover moving.
    @Test func stopGoesBeforeWhatMovesSomethingElse() throws {
        let cover = HouseUnderTest.element("Cover", .bidirectional, .value)
        let catalog = HouseUnderTest.catalog(houses: [House(name: "Piso", elements: [cover])])
        let house = HouseUnderTest(catalog)
        let text = try house.say("set Cover hola")
        try house.answer(.notSent(reason: "connection reset"))
        try house.say("set Cover adios")
        let stop = try house.say("set Cover stop")
        #expect(house.signals == ["Cover=hola", "Cover=stop"])
        try house.answerAll()
        #expect(house.signals == ["Cover=hola", "Cover=stop", "Cover=hola", "Cover=adios"])
        #expect([text, stop].allSatisfy { house.receipt($0)?.outcome == .accepted })
        house.expectNothingIsHeld()
    }

    /// What is in flight when the stop comes, and fails, is not tried again after it.
    @Test func stopOvertakesWhatIsInFlightAndFails() throws {
        let house = HouseUnderTest()
        let first = try house.say("set Louver up")
        let stop = try house.say("set Louver stop")
        try house.answer(.lost(reason: "no answer"))
        #expect(house.receipt(first)?.outcome == .superseded)
        #expect(house.signals == ["Louver=up", "Louver=stop"])
        try house.answer()
        #expect(house.receipt(stop)?.outcome == .accepted)
        house.expectNothingIsHeld()
    }

    @Test func personsOrderGoesBeforeThoseOfScenesAndTriggers() throws {
        let trigger = (name: "bell", text: "when Bell on\nset Display rung\n")
        let started = (name: "evening", text: "set Luz on\n")
        let catalog = HouseUnderTest.catalog(houses: [Self.flat], maxInFlight: 1, scenes: [trigger, started])
        let house = HouseUnderTest(catalog)
        try house.obey("set Bell on")
        // The trigger's order is under way; the next ones wait for it.
        #expect(house.signals.last == "Display=rung")
        try house.say("run two 'set Gong on'")
        try house.say("scene evening")
        try house.say("set Buzzer on")
        try house.answerAll()
        #expect(house.signals.suffix(3) == ["Buzzer=on", "Gong=on", "Luz=on"])
    }

    /// One who waits behind an order that nobody waits for is not kept waiting by others' orders.
    @Test func orderThatAPersonWaitsBehindIsRaised() throws {
        let catalog = HouseUnderTest.catalog(houses: [Self.flat], maxInFlight: 1)
        let house = HouseUnderTest(catalog)
        try house.say("set Bell on")
        try house.say("run a 'set Gong on'")
        try house.say("run b 'set Luz on'")
        try house.say("set Luz off")
        try house.answerAll()
        #expect(house.signals == ["Bell=on", "Luz=on", "Luz=off", "Gong=on"])
    }

    static let flat = House(
        name: "Piso",
        elements: [
            HouseUnderTest.element("Bell", .binary), HouseUnderTest.element("Gong", .binary),
            HouseUnderTest.element("Luz", .binary), HouseUnderTest.element("Buzzer", .binary),
            HouseUnderTest.element("Display", .value),
        ]
    )

    @Test func signalsAreSentAtTheEndpointsPace() throws {
        var catalog = HouseUnderTest.catalog(houses: [Self.flat])
        var profile = FakeProfile("http://piso")
        profile.endpoints[0].pace = Pace(perSecond: 10, burst: 2)
        profile.costs = ["Display": 3]
        catalog.links[0].profile = profile
        let house = HouseUnderTest(catalog)
        for line in ["set Bell on", "set Display hola", "set Gong on", "set Luz on"] { try house.say(line) }
        // The long one is let through by the last token, and the next ones wait for what it took beyond that.
        #expect(house.signals == ["Bell=on", "Display=hola"])
        house.pass(.milliseconds(290))
        #expect(house.signals.count == 2)
        house.pass(.milliseconds(20))
        #expect(house.signals.count == 3)
        house.pass(.milliseconds(100))
        #expect(house.signals == ["Bell=on", "Display=hola", "Gong=on", "Luz=on"])
    }

    @Test func stepIsSupersededByALevelButSupersedesNone() throws {
        let house = HouseUnderTest()
        try house.obey("dim Level 10")
        try house.say("dim Level 20")
        try house.say("dim Level 30")
        let step = try house.say("dim Level +5")
        #expect(house.receipt(step) == nil)
        try house.say("dim Level 50")
        #expect(house.receipt(step)?.outcome == .superseded)
        try house.answerAll()
        #expect(house.signals == ["Level=10", "Level=20", "Level=30", "Level=50"])
    }

    @Test func everyOtherOrderIsSentInOrder() throws {
        let house = HouseUnderTest()
        let lines = ["set Display a", "set Display b", "set Display b", "set Display c"]
        for line in lines { try house.say(line) }
        for line in ["set Dimmer 10", "set Dimmer 20", "set Dimmer off", "set Dimmer 30"] { try house.say(line) }
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
    func passingFailureIsTriedAgain(outcome: Outcome) throws {
        let house = HouseUnderTest()
        let id = try house.say("set Buzzer on")
        try house.answer(outcome)
        #expect(house.sent.count == 1)
        house.pass(.milliseconds(100))
        #expect(house.sent.count == 2)
        try house.answer()
        #expect(house.receipt(id)?.attempts == 2)
        house.expectNothingIsHeld()
    }

    @Test func finalRefusalIsNotTriedAgain() throws {
        let house = HouseUnderTest()
        let id = try house.say("set Buzzer on")
        try house.answer(.refused(reason: "HTTP 404", isPassing: false))
        let fault = try #require(house.fault(id))
        #expect(fault.code == .refusedByServer)
        for part in ["http://casa", "HTTP 404", "POST http://casa?Buzzer=on"] { #expect(fault.message.contains(part)) }
        house.pass(.seconds(20))
        #expect(house.sent.count == 1)
        #expect(house.events.contains { $0.kind == .order && $0.path == "Casa/Buzzer" })
        house.expectNothingIsHeld()
    }

    @Test func pausesBetweenTriesGrowAndVaryBySeed() throws {
        func pauses(seed: UInt64) throws -> [Double] {
            let house = HouseUnderTest(seed: seed)
            try house.say("set Buzzer on")
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

    @Test func dispatchCarriesWhatIsLeftOfTheDeadline() throws {
        let house = HouseUnderTest()
        try house.say("set Buzzer on")
        try house.say("set Louver up --deadline 2s")
        #expect(house.sent.map(\.dispatch.timeout) == [.seconds(10), .seconds(2)])
        try house.answer(.notSent(reason: "refused"))
        house.pass(.milliseconds(100))
        let last = try #require(house.sent.last)
        #expect(last.dispatch.timeout == .seconds(10) - (last.at - house.sent[0].at))
    }

    @Test func nothingIsSentAfterItsDeadline() throws {
        let house = HouseUnderTest()
        try house.say("set Buzzer on")
        let late = try house.say("set Buzzer off --deadline 1s")
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
        let id = try house.say("set Buzzer on --deadline 500ms")
        while house.replies[id] == nil {
            try house.answer(.refused(reason: "HTTP 503", isPassing: true))
            house.pass(.milliseconds(250))
        }
        #expect(house.sent.allSatisfy { $0.at < house.sent[0].at + .milliseconds(500) })
        #expect(house.fault(id)?.code == .refusedByServer)
        #expect(house.fault(id)?.message.contains("\(house.sent.count) tries") == true)
        house.expectNothingIsHeld()
    }

    @Test func silentDispatchIsGivenUpAfterAGrace() throws {
        let house = HouseUnderTest()
        let id = try house.say("set Buzzer on --deadline 1s")
        house.pass(.milliseconds(1099))
        #expect(house.replies[id] == nil)
        house.pass(.milliseconds(1))
        #expect(house.fault(id)?.code == .deadlinePassed)
        #expect(house.cancelled == [house.sent[0].dispatch.id])
        #expect(try house.status.servers[0].inFlight == 1)
        try house.answer(.lost(reason: "given up"))
        house.expectNothingIsHeld()
    }

    @Test func lateAcceptanceIsTakenInUnlessOvertaken() throws {
        let house = HouseUnderTest()
        try house.say("set Buzzer on --deadline 1s")
        try house.say("set Level 30 --deadline 1s")
        house.pass(.seconds(2))
        try house.say("set Level 60")
        try house.answer()
        #expect(try house.reading("Buzzer", .binary).value == .on)
        try house.answer()
        #expect(try house.reading("Level", .regulable).value == nil)
        try house.answer()
        #expect(try house.reading("Level", .regulable).value?.word == "60")
        house.expectNothingIsHeld()
    }

    @Test func givenUpDispatchDoesNotHoldUpTheNext() throws {
        let house = HouseUnderTest()
        try house.say("set Buzzer on --deadline 1s")
        try house.say("set Buzzer off")
        house.pass(.milliseconds(1100))
        #expect(house.signals == ["Buzzer=on", "Buzzer=off"])
    }

    @Test func lostOrderThatFailedLeavesTheReadingInDoubt() throws {
        let house = HouseUnderTest()
        try house.obey("dim Dimmer 40")
        let id = try house.say("set Dimmer off --deadline 100ms")
        try house.answer(.lost(reason: "timeout"))
        let fault = try #require(house.fault(id))
        #expect(fault.code == .deadlinePassed)
        #expect(fault.hint?.contains("not known") == true)
        #expect(try house.reading("Dimmer", .binary).isStale)
        #expect(try house.reading("Dimmer", .regulable).isStale)
        try house.obey("set Dimmer off")
        #expect(try house.reading("Dimmer", .regulable).isStale == false)
    }

    @Test func notSentOrderThatFailedLeavesNoDoubt() throws {
        let house = HouseUnderTest()
        try house.obey("set Buzzer on")
        let id = try house.say("set Buzzer off --deadline 100ms")
        try house.answer(.notSent(reason: "connection refused"))
        #expect(house.fault(id)?.code == .unreachable)
        #expect(try house.reading("Buzzer", .binary).isStale == false)
    }

    // MARK: Limits

    @Test func moreOrdersThanCanBeHeldAreRefused() throws {
        let house = HouseUnderTest(mostOrders: 100)
        for number in 0..<100 { try house.say("set Display \(number)") }
        #expect(house.replies.isEmpty)
        let fault = try #require(house.fault(try house.say("set Display x")))
        #expect(fault.code == .busy)
        #expect(fault.message == "100 orders are waiting already")
        try house.answer()
        try house.say("set Display y")
        try house.answerAll()
        #expect(house.sent.count == 101)
        house.expectNothingIsHeld()
    }

    // MARK: The end

    @Test func stopTellsWhoWaitsAndLetsFinishWhatIsUnderWay() throws {
        let house = HouseUnderTest()
        let underWay = try house.say("set Buzzer on")
        let waiting = try house.say("set Buzzer off")
        house.feed(.stop)
        #expect(house.fault(waiting)?.code == .stopping)
        #expect(house.engine.isSending)
        #expect(house.fault(try house.say("set Louver up"))?.code == .stopping)
        try house.answer()
        #expect(house.receipt(underWay)?.outcome == .accepted)
        #expect(!house.engine.isSending)
        #expect(house.signals == ["Buzzer=on"])
        house.expectNothingIsHeld()
    }

    @Test func whatFailsWhileStoppingIsNotTriedAgain() throws {
        let house = HouseUnderTest()
        let id = try house.say("set Buzzer on")
        house.feed(.stop)
        try house.answer(.notSent(reason: "refused"))
        #expect(house.fault(id)?.code == .unreachable)
        house.expectNothingIsHeld()
    }

    @Test func whatIsGivenUpInFlightIsNotKnown() throws {
        let house = HouseUnderTest()
        let id = try house.say("set Buzzer on")
        house.feed(.giveUp)
        #expect(house.fault(id)?.code == .deadlinePassed)
        #expect(house.fault(id)?.message.contains("domo was stopped") == true)
        try house.answer()
        house.expectNothingIsHeld()
    }
}
