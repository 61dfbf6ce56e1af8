import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

extension PushingLinkTests {
    // MARK: - On the way

    private func isMoving(_ house: HouseUnderTest) throws -> Bool? {
        guard case .element(let view)? = try house.ask("show Cover") else { return nil }
        return view.readings.first { $0.type == .regulable }?.isMoving
    }

    @Test func coverThatMovesIsShownSo() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        #expect(try isMoving(house) == nil)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 40)), isMoving: true), to: house)
        #expect(try isMoving(house) == true)
        #expect(house.events.last?.reading?.isMoving == true)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 60)), isMoving: false), to: house)
        #expect(try isMoving(house) == nil)
    }

    /// A movement of which nothing more is heard ends by itself, and with its link.
    @Test func movementEndsByItself() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 40)), isMoving: true), to: house)
        house.pass(.seconds(179))
        #expect(try isMoving(house) == true)
        let before = house.events.count
        house.pass(.seconds(2))
        #expect(try isMoving(house) == nil)
        #expect(house.events.dropFirst(before).contains { $0.path == "Casa/Cover" && $0.kind == .reading })
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 40)), isMoving: true), to: house)
        try report(.down(reason: "lost"), to: house)
        #expect(try isMoving(house) == nil)
    }

    /// A cover needs longer than a lamp: it is no mismatch while it moves.
    @Test func orderIsWaitedForWhileTheElementMoves() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        let id = try house.say("dim Cover 90 --wait confirmed")
        try house.answer()
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 10)), isMoving: true), to: house)
        house.pass(.seconds(40))
        #expect(house.replies[id] == nil)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 90)), isMoving: false), to: house)
        #expect(house.receipt(id)?.outcome == .confirmed)
    }

    @Test func orderIsAMismatchWhereItStoppedElsewhere() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        let id = try house.say("dim Cover 90 --wait confirmed")
        try house.answer()
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 10)), isMoving: true), to: house)
        house.pass(.seconds(40))
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 50)), isMoving: false), to: house)
        house.pass(.seconds(12))
        #expect(house.fault(id)?.code == .mismatch)
    }

    /// Where nothing can be asked for, an order that is waited for leaves no question behind.
    @Test func nothingIsAskedOfALinkThatIsNeverRead() throws {
        let facets: [FacetName] = [
            FacetName(path: "Casa/Cover", type: .bidirectional), Self.level("Cover"), Self.level("Dimmer"),
        ]
        let house = HouseUnderTest(
            Self.catalog { profile in for facet in facets { profile.policies[facet] = FacetReadPolicy(isRead: false) } }
        )
        try report(.up, to: house)
        try house.obey("dim Cover 90")
        house.pass(.seconds(5))
        #expect(house.engine.held["urgent queries"] == 0)
    }

    // MARK: - What the bus may be told

    @Test func linkIsToldWhatItExposes() throws {
        let luz = FacetName(path: "Casa/Luz", type: .binary)
        let house = HouseUnderTest(Self.catalog { $0.exposed = [.facet(luz)] })
        #expect(house.exposed.map(\.value) == [nil])
        try report(.up, to: house)
        try house.obey("set Luz on")
        #expect(house.exposed.map(\.value) == [nil, .on])
        // The same again is not news; another facet neither.
        try house.obey("set Luz on")
        try house.obey("set Dimmer on")
        #expect(house.exposed.count == 2)
        // What may no longer hold is not passed on as if it were so.
        try house.breakServer("set Luz on --deadline 10m")
        #expect(house.exposed.last?.value == .some(nil))
        #expect(house.exposed.allSatisfy { $0.subject == .facet(luz) })
    }

    @Test func newLinkIsToldAgain() throws {
        let luz = FacetName(path: "Casa/Luz", type: .binary)
        let port = FakeLink("bus")
        let house = HouseUnderTest(Self.catalog(port: port) { $0.exposed = [.facet(luz)] })
        try house.obey("set Luz on")
        house.feed(.load(Self.catalog(port: port) { $0.exposed = [.facet(luz)] }, ids: []))
        let before = house.exposed.count
        house.feed(.load(Self.catalog { $0.exposed = [.facet(luz)] }, ids: []))
        #expect(house.exposed.count == before + 1)
        #expect(house.exposed.last?.value == .on)
    }

    @Test func linkIsToldWhetherASceneRuns() throws {
        // It changes no reading: its run alone is what the link is told.
        let (script, mistakes) = ScriptParser.parse("wait 1m")
        #expect(mistakes.isEmpty)
        var catalog = Self.catalog { $0.exposed = [.scene("NOCHE"), .scene("Nada")] }
        catalog.scenes = [Catalog.Scene(name: "Noche", file: "n.domo", script: script)]
        let house = HouseUnderTest(catalog)
        func told(_ name: String) -> [Value?] { house.exposed.filter { $0.subject == .scene(name) }.map(\.value) }
        #expect(told("NOCHE") == [.off])
        #expect(told("Nada") == [nil])
        _ = try house.ask("scene Noche")
        #expect(told("NOCHE") == [.off, .on])
        house.pass(.seconds(61))
        #expect(told("NOCHE") == [.off, .on, .off])
        #expect(told("Nada") == [nil])
    }
}
