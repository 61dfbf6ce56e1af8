import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// What a limited principal sees of the house, the scenes, the daemon and events.
struct LimitedViewsTests {
    // MARK: - Views

    @Test func statusShowsItsHousesAndTheirServers() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        try house.give("set Gong on")
        try house.answer()
        guard case .status(let status)? = try house.limited("status") else { throw Fault(.busy, "no status") }
        #expect(status.places == ["Casa/Salon"])
        #expect(status.houses.map(\.name) == ["Casa"])
        #expect(status.houses.map(\.elements) == [3])
        #expect(status.servers.map(\.server) == ["server 1"])
        #expect(status.servers.map(\.houses) == [["Casa"]])
        #expect(status.links?.count == 1)
        #expect(!"\(status)".contains("http://casa"), "\(status)")
        #expect(status.files == nil)
        #expect((status.accepted, status.failed) == (0, 0))
        #expect(status.latency == nil)
        #expect(status.warnings.isEmpty)
        let whole = try house.status
        #expect(whole.places == nil)
        #expect(whole.houses.map(\.elements) == [7, 2])
        #expect(whole.accepted == 1)
        #expect(whole.latency?.count == 1)
        #expect(whole.links?.count == 2)
        #expect(whole.warnings == ["Torre/Bell: something is odd"])
    }

    @Test func sharedServerIsShownOnlyWithVisibleHouses() throws {
        var catalog = HouseUnderTest.limited()
        catalog.links.removeLast()
        catalog.linkOfHouse = [0, 0]
        let house = HouseUnderTest(catalog)
        for _ in 0..<3 { try house.give("set Gong on") }
        guard case .status(let status)? = try house.limited("status") else { throw Fault(.busy, "no status") }
        #expect(status.servers.map(\.houses) == [["Casa"]])
        #expect(status.servers.map(\.waiting) == [0])
        #expect(status.servers.map(\.inFlight) == [0])
        #expect(try house.status.servers[0].inFlight + house.status.servers[0].waiting == 3)
    }

    @Test func scenesAreShownIfAllTheirElementsAreVisible() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        func names() throws -> [String] {
            guard case .scenes(let list)? = try house.limited("scenes") else { return [] }
            return list.scenes.map(\.name)
        }
        #expect(try names() == ["Salon"])
        try house.give("run Oculta 'set Gong on' 'wait 1h'", by: .eva)
        try house.give("run Vista 'set Dimmer on' 'wait 1h'", by: .eva)
        #expect(try names() == ["Salon", "Vista"])
    }

    @Test func calendarShowsItsScenes() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        guard case .calendar(let page)? = try house.limited("calendar --for 2d") else { throw Fault(.busy, "none") }
        #expect(Set(page.entries.map(\.scene)) == ["Salon"])
        #expect(!page.entries.isEmpty)
        guard case .calendar(let casa)? = try house.limited("calendar Casa") else { throw Fault(.busy, "none") }
        #expect(Set(casa.entries.map(\.scene)) == ["Salon"])
        guard case .calendar(let all)? = try house.ask("calendar --for 2d") else { throw Fault(.busy, "none") }
        #expect(Set(all.entries.map(\.scene)) == ["Salon", "Noche"])
    }

    @Test func ordersAndStatsAreThoseOfItsPlaces() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        try house.obey("set Dimmer on")
        try house.obey("set Gong on")
        try house.obey("set Bell on")
        try house.obey("set Louver up")
        guard case .orders(let list)? = try house.limited("orders --last 1") else { throw Fault(.busy, "none") }
        #expect(list.orders.map(\.element) == ["Casa/Salon/Louver"])
        #expect(house.recalls.values.contains(.orders(elements: nil, within: ["Casa/Salon"], last: 1)))
        guard case .orders(let both)? = try house.limited("orders") else { throw Fault(.busy, "none") }
        #expect(both.orders.map(\.element) == ["Casa/Salon/Louver", "Casa/Salon/Dimmer"])

        let stats = try house.give("stats", by: .luis)
        let casa = try house.give("stats Casa", by: .luis)
        for id in [stats, casa] {
            guard case .stats(let subjects, timeZone: _)? = house.recalls[id] else { throw Fault(.busy, "none") }
            #expect(subjects.map(\.path) == ["Casa/Salon/Louver", "Casa/Salon/Dimmer", "Casa/Salon/Luz"])
        }
    }

    @Test func ordersInItsPlacesAreCarriedOut() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        let id = try house.give("dim Casa/Salon/Dimmer 40", by: .luis)
        try house.answer()
        #expect(house.receipt(id)?.outcome == .accepted)
        #expect(try house.reading("Dimmer", .regulable).cause == .user("luis"))
        guard case .watching(let watched)? = try house.limited("watch Salon") else {
            throw Fault(.busy, "no watch")
        }
        #expect(watched.path == "Casa/Salon")
    }

    // MARK: - Scenes

    @Test func visibleSceneCanBeStartedAndStopped() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        try house.give("scene Salon", by: .luis)
        #expect(house.signals == ["Dimmer=on"])
        let stop = try house.give("scene stop Salon", by: .luis)
        #expect(house.sceneReport(stop)?.outcome == .stopped)
    }

    @Test func adHocSceneResolvesNamesAmongVisibleElements() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        try house.give("run mia 'set Luz on' 'if Luz on: set Dimmer on' 'else: dim Dimmer 5 over 2s'", by: .luis)
        #expect(house.sent.map(\.dispatch.target.path) == ["Casa/Salon/Luz"])
        #expect(try house.limitedFault("run otra 'set Luz on' 'scene Salon' 'set Bell on'")?.code == .badModel)
    }

    @Test func adHocSceneStopsNothingInvisible() throws {
        let group = ("Grupo", "at most one of luces\nset Gong on\nwait 1h\n")
        let house = HouseUnderTest(HouseUnderTest.limited(scenes: HouseUnderTest.scenes + [group]))
        try house.give("scene Fuera", by: .eva)
        try house.give("scene Grupo", by: .eva)
        try house.give("run Oculta 'set Gong on' 'wait 1h'", by: .eva)
        let lines = [
            "run Fuera 'set Dimmer on'", "run fuera 'set Dimmer on'", "run Oculta 'set Dimmer on'",
            "run mia 'name Fuera' 'set Dimmer on'", "run mia 'at most one of Luces' 'set Dimmer on'",
        ]
        for line in lines { #expect(try house.limitedFault(line)?.code == .notAllowed, "\(line)") }
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        let running = Set(list.scenes.filter { $0.step != nil }.map(\.name))
        #expect(running == ["Fuera", "Grupo", "Oculta"])
    }

    @Test func recordingContainsOnlyVisibleSteps() throws {
        let house = HouseUnderTest(HouseUnderTest.limited(.init(role: .manage, places: ["Casa/Salon"])))
        #expect(try house.limitedFault("record nueva") == nil)
        try house.obey("set Dimmer on")
        try house.obey("set Gong on")
        try house.give("scene Noche")
        try house.give("scene Salon")
        guard case .recording(let recording)? = try house.limited("record stop") else { throw Fault(.busy, "none") }
        let lines = try #require(recording.text).split(separator: "\n").filter { !$0.hasPrefix("wait") }
        #expect(lines == ["name nueva", "set Dimmer on", "scene Salon"])
        #expect(recording.orders == 2)
    }

    /// Somebody limited to a place ended the recording of another.
    @Test func recordingOfAnotherIsNotEnded() throws {
        let house = HouseUnderTest(HouseUnderTest.limited(.init(role: .manage, places: ["Casa/Salon"])))
        try house.give("record nueva", by: .ana)
        #expect(try house.limitedFault("record stop")?.code == .notAllowed)
        guard case .recording? = try house.ask("record stop") else { throw Fault(.busy, "none") }
        // One who manages everything can end any.
        #expect(try house.limitedFault("record nueva") == nil)
        guard case .recording? = try house.ask("record stop") else { throw Fault(.busy, "none") }
    }

    // MARK: - Loads

    @Test func reloadReportsOnlyWhatIsVisible() throws {
        let catalog = HouseUnderTest.limited(.init(role: .manage, places: ["Casa/Salon"]))
        let house = HouseUnderTest(catalog)
        let id = try house.give("reload", by: .luis)
        let other = try house.give("reload")
        house.feed(.load(catalog, ids: [id, other]))
        #expect(house.replies[id] == .reloaded(ReloadReport(houses: 1, elements: 3, scenes: 1, warnings: [])))
        let whole = ReloadReport(houses: 2, elements: 9, scenes: 5, warnings: catalog.warnings)
        #expect(house.replies[other] == .reloaded(whole))
    }

    @Test func failedReloadNamesNothingInvisible() throws {
        let house = HouseUnderTest(HouseUnderTest.limited(.init(role: .manage, places: ["Casa/Salon"])))
        let id = try house.give("reload", by: .luis)
        let other = try house.give("reload")
        let fault = Fault(.badModel, "torre.xml:3:1: error: Gong is odd")
        house.feed(.loadFailed(fault, ids: [id, other]))
        #expect(house.fault(id)?.code == .badModel)
        #expect(house.fault(id)?.message.contains("torre") == false)
        #expect(house.fault(other) == fault)
    }

    // MARK: - Events

    @Test func eventsAreThoseOfItsPlaces() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        for line in ["set Dimmer on", "set Gong on", "set Cocina/Luz on", "set Louver up"] { try house.obey(line) }
        #expect(Set(house.events.compactMap(\.path)).count == 4)
        #expect(Set(house.limitedEvents.compactMap(\.path)) == ["Casa/Salon/Dimmer", "Casa/Salon/Louver"])
    }

    @Test func failedOrdersOfOthersAreNotShown() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        try house.give("set Dimmer on")
        try house.answer(.refused(reason: "no", isPassing: false))
        try house.give("set Gong on")
        try house.answer(.refused(reason: "no", isPassing: false))
        #expect(house.events.filter { $0.kind == .order }.count == 2)
        #expect(house.limitedEvents.filter { $0.kind == .order }.map(\.path) == ["Casa/Salon/Dimmer"])
    }

    @Test func serverFailureIsNotShownToLimitedPrincipals() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        try house.breakServer()
        #expect(house.events.contains { $0.kind == .server })
        #expect(!house.limitedEvents.contains { $0.kind == .server })
        let memory = Event(kind: .memory, time: house.now.wall, message: "the database fails")
        #expect(house.engine.sight(of: memory, for: .luis) == .nothing)
        #expect(house.engine.sight(of: memory, for: .eva) == .whole)
    }

    @Test func sceneEventsAreShownIfAllElementsAreVisible() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        for scene in ["Salon", "Noche", "Fuera", "Todo"] { try house.give("scene \(scene)") }
        try house.give("run Vista 'set Dimmer on'")
        try house.give("run Oculta 'set Dimmer on' 'set Gong on'")
        try house.answerAll()
        #expect(Set(house.events.compactMap(\.scene)) == ["Salon", "Noche", "Fuera", "Todo", "Vista", "Oculta"])
        #expect(Set(house.limitedEvents.compactMap(\.scene)) == ["Salon", "Vista"])
        #expect(house.limitedEvents.contains { $0.scene == "Salon" && $0.progress == .ended })
    }

    @Test func reloadEventDoesNotCountInvisibleElements() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        house.feed(.load(HouseUnderTest.limited(), ids: []))
        #expect(house.events.contains { $0.kind == .reload && $0.message?.contains("9") == true })
        #expect(house.limitedEvents.filter { $0.kind == .reload }.map(\.message) == ["reloaded"])
    }

    @Test func loadChangesWhatWatchersSee() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog())
        func seen() throws -> Int {
            let before = house.limitedEvents.count
            try house.obey("set Gong \(house.events.count.isMultiple(of: 2) ? "on" : "off")")
            try house.obey("toggle Gong")
            return house.limitedEvents.count - before
        }
        #expect(try seen() > 0)
        house.feed(.load(HouseUnderTest.limited(), ids: []))
        let id = try house.give("set Gong on", by: .luis)
        #expect(house.fault(id)?.code == .unknownElement)
        let shown = house.limitedEvents.count
        try house.obey("toggle Gong")
        #expect(house.limitedEvents.count == shown)
        house.feed(.load(HouseUnderTest.limited(.init(role: .none)), ids: []))
        #expect(house.limitedEvents.isEmpty)
        house.feed(.load(HouseUnderTest.catalog(), ids: []))
        #expect(house.limitedEvents.count > shown)
    }
}
