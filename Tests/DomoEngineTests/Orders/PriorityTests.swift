import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// The order of orders: stops first, people before scenes and triggers, at the pace of the endpoint.
struct PriorityTests {
    /// A stop takes effect now: no waiting order moves the cover after it.
    @Test func stopOvertakesWaitingOrders() throws {
        let house = HouseUnderTest()
        try house.give("set Louver up")
        let waiting = try ["set Louver down", "set Louver up"].map { try house.give($0) }
        let stop = try house.give("set Louver stop")
        #expect(waiting.allSatisfy { house.receipt($0)?.outcome == .superseded && house.receipt($0)?.followedBy == 4 })
        try house.answerAll()
        #expect(house.signals == ["Louver=up", "Louver=stop"])
        #expect(house.receipt(stop)?.outcome == .accepted)
        house.expectNothingIsHeld()
    }

    @Test func stopOvertakesRetries() throws {
        let house = HouseUnderTest()
        let first = try house.give("set Louver up")
        try house.answer(.lost(reason: "no answer"))
        try house.give("set Louver stop")
        #expect(house.receipt(first)?.outcome == .superseded)
        #expect(house.signals == ["Louver=up", "Louver=stop"])
        try house.answerAll()
        house.pass(.seconds(5))
        #expect(house.signals.count == 2)
        house.expectNothingIsHeld()
    }

    /// A cover would go on to its position after the stop.
    @Test func stopOvertakesPositions() throws {
        let cover = HouseUnderTest.element("Cover", .bidirectional, .regulable)
        let house = HouseUnderTest(HouseUnderTest.catalog(houses: [House(name: "Piso", elements: [cover])]))
        let retried = try house.give("dim Cover 20")
        try house.answer(.notSent(reason: "connection reset"))
        try house.give("set Cover stop")
        #expect(house.receipt(retried)?.outcome == .superseded)
        let waiting = try house.give("dim Cover 30")
        try house.give("set Cover stop")
        #expect(house.receipt(waiting)?.outcome == .superseded)
        try house.answerAll()
        house.pass(.seconds(20))
        #expect(house.signals == ["Cover=20", "Cover=stop", "Cover=stop"])
        house.expectNothingIsHeld()
    }

    /// A text on its display does not move the cover.
    @Test func stopGoesBeforeOrdersOfOtherFacets() throws {
        let cover = HouseUnderTest.element("Cover", .bidirectional, .value)
        let catalog = HouseUnderTest.catalog(houses: [House(name: "Piso", elements: [cover])])
        let house = HouseUnderTest(catalog)
        let text = try house.give("set Cover hola")
        try house.answer(.notSent(reason: "connection reset"))
        try house.give("set Cover adios")
        let stop = try house.give("set Cover stop")
        #expect(house.signals == ["Cover=hola", "Cover=stop"])
        try house.answerAll()
        #expect(house.signals == ["Cover=hola", "Cover=stop", "Cover=hola", "Cover=adios"])
        #expect([text, stop].allSatisfy { house.receipt($0)?.outcome == .accepted })
        house.expectNothingIsHeld()
    }

    /// The value of an order that depends on the state is not known yet, but its facet is.
    @Test func stopLeavesAToggleOfAnotherFacet() throws {
        let both = HouseUnderTest.element("Both", .bidirectional, .binary)
        let house = HouseUnderTest(HouseUnderTest.catalog(houses: [House(name: "Piso", elements: [both])]))
        try house.obey("set Both on")
        try house.give("set Both up")
        let toggle = try house.give("toggle Both")
        try house.give("set Both stop")
        try house.answerAll()
        #expect(house.signals == ["Both=on", "Both=up", "Both=stop", "Both=off"])
        #expect(house.receipt(toggle)?.outcome == .accepted)
    }

    /// An order that is in flight when the stop arrives, and fails, is not retried after it.
    @Test func stopOvertakesAFailedOrderInFlight() throws {
        let house = HouseUnderTest()
        let first = try house.give("set Louver up")
        let stop = try house.give("set Louver stop")
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
        // The trigger's order is in flight; the next ones wait for it.
        #expect(house.signals.last == "Display=rung")
        try house.give("run two 'set Gong on'")
        try house.give("scene evening")
        try house.give("set Buzzer on")
        try house.answerAll()
        #expect(house.signals.suffix(3) == ["Buzzer=on", "Gong=on", "Luz=on"])
    }

    /// A person's order that waits behind an unattended order is not delayed by other orders.
    @Test func orderThatAPersonWaitsBehindIsRaised() throws {
        let catalog = HouseUnderTest.catalog(houses: [Self.flat], maxInFlight: 1)
        let house = HouseUnderTest(catalog)
        try house.give("set Bell on")
        try house.give("run a 'set Gong on'")
        try house.give("run b 'set Luz on'")
        try house.give("set Luz off")
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
        for line in ["set Bell on", "set Display hola", "set Gong on", "set Luz on"] { try house.give(line) }
        // The long signal is sent with the last token, and the next ones wait until its debt is paid.
        #expect(house.signals == ["Bell=on", "Display=hola"])
        house.pass(.milliseconds(290))
        #expect(house.signals.count == 2)
        house.pass(.milliseconds(20))
        #expect(house.signals.count == 3)
        house.pass(.milliseconds(100))
        #expect(house.signals == ["Bell=on", "Display=hola", "Gong=on", "Luz=on"])
    }
}
