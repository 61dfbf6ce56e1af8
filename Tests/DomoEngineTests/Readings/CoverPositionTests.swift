import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// The direction of a cover whose house reports only its position.
struct CoverPositionTests {
    private static func house(
        directionAtZero: Value? = .up,
        reports: Set<FacetType> = [.regulable],
        reportsEnds: Bool = false,
        types: [FacetType] = [.bidirectional, .regulable],
        scene: String? = nil
    ) -> HouseUnderTest {
        var profile = FakeProfile("bus", reports: reports, reading: ReadPolicy(mode: .pushed))
        profile.endpoints[0].reportsReachability = true
        profile.coverProfile = CoverProfile(directionAtZero: directionAtZero, reportsEnds: reportsEnds)
        let blind = Element(name: "Blind", kind: .device, types: FacetTypes(types)!)
        let house = HouseUnderTest(
            Catalog(
                houses: [House(name: "Casa", elements: [blind])],
                links: [Catalog.Link(key: "bus", label: "bus", profile: profile, port: FakeLink("bus"))],
                linkOfHouse: [0],
                scenes: scene.map { text in
                    [Catalog.Scene(name: "Test", file: "test.domo", script: ScriptParser.parse(text).0)]
                } ?? []
            )
        )
        house.feed(.link(house.started[0], endpoint: nil, .up))
        return house
    }

    private func report(_ level: Int, to house: HouseUnderTest) {
        let facet = FacetName(path: "Casa/Blind", type: .regulable)
        house.feed(.observed(house.started[0], [Observation(facet, .level(Percent(clamping: level)))]))
    }

    private func direction(_ house: HouseUnderTest) throws -> Reading { try house.reading("Blind", .bidirectional) }

    @Test func positionAtAnEndShowsTheDirection() throws {
        let house = Self.house()
        try house.obey("set Blind down")
        #expect(try direction(house).certainty == .assumed)
        house.pass(.seconds(60))
        report(0, to: house)
        #expect(try direction(house).value == .up && direction(house).certainty == .confirmed)
        report(100, to: house)
        #expect(try direction(house).value == .down && direction(house).cause == .house)
        #expect(house.events.contains { $0.reading?.type == .bidirectional && $0.reading?.reading.value == .down })
    }

    @Test func positionBetweenTheEndsIsNeitherUpNorDown() throws {
        let house = Self.house()
        report(100, to: house)
        report(40, to: house)
        #expect(try direction(house).value == nil)
        // An ordered direction is where it moves to.
        try house.obey("set Blind up")
        report(30, to: house)
        #expect(try direction(house).value == .up && !direction(house).isStale)
        report(0, to: house)
        #expect(try direction(house).certainty == .confirmed)
    }

    /// An actuator may report where the cover was while it begins to move.
    @Test func positionAtTheStartOfAMovementDoesNotCount() throws {
        let house = Self.house()
        report(0, to: house)
        try house.obey("set Blind down")
        moves(true, house)
        report(0, to: house)
        #expect(try direction(house).value == .down && direction(house).certainty == .assumed)
        report(100, to: house)
        #expect(try direction(house).value == .down && direction(house).certainty == .confirmed)
    }

    private func moves(_ isMoving: Bool, _ house: HouseUnderTest) {
        let facet = FacetName(path: "Casa/Blind", type: .bidirectional)
        house.feed(.observed(house.started[0], [Observation(facet, nil, kind: .movement, isMoving: isMoving)]))
    }

    /// Most actuators report the position first, and then that the movement has ended.
    @Test func positionAtTheEndOfAMovementShowsTheDirection() throws {
        let house = Self.house()
        report(100, to: house)
        try house.obey("set Blind 0")
        moves(true, house)
        #expect(try direction(house).value == .up && direction(house).certainty == .assumed)
        report(0, to: house)
        moves(false, house)
        house.pass(.seconds(2))
        #expect(try direction(house).value == .up && direction(house).certainty == .confirmed)
    }

    /// While it moves to another position, it is no longer where its direction says.
    @Test func directionIsWhereItMovesFromAnOrderForAnotherPositionOn() throws {
        let house = Self.house()
        report(0, to: house)
        try house.obey("set Blind 0")
        #expect(try direction(house).value == .up && !direction(house).isStale)
        try house.obey("set Blind 100")
        #expect(try direction(house).value == .down && direction(house).certainty == .assumed)
        report(100, to: house)
        #expect(try direction(house).value == .down && direction(house).certainty == .confirmed)
        // In Home Assistant, the order shows no direction.
        let other = Self.house(directionAtZero: nil)
        try other.obey("set Blind up")
        try other.obey("set Blind 100")
        #expect(try !direction(other).isStale)
    }

    @Test func directionIsStaleWhileSomebodyElseMovesIt() throws {
        let house = Self.house()
        report(0, to: house)
        moves(true, house)
        #expect(try direction(house).isStale)
        // Where it was.
        report(0, to: house)
        #expect(try direction(house).isStale)
        moves(false, house)
        house.pass(.seconds(2))
        #expect(try direction(house).value == .up && !direction(house).isStale)
        // An ordered direction is where it moves to.
        try house.obey("set Blind down")
        moves(true, house)
        #expect(try direction(house).value == .down && !direction(house).isStale)
    }

    @Test func reversedMovementEndsWhereItBegan() throws {
        let house = Self.house()
        report(0, to: house)
        try house.obey("set Blind down")
        moves(true, house)
        try house.obey("set Blind 0")
        report(0, to: house)
        moves(false, house)
        house.pass(.seconds(2))
        #expect(try direction(house).value == .up && direction(house).certainty == .confirmed)
    }

    /// After the movement it may report the position once more: what it reported at the start is no end.
    @Test func positionAfterTheEndOfAMovementCounts() throws {
        let house = Self.house()
        report(0, to: house)
        try house.obey("set Blind down")
        moves(true, house)
        report(0, to: house)
        moves(false, house)
        house.pass(.milliseconds(500))
        report(100, to: house)
        house.pass(.seconds(3))
        #expect(try direction(house).value == .down && direction(house).certainty == .confirmed)
        let seen = house.events.compactMap(\.reading).filter { $0.type == .bidirectional }.compactMap(\.reading.value)
        #expect(seen.drop { $0 == .up }.allSatisfy { $0 == .down })
    }

    /// An order given just after a movement isn't contradicted by the position before it.
    @Test func orderAfterAMovementIsNotContradicted() throws {
        let house = Self.house()
        report(100, to: house)
        try house.obey("set Blind up")
        moves(true, house)
        report(0, to: house)
        moves(false, house)
        house.pass(.milliseconds(1900))
        try house.obey("set Blind down")
        house.pass(.milliseconds(500))
        #expect(try direction(house).value == .down && direction(house).certainty == .assumed)
        moves(true, house)
        house.pass(.seconds(10))
        #expect(try direction(house).value == .down && direction(house).certainty == .assumed)
    }

    @Test func conditionOnTheDirectionBetweenTheEndsDoesNotHold() throws {
        let house = Self.house(scene: "only if Blind up\nonly if not Blind up\nset Blind stop")
        report(0, to: house)
        report(40, to: house)
        guard case .explanation(let explanation)? = try house.ask("scene Test --explain") else {
            Issue.record("no explanation")
            return
        }
        #expect(explanation.conditions?.map(\.holds) == [false, true])
        #expect(explanation.conditions?[0].reason == "Blind is at 40 %, neither up nor down")
        // An ordered direction is where it moves to.
        try house.obey("set Blind up")
        guard case .explanation(let moving)? = try house.ask("scene Test --explain") else { return }
        #expect(moving.conditions?.map(\.holds) == [true, false])
    }

    /// In Home Assistant, 0 % is closed.
    @Test func linkThatDoesNotDefineTheEndsShowsNoDirection() throws {
        let house = Self.house(directionAtZero: nil)
        try house.obey("set Blind down")
        report(0, to: house)
        #expect(try direction(house).value == .down && direction(house).certainty == .assumed)
    }

    /// Programs that show how far it is open have to know which end is 0 %.
    @Test(arguments: [(Value.up, 0), (.down, 100), (nil, nil)] as [(Value?, Int?)])
    func modelTellsTheLevelAtWhichItIsOpen(directionAtZero: Value?, openAt: Int?) throws {
        for types in [[FacetType.bidirectional, .regulable], [.bidirectional]] {
            let house = Self.house(directionAtZero: directionAtZero, types: types)
            guard case .model(let model)? = try house.ask("model") else {
                Issue.record("no model")
                return
            }
            #expect(try #require(model.houses.first?.elements.first).openAt == openAt)
        }
        guard case .model(let lamps)? = try Self.house(types: [.regulable]).ask("model") else { return }
        #expect(lamps.houses.first?.elements.first?.openAt == nil)
    }

    @Test func reportedDirectionIsNotReplaced() throws {
        let house = Self.house(reports: [.regulable, .bidirectional])
        let facet = FacetName(path: "Casa/Blind", type: .bidirectional)
        house.feed(.observed(house.started[0], [Observation(facet, .down)]))
        report(0, to: house)
        #expect(try direction(house).value == .down)
    }

    /// Beside a switch that was not reported for long.
    @Test func ageOfAnotherFacetLeavesTheDirection() {
        let now = Instant(uptime: 0, wall: Timestamp(milliseconds: 0))
        let profile = CoverProfile(reportsEnds: true)
        var cover = Cover(
            CoverTraits(profile: profile, hasPosition: false, reportsPosition: false, reportsDirection: true)
        )
        cover.report(direction: .up, at: now)
        cover.expire(.binary)
        #expect(cover.direction == Cover.Known(value: .up, certainty: .confirmed))
        cover.expire(.bidirectional)
        #expect(cover.direction?.isStale == true)
    }

    /// A server reports where a cover rests: what is shown of it is as certain as the report.
    @Test func reportedEndIsConfirmed() throws {
        let house = Self.house(reports: [.bidirectional], reportsEnds: true, types: [.bidirectional])
        func shown() throws -> CoverView? {
            guard case .element(let view)? = try house.ask("show Blind") else { throw Missing() }
            return view.cover
        }
        try house.obey("set Blind up")
        #expect(try shown() == CoverView(state: .opening, certainty: .assumed))
        let facet = FacetName(path: "Casa/Blind", type: .bidirectional)
        house.feed(.observed(house.started[0], [Observation(facet, .up)]))
        #expect(try direction(house).certainty == .confirmed)
        #expect(try shown() == CoverView(state: .open, certainty: .confirmed))
    }

    private struct Missing: Error {}
}
