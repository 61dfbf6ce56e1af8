import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Covers whose position follows from their travel times: 20 s up and 10 s down.
struct CoverTravelTests {
    private static func house(
        up: Duration? = .seconds(20),
        down: Duration? = .seconds(10),
        stopTurnsSlats: Bool = false,
        reports: Set<FacetType> = []
    ) -> HouseUnderTest {
        var profile = FakeProfile("bus", reports: reports, reading: ReadPolicy(mode: .pushed))
        profile.endpoints[0].reportsReachability = true
        profile.unrepeatable = stopTurnsSlats ? [.stop] : []
        profile.coverProfile = CoverProfile(
            directionAtZero: .up,
            up: up,
            down: down,
            isPositionedByTime: true,
            stopTurnsSlats: stopTurnsSlats
        )
        let blind = HouseUnderTest.element("Blind", .bidirectional, .regulable)
        let house = HouseUnderTest(
            Catalog(
                houses: [House(name: "Casa", elements: [blind])],
                links: [Catalog.Link(key: "bus", label: "bus", profile: profile, port: FakeLink("bus"))],
                linkOfHouse: [0]
            )
        )
        house.feed(.link(house.started[0], endpoint: nil, .up))
        return house
    }

    /// It rests at its upper end.
    private static func open(stopTurnsSlats: Bool = false) throws -> HouseUnderTest {
        let house = house(stopTurnsSlats: stopTurnsSlats)
        try house.obey("set Blind up")
        house.pass(.seconds(30))
        return house
    }

    private func seen(_ value: Value, by house: HouseUnderTest) {
        let facet = FacetName(path: "Casa/Blind", type: value.type)
        house.feed(.observed(house.started[0], [Observation(facet, value, kind: .commandSeen)]))
    }

    /// `40 %`, `~40 %`, `(40 %)` if stale, `?`.
    private func level(_ house: HouseUnderTest) throws -> String { text(try house.reading("Blind", .regulable)) }

    private func direction(_ house: HouseUnderTest) throws -> String {
        text(try house.reading("Blind", .bidirectional))
    }

    private func text(_ reading: Reading) -> String {
        guard let value = reading.value else { return "?" }
        let text = (reading.certainty == .confirmed ? "" : "~") + value.word
        return reading.isStale ? "(\(text))" : text
    }

    private func word(_ house: HouseUnderTest) throws -> CoverState? {
        guard case .element(let view)? = try house.ask("show Blind") else { return nil }
        return view.cover?.state
    }

    // MARK: - Estimates

    @Test func positionIsKnownAtTheEndOfTravel() throws {
        let house = Self.house()
        try house.obey("set Blind down")
        #expect(try level(house) == "?" && direction(house) == "~down" && word(house) == .closing)
        house.pass(.seconds(11))
        #expect(try level(house) == "?")
        house.pass(.seconds(1))
        #expect(try level(house) == "~100" && direction(house) == "~down" && word(house) == .closed)
    }

    @Test func positionChangesWithTheTravelTimeOfTheDirection() throws {
        let house = try Self.open()
        try house.obey("set Blind down")
        #expect(try level(house) == "(~0)")
        house.pass(.seconds(4))
        try house.obey("set Blind up")
        house.pass(.seconds(2))
        try house.obey("set Blind stop")
        #expect(try level(house) == "~30" && direction(house) == "?" && word(house) == .between)
    }

    @Test func positionIsUnknownUntilAnEndWasReached() throws {
        let house = Self.house()
        try house.obey("set Blind down")
        house.pass(.seconds(5))
        try house.obey("set Blind stop")
        #expect(try level(house) == "?" && word(house) == .stopped)
        try house.obey("set Blind down")
        house.pass(.seconds(12))
        #expect(try level(house) == "~100")
    }

    @Test func repeatedCommandDoesNotBeginAnotherMovement() throws {
        let house = try Self.open()
        try house.obey("set Blind down")
        house.pass(.seconds(4))
        try house.obey("set Blind down")
        house.pass(.seconds(2))
        try house.obey("set Blind stop")
        #expect(try level(house) == "~60")
    }

    @Test func singleTravelTimeAppliesToBothDirections() throws {
        let house = Self.house(up: .seconds(10), down: nil)
        try house.obey("set Blind up")
        house.pass(.seconds(12))
        try house.obey("set Blind down")
        house.pass(.seconds(5))
        try house.obey("set Blind stop")
        #expect(try level(house) == "~50")
    }

    @Test func commandsOfOthersMoveItToo() throws {
        let house = try Self.open()
        seen(.down, by: house)
        house.pass(.seconds(5))
        seen(.stop, by: house)
        #expect(try level(house) == "~50" && word(house) == .between)
    }

    // MARK: - Plans

    @Test func positionIsReachedByAMovementForATime() throws {
        let house = try Self.open()
        try house.obey("set Blind 40")
        #expect(house.signals == ["Blind=up", "Blind=down"])
        #expect(try level(house) == "(~0)" && direction(house) == "~down")
        house.pass(.milliseconds(3999))
        #expect(house.sent.count == 2)
        house.pass(.milliseconds(1))
        #expect(house.signals.last == "Blind=stop")
        #expect(house.sent.map(\.dispatch.isUrgent) == [false, false, true])
        try house.answer()
        #expect(try level(house) == "~40" && direction(house) == "?" && word(house) == .between)
        house.pass(.seconds(60))
        #expect(house.sent.count == 3)
    }

    /// It has no record of its own.
    @Test func plannedStopIsNoOrder() throws {
        let house = try Self.open()
        try house.obey("set Blind 40")
        let before = house.records.count
        house.pass(.seconds(4))
        try house.answer()
        let orders = house.records.dropFirst(before).filter { if case .order = $0 { true } else { false } }
        #expect(orders.isEmpty)
    }

    @Test func coverAtAnUnknownPositionMovesToAnEndFirst() throws {
        let house = Self.house()
        try house.obey("set Blind 40")
        #expect(house.signals == ["Blind=up"])
        house.pass(.milliseconds(22_499))
        #expect(house.sent.count == 1)
        house.pass(.milliseconds(1))
        #expect(house.signals == ["Blind=up", "Blind=down"] && house.sent[1].dispatch.isUrgent)
        try house.answer()
        house.pass(.seconds(4))
        #expect(house.signals.last == "Blind=stop")
        try house.answer()
        #expect(try level(house) == "~40")
    }

    @Test func ordersToTheEndsAreAlwaysSent() throws {
        let house = Self.house()
        for _ in 0..<2 {
            try house.obey("set Blind 0")
            house.pass(.seconds(30))
        }
        #expect(house.signals == ["Blind=up", "Blind=up"])
    }

    @Test func commandOfOthersCancelsThePlan() throws {
        let house = try Self.open()
        try house.obey("set Blind 40")
        house.pass(.seconds(1))
        seen(.up, by: house)
        house.pass(.seconds(30))
        #expect(house.signals == ["Blind=up", "Blind=down"])
        #expect(try level(house) == "~0")
    }

    /// The telegram may wait in the connection.
    @Test func timeToAPositionCountsFromTheConfirmation() throws {
        let house = try Self.open()
        try house.give("set Blind 40")
        house.pass(.seconds(6))
        #expect(house.sent.count == 2)
        try house.answer()
        house.pass(.milliseconds(3999))
        #expect(house.sent.count == 2)
        house.pass(.milliseconds(1))
        #expect(house.signals.last == "Blind=stop")
    }

    /// Somebody else moved the cover past the position: it goes on to the end and comes back from there.
    @Test func positionPassedInTheMeantimeIsReachedFromTheEnd() throws {
        let house = try Self.open()
        try house.give("set Blind 40")
        seen(.down, by: house)
        house.pass(.seconds(6))
        try house.answer()
        house.pass(.seconds(14))
        #expect(house.signals == ["Blind=up", "Blind=down", "Blind=up"])
        try house.answer()
        house.pass(.seconds(12))
        #expect(house.signals.last == "Blind=stop")
        try house.answer()
        #expect(try level(house) == "~40")
    }

    /// It moves on until the stop is confirmed.
    @Test func lateStopIsWhereItStopped() throws {
        let house = try Self.open()
        try house.obey("set Blind 40")
        house.pass(.milliseconds(4500))
        try house.answer()
        #expect(try level(house) == "~45")
    }

    // MARK: - Failures

    @Test func failedStopIsSentOnceMore() throws {
        let house = try Self.open()
        try house.obey("set Blind 40")
        house.pass(.seconds(4))
        try house.answer(.lost(reason: "no confirmation"))
        try house.answer(.lost(reason: "no confirmation"))
        #expect(house.signals.count { $0 == "Blind=stop" } == 2)
        #expect(try level(house) == "(~0)" && direction(house) == "(~down)" && word(house) == .unknown)
    }

    @Test(arguments: [
        (Outcome.lost(reason: "no confirmation"), 1), (.refused(reason: "no acknowledgement", isPassing: false), 2),
        (.notSent(reason: "full"), 2),
    ])
    func stopThatMayHaveTurnedSlatsIsNotSentAgain(outcome: Outcome, stops: Int) throws {
        let house = try Self.open(stopTurnsSlats: true)
        try house.obey("set Blind 40")
        house.pass(.seconds(4))
        try house.answer(outcome)
        #expect(house.signals.count { $0 == "Blind=stop" } == stops)
    }

    /// It would end the movement that the newer command began.
    @Test func failedStopIsNotSentAgainAfterANewerCommand() throws {
        let house = try Self.open()
        try house.obey("set Blind 40")
        house.pass(.seconds(4))
        let stop = try #require(house.sent.last).dispatch.id
        seen(.up, by: house)
        house.feed(.outcome(stop, .notSent(reason: "full")))
        #expect(house.signals == ["Blind=up", "Blind=down", "Blind=stop"])
        house.pass(.seconds(30))
        #expect(try level(house) == "~0" && word(house) == .open)
    }

    /// The stop would arrive behind the order, and end its movement.
    @Test func stopIsNotSentBehindANewerOrder() throws {
        let house = try Self.open()
        try house.obey("set Blind 40")
        house.pass(.milliseconds(3990))
        try house.give("set Blind up")
        house.pass(.milliseconds(20))
        #expect(house.signals == ["Blind=up", "Blind=down", "Blind=up"])
        try house.answer()
        house.pass(.seconds(30))
        #expect(house.sent.count == 3)
        #expect(try level(house) == "~0")
    }

    /// Whether it moves is unknown: a failed order neither moves it on nor stops it.
    @Test func unconfirmedMovementIsNotContinued() throws {
        let house = try Self.open()
        let id = try house.give("set Blind 40 --deadline 1s")
        house.pass(.seconds(1))
        house.feed(.outcome(try #require(house.sent.last).dispatch.id, .lost(reason: "no confirmation")))
        house.pass(.seconds(120))
        #expect(house.fault(id) != nil)
        #expect(house.signals == ["Blind=up", "Blind=down"])
        // It moves to an end first.
        try house.give("set Blind 40")
        #expect(house.signals.last == "Blind=up")
    }

    @Test func nothingIsStoppedAfterTheLinkWasLost() throws {
        let house = try Self.open()
        try house.obey("set Blind 40")
        house.feed(.link(house.started[0], endpoint: nil, .down(reason: "lost")))
        #expect(try level(house) == "(~0)" && word(house) == .unknown)
        house.feed(.link(house.started[0], endpoint: nil, .up))
        house.pass(.seconds(60))
        #expect(house.signals == ["Blind=up", "Blind=down"])
        #expect(try word(house) == .unknown)
    }

    /// The outcome of a stop comes when nobody watches the cover any more.
    @Test func stopThatFailsAfterTheLinkWasLostLeavesItUnknown() throws {
        let house = try Self.open(stopTurnsSlats: true)
        try house.obey("set Blind 40")
        house.pass(.seconds(4))
        house.feed(.link(house.started[0], endpoint: nil, .down(reason: "lost")))
        try house.answer(.lost(reason: "no confirmation"))
        house.pass(.seconds(60))
        house.feed(.link(house.started[0], endpoint: nil, .up))
        #expect(try word(house) == .unknown)
        #expect(house.signals == ["Blind=up", "Blind=down", "Blind=stop"])
        house.expectNothingIsHeld()
    }

    /// A second step would turn the slats of a cover that the first has stopped.
    @Test(arguments: [false, true]) func stopThatNobodyAcknowledgesIsRepeatedUnlessItIsAStep(isStep: Bool) throws {
        let house = try Self.open(stopTurnsSlats: isStep)
        try house.obey("set Blind 40")
        house.pass(.seconds(4))
        try house.answer(.unacknowledged(reason: "nobody"))
        house.pass(.seconds(1))
        #expect(house.signals == ["Blind=up", "Blind=down", "Blind=stop"] + (isStep ? [] : ["Blind=stop"]))
        if !isStep { try house.answer(.accepted) }
        #expect(try word(house) == (isStep ? .unknown : .between))
    }

    // MARK: - Stops

    @Test func stopAtRestThatWouldTurnSlatsIsNotSent() throws {
        let house = try Self.open(stopTurnsSlats: true)
        let id = try house.give("set Blind stop")
        #expect(house.receipt(id)?.outcome == .accepted)
        #expect(house.signals == ["Blind=up"])
        try house.obey("set Blind down")
        try house.obey("set Blind stop")
        #expect(house.signals == ["Blind=up", "Blind=down", "Blind=stop"])
    }

    /// A report on the way is no reason to give up the plan.
    @Test func reportNearThePositionDoesNotCancelTheStop() throws {
        let house = Self.house(reports: [.regulable])
        let facet = FacetName(path: "Casa/Blind", type: .regulable)
        house.feed(.observed(house.started[0], [Observation(facet, .level(.zero))]))
        try house.obey("set Blind 40")
        house.pass(.milliseconds(3900))
        house.feed(.observed(house.started[0], [Observation(facet, .level(Percent(clamping: 39)))]))
        house.pass(.milliseconds(100))
        #expect(house.signals == ["Blind=down", "Blind=stop"])
        try house.answer()
        #expect(try level(house) == "39" && direction(house) == "?")
    }

    // MARK: - Missed reports

    @Test func plannedStopOutlivesMissedReports() throws {
        let house = try Self.open()
        try house.obey("dim Blind 50")
        house.pass(.seconds(2))
        house.feed(.link(house.started[0], endpoint: nil, .missedReports(readsAgain: true)))
        let facet = FacetName(path: "Casa/Blind", type: .bidirectional)
        house.feed(.observed(house.started[0], [Observation(facet, nil, kind: .outdated)]))
        house.pass(.milliseconds(2900))
        #expect(house.signals.last == "Blind=down")
        house.pass(.milliseconds(100))
        #expect(house.signals.last == "Blind=stop")
        try house.answer()
        #expect(try level(house) == "~50")
    }

    /// The tunnel is being opened again; the cover moves on.
    @Test func plannedStopThatCouldNotBeSentIsSentLater() throws {
        let house = try Self.open()
        try house.obey("dim Blind 50")
        house.pass(.milliseconds(5100))
        var stops = 0
        for _ in 0..<6 {
            let sent = house.signals.count(where: { $0 == "Blind=stop" })
            while stops < sent {
                stops += 1
                try house.answer(.notSent(reason: "not connected"))
            }
            house.pass(.milliseconds(250))
        }
        #expect((5...8).contains(stops), "\(stops) attempts")
        house.pass(.milliseconds(250))
        try house.answer()
        // After about 7 of 10 s.
        let level = try #require(try house.reading("Blind", .regulable).value?.number)
        #expect((65...75).contains(level), "\(level)")
    }
}
