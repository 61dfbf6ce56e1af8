import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

extension PushingLinkTests {
    // MARK: - Movements

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

    /// A movement without further reports times out, or ends with its link.
    @Test func movementTimesOut() throws {
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

    /// A cover takes longer than a lamp: it is not a mismatch while it moves.
    @Test func orderIsWaitedForWhileTheElementMoves() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        let id = try house.give("dim Cover 90 --wait confirmed")
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
        let id = try house.give("dim Cover 90 --wait confirmed")
        try house.answer()
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 10)), isMoving: true), to: house)
        house.pass(.seconds(40))
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 50)), isMoving: false), to: house)
        house.pass(.seconds(12))
        #expect(house.fault(id)?.code == .mismatch)
    }

    /// If nothing can be read, an awaited order leaves no query behind.
    @Test func linkWithoutReadsIsNotQueried() throws {
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

    // MARK: - Exposed readings

    @Test func linkGetsWhatItExposes() throws {
        let luz = FacetName(path: "Casa/Luz", type: .binary)
        let house = HouseUnderTest(Self.catalog { $0.exposed = [.facet(luz)] })
        #expect(house.exposed.map(\.value) == [nil])
        try report(.up, to: house)
        try house.obey("set Luz on")
        #expect(house.exposed.map(\.value) == [nil, .on])
        // Neither the same value again nor another facet is passed on.
        try house.obey("set Luz on")
        try house.obey("set Dimmer on")
        #expect(house.exposed.count == 2)
        // A stale value is not passed on as valid.
        try house.breakServer("set Luz on --deadline 10m")
        #expect(house.exposed.last?.value == .some(nil))
        #expect(house.exposed.allSatisfy { $0.subject == .facet(luz) })
    }

    /// An assumed value is not passed on as valid.
    @Test func linkMayGetOnlyWhatIsConfirmed() throws {
        let cover = Self.level("Dimmer")
        let house = HouseUnderTest(Self.catalog { $0.exposed = [.confirmed(cover), .facet(cover)] })
        func passed(_ subject: Exposed) -> [Value?] {
            house.exposed.filter { $0.subject == subject }.map(\.value)
        }
        let (low, high) = (Value.level(Percent(clamping: 20)), Value.level(Percent(clamping: 60)))
        try report(.up, to: house)
        try report(Observation(cover, low), to: house)
        #expect(passed(.confirmed(cover)) == [nil, low])
        try house.obey("dim Dimmer 60")
        #expect(passed(.confirmed(cover)) == [nil, low, nil])
        #expect(passed(.facet(cover)) == [nil, low, high])
        try report(Observation(cover, high), to: house)
        #expect(passed(.confirmed(cover)) == [nil, low, nil, high])
        #expect(passed(.facet(cover)) == [nil, low, high])
    }

    /// A push button dims a lamp that was off: the last level, with which it would be switched on, is not its level.
    @Test func levelOfALampThatIsDimmedFromOffIsUnknown() throws {
        let level = Self.level("Dimmer")
        let binary = FacetName(path: "Casa/Dimmer", type: .binary)
        var catalog = Self.catalog { $0.reports.insert(.binary) }
        catalog.routes = [Catalog.Route(path: "Casa/Dimmer", link: 1)]
        let house = HouseUnderTest(catalog)
        try report(.up, to: house)
        try report(Observation(level, .level(Percent(clamping: 80))), to: house)
        try report(Observation(binary, .on), to: house)
        try report(Observation(level, .level(Percent(clamping: 0))), to: house)
        try report(Observation(binary, .off), to: house)
        try report(Observation(binary, .on, kind: .commandSeen), to: house)
        try report(Observation(level, nil, kind: .commandSeen), to: house)
        #expect(try house.reading("Dimmer", .binary).value == .on)
        #expect(try house.reading("Dimmer", .regulable).value == nil)
    }

    @Test func newLinkGetsItAgain() throws {
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

    @Test func linkGetsWhetherASceneIsRunning() throws {
        // It changes no reading: only its run is passed to the link.
        let (script, mistakes) = ScriptParser.parse("wait 1m")
        #expect(mistakes.isEmpty)
        var catalog = Self.catalog { $0.exposed = [.scene("NOCHE"), .scene("Nada")] }
        catalog.scenes = [Catalog.Scene(name: "Noche", file: "n.domo", script: script)]
        let house = HouseUnderTest(catalog)
        func passed(_ name: String) -> [Value?] { house.exposed.filter { $0.subject == .scene(name) }.map(\.value) }
        #expect(passed("NOCHE") == [.off])
        #expect(passed("Nada") == [nil])
        _ = try house.ask("scene Noche")
        #expect(passed("NOCHE") == [.off, .on])
        house.pass(.seconds(61))
        #expect(passed("NOCHE") == [.off, .on, .off])
        #expect(passed("Nada") == [nil])
    }
}
