import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// How servers are polled, and how long their reports remain valid.
struct PollingTests {
    private func house(
        _ plan: ReadPolicy,
        maxInFlight: Int = 8,
        reportedTypes: Set<FacetType> = [.binary, .regulable]
    )
        -> HouseUnderTest
    {
        HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [HouseUnderTest.casa],
                maxInFlight: maxInFlight,
                reading: plan,
                reportedTypes: reportedTypes
            )
        )
    }

    /// Answers all queries for a while.
    private func live(_ house: HouseUnderTest, _ duration: Duration, states: [String: Value?] = [:]) throws {
        let end = house.now + duration
        while house.now < end {
            house.pass(.milliseconds(50))
            while house.unanswered > 0 { try house.answerQuery(states) }
        }
    }

    @Test func elementsAreReadOneByOneAtAnEvenPace() throws {
        let house = house(ReadPolicy(interval: .seconds(40), perSecond: 10))
        try live(house, .seconds(100))
        // Four of the five elements report their state; the louver does not.
        let names = Set(house.read.map(\.query.targets[0].name))
        #expect(names == ["Buzzer", "Dimmer", "Luz", "Level"])
        let gaps = zip(house.read.dropFirst(5), house.read.dropFirst(4)).map { $0.at - $1.at }
        #expect(gaps.allSatisfy { $0 == .seconds(8) })
    }

    @Test func budgetIsKeptEvenAtTheStart() throws {
        let house = house(ReadPolicy(interval: .milliseconds(10), perSecond: 4))
        try live(house, .seconds(20))
        for (index, read) in house.read.enumerated() {
            let second = house.read[index...].prefix { $0.at - read.at < .seconds(1) }
            #expect(second.count <= 4)
        }
        #expect(house.read.count > 60)
    }

    /// The process was stopped between the arrival of the answer and now: the state may have changed since.
    @Test(arguments: [(Duration.milliseconds(2400), true), (.milliseconds(2600), false)])
    func answerAfterTheTimeoutShowsNoState(delay: Duration, counts: Bool) throws {
        let house = house(ReadPolicy(readsAll: true, interval: .seconds(30), timeout: .seconds(2)))
        while house.unanswered == 0 { house.pass(.milliseconds(50)) }
        house.pass(delay)
        try house.answerQuery(["Buzzer": .on])
        #expect(try house.reading("Buzzer", .binary).certainty == (counts ? .confirmed : .unknown))
        house.pass(.seconds(2))
        // It is asked again soon.
        #expect(house.read.count == (counts ? 1 : 2))
    }

    @Test func queriesAreNoOrdersInFlight() throws {
        let house = house(ReadPolicy(interval: .seconds(40), perSecond: 10))
        while house.unanswered == 0 { house.pass(.milliseconds(50)) }
        #expect(try house.status.servers.map(\.inFlight) == [0])
        try house.give("set Buzzer on")
        #expect(house.unanswered == 1)
        #expect(try house.status.servers.map(\.inFlight) == [1])
    }

    @Test func oneAnswerCoversAllElementsIfSupported() throws {
        let house = house(ReadPolicy(readsAll: true, interval: .seconds(30)))
        try live(house, .seconds(65), states: ["Buzzer": .on, "Level": .level(Percent(clamping: 7))])
        #expect(house.read.count == 3)
        #expect(house.read.allSatisfy { $0.query.isForAll && $0.query.targets.count == 5 })
        #expect(try house.reading("Buzzer", .binary).certainty == .confirmed)
        #expect(try house.reading("Level", .regulable).value == .level(Percent(clamping: 7)))
    }

    @Test func switchOnTheWallIsAnEventOfTheHouse() throws {
        let house = house(ReadPolicy(readsAll: true, interval: .seconds(10)))
        try live(house, .seconds(11), states: ["Buzzer": .off])
        let since = try house.reading("Buzzer", .binary).since
        try live(house, .seconds(10), states: ["Buzzer": .off])
        #expect(try house.reading("Buzzer", .binary).since == since)
        try live(house, .seconds(10), states: ["Buzzer": .on])
        let events = house.events.filter { $0.kind == .reading }
        #expect(events.map { $0.reading?.reading.value } == [.off, .on])
        #expect(events.last?.by == .house)
    }

    @Test func readingGoesStaleWithItsAge() throws {
        let house = house(ReadPolicy(readsAll: true, interval: .seconds(10), maximumAge: .seconds(30)))
        try live(house, .seconds(2), states: ["Buzzer": .on])
        let heard = house.now
        // The server still answers, but no longer reports the element.
        try live(house, .seconds(27), states: [:])
        #expect(try house.reading("Buzzer", .binary).isStale == false)
        try live(house, .seconds(4), states: [:])
        #expect(house.now - heard > .seconds(30))
        #expect(try house.reading("Buzzer", .binary).isStale)
        #expect(house.events.last { $0.kind == .reading }?.reading?.reading.isStale == true)
        // Staleness by age is not stored.
        let stored = house.records.count
        try live(house, .seconds(10), states: [:])
        #expect(house.records.count == stored)
    }

    @Test func ordersGoFirst() throws {
        let house = house(ReadPolicy(interval: .seconds(1), perSecond: 10), maxInFlight: 1)
        house.pass(.seconds(1))
        #expect(house.unanswered == 1)
        try house.give("set Buzzer on")
        // The query gives way.
        #expect(house.cancelled == [house.read[0].query.id])
        try house.answerQuery(.cancelled)
        #expect(house.signals == ["Buzzer=on"])
        // While the order is in flight nothing is read.
        house.pass(.seconds(1))
        #expect(house.unanswered == 0)
    }

    @Test func rateLimitedServerIsNotPolled() throws {
        let house = house(ReadPolicy(interval: .seconds(1), perSecond: 10))
        house.pass(.seconds(1))
        let before = house.read.count
        try house.answerQuery(.refused(reason: "429", retryAfter: .seconds(20)))
        while house.unanswered > 0 { try house.answerQuery([:]) }
        house.pass(.seconds(19))
        #expect(house.read.count == before)
        try live(house, .seconds(3))
        #expect(house.read.count > before)
    }

    /// A single wrong answer does not block a server for an hour.
    @Test func rateLimitLastsAtMostHalfAMinute() throws {
        let house = house(ReadPolicy(interval: .seconds(1), perSecond: 10))
        house.pass(.seconds(1))
        let before = house.read.count
        try house.answerQuery(.refused(reason: "503", retryAfter: .seconds(3600)))
        while house.unanswered > 0 { try house.answerQuery([:]) }
        house.pass(.seconds(29))
        #expect(house.read.count == before)
        try live(house, .seconds(3))
        #expect(house.read.count > before)
    }

    @Test func personsOrderTriesARateLimitedServer() throws {
        let house = house(ReadPolicy(interval: .seconds(60), perSecond: 10))
        try house.give("set Buzzer on --deadline 1s")
        try house.answer(.refused(reason: "503", isPassing: true, retryAfter: .seconds(25)))
        let id = try house.give("set Dimmer on --deadline 60s")
        #expect(house.sent.count == 2)
        // Its next try waits, and so do orders that nobody waits for.
        try house.answer(.refused(reason: "503", isPassing: true, retryAfter: .seconds(25)))
        try house.give("run quiet 'set Display hola --deadline 60s'")
        house.pass(.seconds(24))
        #expect(house.sent.count == 2)
        house.pass(.seconds(2))
        #expect(house.sent.count == 4)
        try house.answerAll()
        #expect(house.receipt(id)?.outcome == .accepted)
    }

    @Test func reloadLiftsARateLimit() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on --deadline 20s")
        try house.answer(.refused(reason: "503", isPassing: true, retryAfter: .seconds(15)))
        #expect(try house.status.servers[0].problem != nil)
        house.feed(.load(HouseUnderTest.catalog(), ids: []))
        #expect(try house.status.servers[0].problem == nil)
    }

    /// Whatever inputs arrive, there is one timer for the next query, and one for the endpoint.
    @Test func throttledPollingAddsNoTimers() throws {
        let house = house(ReadPolicy(readsOne: false, readsAll: true, interval: .seconds(600), perSecond: 1))
        try live(house, .seconds(3))
        try house.obey("set Buzzer on")
        house.pass(.milliseconds(250))
        while house.unanswered > 0 { try house.answerQuery([:]) }
        try house.obey("set Buzzer off")
        house.pass(.milliseconds(250))
        let before = house.engine.held["polling timers"] ?? 0
        for _ in 0..<1000 { _ = try house.ask("show Buzzer") }
        #expect((house.engine.held["polling timers"] ?? 0) <= before)
        #expect(house.engine.links.timerCount <= 2)
    }

    @Test func orderWaitsForTheEndOfTheRateLimit() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on --deadline 20s")
        try house.answer(.refused(reason: "503", isPassing: true, retryAfter: .seconds(5)))
        house.pass(.milliseconds(4900))
        #expect(house.sent.count == 1)
        house.pass(.milliseconds(200))
        #expect(house.sent.count == 2)
    }

    @Test func rateLimitBeyondTheDeadlineEndsTheOrderAtOnce() throws {
        let house = HouseUnderTest()
        let id = try house.give("set Buzzer on --deadline 2s")
        try house.answer(.refused(reason: "503", isPassing: true, retryAfter: .seconds(5)))
        #expect(house.fault(id)?.code == .refusedByServer)
    }

    @Test func orderThatCannotWaitForTheRateLimitFailsAtOnce() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on --deadline 20s")
        try house.answer(.refused(reason: "503", isPassing: true, retryAfter: .seconds(15)))
        try house.give("run quiet 'set Display hola --deadline 5s'")
        #expect(house.sent.count == 1)
        #expect(house.record(2)?.stage == .failed)
        #expect(house.record(2)?.problem?.contains("rate limited for 16s") == true)
        #expect(try house.status.servers[0].problem?.contains("rate limited until") == true)
    }

    @Test func unreachableServerMakesReadingsStaleUntilItReportsAgain() throws {
        let house = house(ReadPolicy(readsAll: true, interval: .seconds(5), maximumAge: .seconds(600)))
        try live(house, .seconds(2), states: ["Buzzer": .on])
        for _ in 0..<Breaker.failuresToOpen {
            while house.unanswered == 0 { house.pass(.milliseconds(100)) }
            try house.answerQuery(.failed(reason: "connection refused"))
        }
        #expect(try house.reading("Buzzer", .binary).isStale)
        #expect(try house.status.servers[0].reachable == false)
        // It is polled again without a burst.
        let before = house.read.count
        for _ in 0..<200 {
            house.pass(.milliseconds(300))
            while house.unanswered > 0 { try house.answerQuery(.failed(reason: "connection refused")) }
        }
        #expect((10...25).contains(house.read.count - before))
        try live(house, .seconds(31), states: ["Buzzer": .on])
        #expect(try house.status.servers[0].reachable == true)
        #expect(try house.reading("Buzzer", .binary).isStale == false)
    }

    /// Elements that are read one by one would be stale for a whole interval after the return of their server.
    @Test func serverThatReturnsIsReadAtOnce() throws {
        let house = house(ReadPolicy(interval: .seconds(120), perSecond: 10))
        let states: [String: Value?] = ["Buzzer": .on, "Dimmer": .off, "Luz": .on, "Level": .level(.zero)]
        try live(house, .seconds(5), states: states)
        func known() throws -> [String] {
            try ["Buzzer", "Dimmer", "Level"].filter { name in
                try !house.reading(name, name == "Level" ? .regulable : .binary).isStale
            }
        }
        #expect(try known().count == 3)
        try house.breakServer()
        #expect(try known().isEmpty)
        // It is asked again soon, without a burst.
        let before = house.read.count
        for _ in 0..<120 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 { try house.answerQuery(.failed(reason: "connection refused")) }
            while house.answeredCount < house.sent.count { try house.answer(.notSent(reason: "connection refused")) }
        }
        #expect((2...10).contains(house.read.count - before))
        for _ in 0..<62 where house.unanswered == 0 {
            house.pass(.milliseconds(500))
            while house.answeredCount < house.sent.count { try house.answer(.notSent(reason: "connection refused")) }
        }
        try live(house, .seconds(2), states: states)
        #expect(try known().count == 3)
        // From then on at the usual pace.
        let after = house.read.count
        try live(house, .seconds(115), states: states)
        #expect((3...5).contains(house.read.count - after))
    }

    @Test func unknownStateMakesTheReadingStale() throws {
        let house = house(ReadPolicy(readsAll: true, interval: .seconds(5)))
        try live(house, .seconds(2), states: ["Buzzer": .on])
        try live(house, .seconds(5), states: ["Buzzer": nil])
        #expect(try house.reading("Buzzer", .binary).isStale)
        #expect(try house.reading("Buzzer", .binary).value == .on)
    }

    @Test func unusableAnswerIsReportedOnce() throws {
        let house = house(ReadPolicy(readsAll: true, interval: .seconds(5)))
        for _ in 0..<100 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 { try house.answerQuery(.unusable(reason: "not JSON")) }
        }
        #expect(try house.status.servers[0].readingProblem == "not JSON")
        #expect(house.events.filter { $0.kind == .server && $0.message?.contains("not JSON") == true }.count == 1)
        try live(house, .seconds(10))
        #expect(try house.status.servers[0].readingProblem == nil)
    }

    @Test func unreportedFacetFollowsFromReportedOnes() throws {
        let house = house(ReadPolicy(readsAll: true, interval: .seconds(5)), reportedTypes: [.regulable])
        try live(house, .seconds(2), states: ["Dimmer": .level(Percent(clamping: 30))])
        #expect(try house.reading("Dimmer", .binary).value == .on)
        try live(house, .seconds(6), states: ["Dimmer": .level(.zero)])
        #expect(try house.reading("Dimmer", .binary).value == .off)
    }

    @Test func reloadContinuesPollingUnderNewNumbers() throws {
        let house = house(ReadPolicy(readsAll: true, interval: .seconds(5)))
        house.pass(.seconds(1))
        var casa = HouseUnderTest.casa
        casa.elements.reverse()
        house.feed(.load(HouseUnderTest.catalog(houses: [casa], reading: ReadPolicy(readsAll: true)), ids: []))
        try house.answerQuery(["Buzzer": .on])
        #expect(try house.reading("Buzzer", .binary).value == .on)
        #expect(try house.reading("Display", .value).certainty == .unknown)
    }
}
