import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

struct LoadTests {
    /// The same house with Louver and Dimmer exchanged, so that every number changes, and without the removed elements.
    private func changed(
        without gone: String? = nil,
        dimmer: FacetType = .regulable,
        label: String = "http://casa"
    )
        -> Catalog
    {
        var casa = HouseUnderTest.casa
        casa.sectors[0].elements = [
            HouseUnderTest.element("Dimmer", dimmer), HouseUnderTest.element("Louver", .bidirectional),
        ].filter { $0.name != gone }
        return Catalog(
            houses: [HouseUnderTest.torre, casa],
            links: [Catalog.Link(fake: label)],
            linkOfHouse: [0, 0]
        )
    }

    @Test func readingsAreKeptByPath() throws {
        let house = HouseUnderTest()
        try house.obey("set Louver up")
        try house.obey("dim Dimmer 30")
        house.feed(.load(changed(), ids: []))
        #expect(try house.reading("Louver", .bidirectional).value == .up)
        #expect(try house.reading("Dimmer", .regulable).value?.word == "30")
        house.feed(.load(changed(dimmer: .binary), ids: []))
        #expect(try house.reading("Dimmer", .binary).value == nil)
        house.feed(.load(changed(without: "Louver"), ids: []))
        house.feed(.load(changed(), ids: []))
        #expect(try house.reading("Louver", .bidirectional).value == nil)
    }

    @Test func ordersForRemovedElementsEndWithOneReply() throws {
        let house = HouseUnderTest()
        let ids = [try house.give("set Louver up"), try house.give("set Louver down"), try house.give("set Buzzer on")]
        house.feed(.load(changed(without: "Louver"), ids: []))
        #expect(ids.map { house.fault($0)?.code } == [.unknownElement, .unknownElement, nil])
        try house.answerAll()
        #expect(house.receipt(ids[2])?.outcome == .accepted)
        #expect(house.signals == ["Louver=up", "Buzzer=on"])
        house.pass(.seconds(20))
        house.expectNothingIsHeld()
    }

    @Test func ordersInFlightContinueUnderTheNewNumber() throws {
        let house = HouseUnderTest()
        let first = try house.give("set Louver up")
        let second = try house.give("set Louver down")
        house.feed(.load(changed(), ids: []))
        #expect(house.sent.count == 1)
        try house.answer()
        #expect(try house.reading("Louver", .bidirectional).value == .up)
        try house.answer()
        #expect(house.receipt(first)?.outcome == .accepted)
        #expect(house.receipt(second)?.outcome == .accepted)
        #expect(house.signals == ["Louver=up", "Louver=down"])
        house.expectNothingIsHeld()
    }

    @Test func retryGoesToTheNewServer() throws {
        let house = HouseUnderTest()
        try house.give("set Louver up")
        try house.give("set Buzzer on")
        try house.answer(.notSent(reason: "refused"))
        house.feed(.load(changed(label: "http://nueva"), ids: []))
        try house.answer(.notSent(reason: "refused"))
        house.pass(.seconds(1))
        #expect(house.sent.map(\.label) == ["http://casa", "http://casa", "http://nueva", "http://nueva"])
        try house.answerAll()
        house.expectNothingIsHeld()
    }

    @Test func dispatchToARemovedServerIsCancelledThere() throws {
        let house = HouseUnderTest()
        try house.give("set Louver up --deadline 1s")
        house.feed(.load(changed(label: "http://nueva"), ids: []))
        house.pass(.seconds(2))
        #expect(house.cancelled == [house.sent[0].dispatch.id])
        try house.answer(.lost(reason: "given up"))
        #expect(try house.status.servers.map(\.inFlight) == [0])
        house.expectNothingIsHeld()
    }

    @Test func orderForARemovedTypeEnds() throws {
        let house = HouseUnderTest()
        try house.obey("set Dimmer on")
        let id = try house.give("dim Dimmer 30")
        house.feed(.load(changed(dimmer: .binary), ids: []))
        #expect(house.fault(id)?.code == .unknownElement)
        #expect(try house.reading("Dimmer", .binary).isStale)
        try house.answer()
        #expect(try house.reading("Dimmer", .binary).value == .on)
        house.expectNothingIsHeld()
    }

    @Test func reloadIsAnsweredOnceTheHousesAreLoaded() throws {
        let house = HouseUnderTest()
        let id = try house.give("reload")
        #expect(house.loadsWanted == [id])
        #expect(house.replies[id] == nil)
        house.feed(.load(changed(), ids: [id]))
        #expect(house.replies[id] == .reloaded(ReloadReport(houses: 2, elements: 8, scenes: 0, warnings: [])))
        #expect(house.events.last?.kind == .reload)
    }

    @Test func failedLoadKeepsThePreviousHouses() throws {
        let house = HouseUnderTest()
        try house.obey("set Louver up")
        let id = try house.give("reload")
        house.feed(.loadFailed(Fault(.badModel, "not well-formed"), ids: [id]))
        #expect(house.fault(id)?.code == .badModel)
        #expect(try house.reading("Louver", .bidirectional).value == .up)
        guard case .status(let status)? = try house.ask("status") else { throw Fault(.busy, "no status") }
        #expect(status.warnings.count == 2 && status.warnings.last?.hasSuffix(": not well-formed") == true)
        house.feed(.load(changed(), ids: []))
        guard case .status(let later)? = try house.ask("status") else { throw Fault(.busy, "no status") }
        #expect(later.warnings.isEmpty)
    }

    @Test func outageOutlivesALoad() throws {
        let house = HouseUnderTest()
        try house.breakServer()
        house.feed(.load(changed(), ids: []))
        #expect(try house.status.servers[0].reachable == false)
        house.pass(.seconds(1))
        try house.answer()
        #expect(try house.status.servers[0].reachable == true)
        house.expectNothingIsHeld()
    }

    // MARK: - Prepared loads

    /// A load that was prepared against an earlier one is prepared again.
    @Test(arguments: [false, true])
    func preparedLoadHasTheSameEffect(isAnotherInBetween: Bool) throws {
        let house = HouseUnderTest()
        try house.obey("set Louver up")
        try house.obey("dim Dimmer 30")
        let base = house.engine.loadBase
        let load = PreparedLoad(changed(), after: base, at: house.now)
        if isAnotherInBetween {
            let catalog = HouseUnderTest.catalog(houses: [HouseUnderTest.torre, HouseUnderTest.casa])
            house.feed(.load(catalog, ids: []))
        }
        try house.obey("set Louver down")
        house.feed(.prepared(load, ids: []))
        #expect(try house.reading("Louver", .bidirectional).value == .down)
        #expect(try house.reading("Dimmer", .regulable).value?.word == "30")
        #expect(house.fault(try house.give("show Buzzer")) == nil)
    }

    @Test func removedTypesLoseTheirReadings() throws {
        let house = HouseUnderTest()
        try house.obey("dim Dimmer 30")
        var casa = HouseUnderTest.casa
        casa.sectors[0].elements[1] = HouseUnderTest.element("Dimmer", .binary)
        // All elements keep their numbers.
        house.feed(.load(HouseUnderTest.catalog(houses: [casa, HouseUnderTest.torre]), ids: []))
        #expect(try house.reading("Dimmer", .binary).value == .on)
        house.feed(.load(HouseUnderTest.catalog(), ids: []))
        #expect(try house.reading("Dimmer", .regulable).value == nil)
    }

    /// Prepared at 10:59, loaded at 11:01.
    @Test func timeBeforeAPreparedLoadBecomesActiveIsNotDueAgain() throws {
        let scenes = [("Hora", "every 1h\nset Buzzer on")]
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: scenes))
        let minute = house.now.wall.milliseconds / 60_000 % 60
        house.pass(.seconds(60 * (59 - minute)))
        let load = PreparedLoad(HouseUnderTest.catalog(scenes: scenes), after: house.engine.loadBase, at: house.now)
        house.pass(.seconds(120))
        let begun = house.sent.count
        house.feed(.prepared(load, ids: []))
        house.pass(.seconds(60))
        #expect(begun == 1 && house.sent.count == 1)
        house.pass(.seconds(3600))
        #expect(house.sent.count == 2)
    }

    @Test func onlyMemoryOfUnknownReadingsIsNeeded() throws {
        let house = HouseUnderTest()
        try house.obey("set Louver up")
        let base = house.engine.loadBase
        let load = PreparedLoad(changed(), after: base, at: house.now)
        let reading = Reading(value: .up, certainty: .confirmed, since: house.now.wall, cause: .house)
        let paths = ["Casa/Salon/Louver", "Casa/Salon/Dimmer", "Casa/Salon/Luz", "Torre/Bell"]
        let memory = Memory(
            readings: paths.map { Memory.Known(element: $0, type: .bidirectional, reading: reading) },
            lastOrder: 9
        )
        let unknown = load.unknown(of: memory, after: base)
        // A removed element is not needed either.
        #expect(unknown.readings.map(\.element) == ["Casa/Salon/Dimmer", "Torre/Bell"])
        #expect(unknown.lastOrder == 9)
    }
}
