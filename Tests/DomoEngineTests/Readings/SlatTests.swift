import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Slats, which the motor of their cover turns.
struct SlatTests {
    private static func house() -> HouseUnderTest {
        var profile = FakeProfile("bus", reports: [.regulable], reading: ReadPolicy(mode: .pushed))
        profile.endpoints[0].reportsReachability = true
        profile.coverProfile = CoverProfile(directionAtZero: .up)
        let blind = Element(name: "Blind", kind: .device, types: FacetTypes([.bidirectional, .regulable])!)
        let slats = Element(
            name: "Slats",
            kind: .device,
            isPart: true,
            types: FacetTypes([.regulable])!,
            details: Details(role: .slats)
        )
        let house = HouseUnderTest(
            Catalog(
                houses: [House(name: "Casa", elements: [blind, slats])],
                links: [Catalog.Link(key: "bus", label: "bus", profile: profile, port: FakeLink("bus"))],
                linkOfHouse: [0]
            )
        )
        house.feed(.link(house.started[0], endpoint: nil, .up))
        return house
    }

    private func report(_ level: Int, of name: String, to house: HouseUnderTest) {
        let facet = FacetName(path: name, type: .regulable)
        house.feed(.observed(house.started[0], [Observation(facet, .level(Percent(clamping: level)))]))
    }

    private func reportSlats(_ level: Int, to house: HouseUnderTest) {
        report(level, of: "Casa/Blind/Slats", to: house)
    }

    private func moves(_ isMoving: Bool, _ house: HouseUnderTest) {
        let facet = FacetName(path: "Casa/Blind", type: .bidirectional)
        house.feed(.observed(house.started[0], [Observation(facet, nil, kind: .movement, isMoving: isMoving)]))
    }

    private func slats(_ house: HouseUnderTest) throws -> Reading { try house.reading("Casa/Blind/Slats", .regulable) }

    @Test func movementOfTheCoverMakesSlatsStaleUntilTheyReport() throws {
        let house = Self.house()
        reportSlats(40, to: house)
        #expect(try slats(house).certainty == .confirmed && !slats(house).isStale)
        moves(true, house)
        #expect(try slats(house).value == .level(Percent(clamping: 40)) && slats(house).isStale)
        // On the way to something else.
        reportSlats(100, to: house)
        #expect(try slats(house).value == .level(Percent(clamping: 100)) && slats(house).isStale)
        moves(false, house)
        #expect(try slats(house).isStale)
        reportSlats(100, to: house)
        #expect(try slats(house).certainty == .confirmed && !slats(house).isStale)
    }

    @Test func orderOfTheCoverMakesSlatsStaleBeforeItReports() throws {
        let house = Self.house()
        reportSlats(40, to: house)
        try house.obey("set Blind down")
        #expect(try slats(house).isStale)
        // A cover that reports no movement rests after its travel time at the latest; then the slats are read.
        let before = house.read.count
        house.pass(.seconds(130))
        #expect(house.read.dropFirst(before).contains { $0.query.targets.map(\.path) == ["Casa/Blind/Slats"] })
    }

    @Test func slatsThatWereOrderedAgainAreAssumed() throws {
        let house = Self.house()
        reportSlats(40, to: house)
        try house.obey("set Blind down")
        try house.obey("dim Casa/Blind/Slats 50")
        #expect(try slats(house).certainty == .assumed && !slats(house).isStale)
    }

    /// A report on the way is no confirmation, and no contradiction.
    @Test func orderIsConfirmedWhenTheCoverRests() throws {
        let house = Self.house()
        try house.obey("set Blind down")
        moves(true, house)
        let id = try house.give("dim Casa/Blind/Slats 50 --wait confirmed")
        try house.answerAll()
        reportSlats(50, to: house)
        house.pass(.seconds(40))
        #expect(house.replies[id] == nil)
        moves(false, house)
        // The motor needs some time to turn them.
        house.pass(.seconds(4))
        #expect(house.replies[id] == nil)
        reportSlats(50, to: house)
        guard case .order(let receipt)? = house.replies[id] else {
            Issue.record("\(String(describing: house.replies[id]))")
            return
        }
        #expect(receipt.outcome == .confirmed)
        #expect(try slats(house).certainty == .confirmed && !slats(house).isStale)
    }

    // MARK: - One motor

    @Test func coverAndSlatsAreOrderedOneAfterTheOther() throws {
        let house = Self.house()
        try house.give("set Blind down")
        try house.give("dim Casa/Blind/Slats 50")
        #expect(house.sent.map(\.dispatch.target.path) == ["Casa/Blind"])
        try house.answer()
        #expect(house.sent.map(\.dispatch.target.path) == ["Casa/Blind", "Casa/Blind/Slats"])
    }

    /// A level of the slats does not replace one of the cover, which waits behind another.
    @Test func levelOfSlatsSupersedesNoPosition() throws {
        let house = Self.house()
        try house.give("set Blind down")
        let position = try house.give("dim Blind 30")
        try house.give("dim Casa/Blind/Slats 50")
        try house.give("dim Casa/Blind/Slats 60")
        try house.answerAll()
        #expect(house.sent.map(\.dispatch.value.word) == ["down", "30", "60"])
        #expect(house.replies[position] != nil)
    }

    @Test func stopEndsWhatWaitsForTheMotor() throws {
        let house = Self.house()
        try house.give("set Blind down")
        let turned = try house.give("dim Casa/Blind/Slats 50")
        try house.give("set Blind stop")
        try house.answerAll()
        #expect(house.sent.map(\.dispatch.value.word) == ["down", "stop"])
        guard case .order(let receipt)? = house.replies[turned] else {
            Issue.record("\(String(describing: house.replies[turned]))")
            return
        }
        #expect(receipt.outcome == .superseded)
    }

    @Test func loadKeepsTheQueueOfTheMotor() throws {
        let house = Self.house()
        try house.give("set Blind down")
        try house.give("dim Casa/Blind/Slats 50")
        var profile = FakeProfile("bus", reports: [.regulable], reading: ReadPolicy(mode: .pushed))
        profile.coverProfile = CoverProfile(directionAtZero: .up)
        let lamp = HouseUnderTest.element("Lamp", .binary)
        let blind = Element(name: "Blind", kind: .device, types: FacetTypes([.bidirectional, .regulable])!)
        let slats = Element(
            name: "Slats",
            kind: .device,
            isPart: true,
            types: FacetTypes([.regulable])!,
            details: Details(role: .slats)
        )
        house.feed(
            .load(
                Catalog(
                    houses: [House(name: "Casa", elements: [lamp, blind, slats])],
                    links: [Catalog.Link(key: "bus", label: "bus", profile: profile, port: FakeLink("bus"))],
                    linkOfHouse: [0]
                ),
                ids: []
            )
        )
        #expect(house.sent.map(\.dispatch.target.path) == ["Casa/Blind"])
        try house.answer()
        #expect(house.sent.map(\.dispatch.target.path) == ["Casa/Blind", "Casa/Blind/Slats"])
    }
}
