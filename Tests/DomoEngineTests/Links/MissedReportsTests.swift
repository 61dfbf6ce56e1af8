import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// A link that is up reports that telegrams may have been missed.
struct MissedReportsTests {
    private static let dimmer = PushingLinkTests.level("Dimmer")
    private static let cover = PushingLinkTests.level("Cover")

    /// The dimmer and the cover are on the bus, and 40 % and 10 %.
    private static func house(
        _ scene: String? = nil,
        change: (inout FakeProfile) -> Void = { _ in }
    ) throws -> HouseUnderTest {
        var catalog = PushingLinkTests.catalog(change: change)
        if let scene {
            let (script, mistakes) = ScriptParser.parse(scene)
            #expect(mistakes.isEmpty)
            catalog.scenes = [Catalog.Scene(name: "Regla", file: "r.domo", script: script)]
        }
        let house = HouseUnderTest(catalog)
        try report(.up, to: house)
        try live(house)
        return house
    }

    private static func bus(of house: HouseUnderTest) throws -> LinkID {
        try #require(house.started.last { $0.key == "bus" })
    }

    private static func report(_ state: LinkState, to house: HouseUnderTest) throws {
        house.feed(.link(try bus(of: house), endpoint: nil, state))
    }

    private static func missed(_ house: HouseUnderTest, readsAgain: Bool = true) throws {
        try report(.missedReports(readsAgain: readsAgain), to: house)
    }

    private func observe(_ level: Int, isResponse: Bool = false, of house: HouseUnderTest) throws {
        let observation = Observation(Self.dimmer, .level(Percent(clamping: level)), isResponse: isResponse)
        house.feed(.observed(try Self.bus(of: house), [observation]))
    }

    /// Answers all reads for two seconds.
    private static func live(_ house: HouseUnderTest, dimmer: Int? = 40, cover: Int? = 10) throws {
        let states: [String: Value?] = [
            "Dimmer": dimmer.map { .level(Percent(clamping: $0)) },
            "Cover": cover.map { .level(Percent(clamping: $0)) },
            "Luz": .on,
        ]
        for _ in 0..<20 {
            house.pass(.milliseconds(100))
            while house.unanswered > 0 { try house.answerQuery(states) }
        }
    }

    private func starts(_ house: HouseUnderTest) -> Int {
        house.events.count { $0.scene == "Regla" && $0.progress == .begins }
    }

    // MARK: - States

    @Test func whatIsKnownStaysAndIsReadAgain() throws {
        let house = try Self.house()
        let before = house.read.count
        let events = house.events.count
        try Self.missed(house)
        #expect(try house.reading("Dimmer", .regulable).confirmed == .level(Percent(clamping: 40)))
        #expect(try house.reading("Cover", .regulable).confirmed == .level(Percent(clamping: 10)))
        try Self.live(house)
        let asked = house.read.dropFirst(before).filter { $0.label == "bus" }.flatMap { $0.query.targets.map(\.name) }
        #expect(asked == ["Cover", "Dimmer"])
        #expect(house.events.dropFirst(events).filter { $0.kind == .reading || $0.kind == .server }.isEmpty)
        #expect(try house.status.servers.map(\.reachable).last == true)
    }

    @Test func answerShowsWhatWasMissed() throws {
        let house = try Self.house()
        try Self.missed(house)
        try Self.live(house, dimmer: 70)
        #expect(try house.reading("Dimmer", .regulable).confirmed == .level(Percent(clamping: 70)))
    }

    @Test func stateWithoutAnAnswerBecomesStale() throws {
        let house = try Self.house()
        try Self.missed(house)
        try Self.live(house, dimmer: nil)
        #expect(try house.reading("Dimmer", .regulable).isStale)
        #expect(try !house.reading("Cover", .regulable).isStale)
    }

    /// The telegram that was lost may have been the window's.
    @Test(arguments: [true, false])
    func stateThatCannotBeReadIsStaleAtOnce(readsAgain: Bool) throws {
        let house = try Self.house { $0.policies[Self.dimmer] = FacetReadPolicy(isRead: false) }
        try observe(40, of: house)
        try Self.missed(house, readsAgain: readsAgain)
        #expect(try house.reading("Dimmer", .regulable).isStale)
        #expect(try !house.reading("Cover", .regulable).isStale)
        try observe(40, of: house)
        #expect(try !house.reading("Dimmer", .regulable).isStale)
        // What domo itself polls on another link is not concerned.
        #expect(try house.reading("Luz", .binary).isStale == false)
    }

    @Test func nothingIsReadBeforeTheLinkSaysSo() throws {
        let house = try Self.house()
        let before = house.read.count { $0.label == "bus" }
        try Self.missed(house, readsAgain: false)
        try Self.live(house)
        #expect(house.read.count { $0.label == "bus" } == before)
    }

    @Test func ordersGoOutAndAreConfirmed() throws {
        let house = try Self.house()
        let id = try house.give("dim Dimmer 80")
        try Self.missed(house)
        try house.answer()
        try house.give("dim Cover 50")
        #expect(house.signals == ["Dimmer=80", "Cover=50"])
        try house.answer()
        try Self.live(house, dimmer: 80, cover: 50)
        #expect(house.receipt(id)?.outcome == .accepted)
        #expect(house.record(1)?.stage == .confirmed)
        #expect(house.record(2)?.stage == .confirmed)
    }

    // MARK: - Conditions that have to hold

    @Test func conditionGoesOnIfTheAnswerIsTheSame() throws {
        let house = try Self.house("when Dimmer 60 for 10s\nset Luz on")
        try observe(60, of: house)
        house.pass(.seconds(5))
        try Self.missed(house)
        try Self.live(house, dimmer: 60)
        house.pass(.milliseconds(2900))
        #expect(starts(house) == 0)
        house.pass(.milliseconds(200))
        #expect(starts(house) == 1)
    }

    /// It would be over before the answer arrives.
    @Test func conditionWaitsForTheAnswer() throws {
        let house = try Self.house("when Dimmer 60 for 10s\nset Luz on")
        try observe(60, of: house)
        house.pass(.milliseconds(9900))
        try Self.missed(house, readsAgain: false)
        house.pass(.seconds(20))
        #expect(starts(house) == 0)
        try observe(60, isResponse: true, of: house)
        #expect(starts(house) == 1)
    }

    @Test func conditionEndsWithAnotherAnswer() throws {
        let house = try Self.house("when Dimmer above 50 for 10s\nset Luz on")
        try observe(60, of: house)
        house.pass(.seconds(8))
        try Self.missed(house)
        try Self.live(house, dimmer: 70)
        house.pass(.seconds(7))
        #expect(starts(house) == 0, "it may have been below 50 meanwhile")
        house.pass(.seconds(3))
        #expect(starts(house) == 1)
    }

    /// A device that reports what was known already has changed since, or sends at intervals.
    @Test func conditionStartsAgainWithAReportThatIsNoAnswer() throws {
        let house = try Self.house("when Dimmer 60 for 10s\nset Luz on")
        try observe(60, of: house)
        house.pass(.seconds(8))
        try Self.missed(house, readsAgain: false)
        try observe(60, of: house)
        house.pass(.seconds(9))
        #expect(starts(house) == 0)
        house.pass(.seconds(2))
        #expect(starts(house) == 1)
    }

    @Test func conditionEndsWithoutAnAnswer() throws {
        let house = try Self.house("when Dimmer 60 for 10s\nset Luz on")
        try observe(60, of: house)
        house.pass(.seconds(5))
        try Self.missed(house)
        try Self.live(house, dimmer: nil)
        house.pass(.seconds(60))
        #expect(starts(house) == 0)
    }

    @Test func coverIsVerifiedByItsAnswerToo() throws {
        let house = try Self.house("when Cover above 20 for 10s\nset Luz on")
        let report = Observation(Self.cover, .level(Percent(clamping: 30)))
        house.feed(.observed(try Self.bus(of: house), [report]))
        house.pass(.seconds(9))
        try Self.missed(house, readsAgain: false)
        house.pass(.seconds(5))
        #expect(starts(house) == 0)
        var answer = report
        answer.isResponse = true
        house.feed(.observed(try Self.bus(of: house), [answer]))
        #expect(starts(house) == 1)
    }

    // MARK: - What can't be decoded

    @Test func outdatedFacetIsStaleAndNothingElse() throws {
        let house = try Self.house()
        house.feed(.observed(try Self.bus(of: house), [Observation(Self.cover, nil, kind: .outdated)]))
        #expect(try house.reading("Cover", .regulable).isStale)
        #expect(try !house.reading("Dimmer", .regulable).isStale)
    }
}
