import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Which order goes before which: stops, people before scenes and triggers, and the pace of an endpoint.
struct PriorityTests {
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

    /// What an order means that depends on the state is not known yet; which facet it moves is.
    @Test func stopLeavesAToggleOfAnotherFacet() throws {
        let both = HouseUnderTest.element("Both", .bidirectional, .binary)
        let house = HouseUnderTest(HouseUnderTest.catalog(houses: [House(name: "Piso", elements: [both])]))
        try house.obey("set Both on")
        try house.say("set Both up")
        let toggle = try house.say("toggle Both")
        try house.say("set Both stop")
        try house.answerAll()
        #expect(house.signals == ["Both=on", "Both=up", "Both=stop", "Both=off"])
        #expect(house.receipt(toggle)?.outcome == .accepted)
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
}
