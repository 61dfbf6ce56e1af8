import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// A facet with a second link: a fallback, or one for comparison.
struct SecondRouteTests {
    private typealias Purpose = Catalog.SecondRoute.Purpose

    private static let lamp = FacetName(path: "Casa/Luz", type: .regulable)

    /// A dimmer on a bus, and a server that also knows it.
    private static func catalog(
        _ purpose: Catalog.SecondRoute.Purpose,
        first: Int = 0,
        bus busPort: FakeLink = FakeLink("bus"),
        web webPort: FakeLink = FakeLink("http://web"),
        webReads: Bool = true
    ) -> Catalog {
        var bus = FakeProfile("bus", reports: [.regulable], reading: ReadPolicy(mode: .pushed))
        bus.endpoints[0].reportsReachability = true
        let polled = ReadPolicy(readsAll: true, interval: .seconds(30))
        let web = FakeProfile("http://web", reports: [.regulable], reading: webReads ? polled : nil)
        let elements = [HouseUnderTest.element("Luz", .regulable), HouseUnderTest.element("Otra", .regulable)]
        return Catalog(
            houses: [House(name: "Casa", elements: elements)],
            links: [
                Catalog.Link(key: "bus", label: "bus", profile: bus, port: busPort),
                Catalog.Link(key: "web", label: "http://web", profile: web, port: webPort),
            ],
            linkOfHouse: [first],
            secondRoutes: [Catalog.SecondRoute(path: "Casa/Luz", link: 1 - first, purpose)]
        )
    }

    private func report(_ state: LinkState, to house: HouseUnderTest) throws {
        house.feed(.link(try #require(house.started.last { $0.key == "bus" }), endpoint: nil, state))
    }

    private func push(_ level: Int, to house: HouseUnderTest) throws {
        let bus = try #require(house.started.last { $0.key == "bus" })
        house.feed(.observed(bus, [Observation(Self.lamp, .level(Percent(clamping: level)))]))
    }

    /// Lets time pass, and answers all queries.
    private func live(_ duration: Duration, in house: HouseUnderTest, bus: Int = 10, web: Int = 10) throws {
        for _ in 0..<Int(duration.nanoseconds / 100_000_000) {
            house.pass(.milliseconds(100))
            while house.unanswered > 0 {
                let label = house.read[house.read.count - house.unanswered].label
                let value = Value.level(Percent(clamping: label == "bus" ? bus : web))
                try house.answerQuery(["Luz": value, "Otra": value])
            }
        }
    }

    private func asked(_ label: String, in house: HouseUnderTest, after count: Int = 0) -> [String] {
        house.read.dropFirst(count).filter { $0.label == label }.flatMap { $0.query.targets.map(\.name) }
    }

    // MARK: Fallback

    @Test func secondLinkMovesTheFacetWhileTheFirstIsDownAndNeverBoth() throws {
        let house = HouseUnderTest(Self.catalog(.fallback))
        try report(.up, to: house)
        try house.obey("dim Luz 20")
        try report(.down(reason: "cable"), to: house)
        try house.obey("dim Luz 30")
        #expect(house.sent.map(\.label) == ["bus", "http://web"])
        guard case .explanation(let explanation)? = try house.ask("dim Luz 5 --explain") else {
            throw Fault(.busy, "no explanation")
        }
        #expect(explanation.signals[0].signal?.contains("http://web") == true)
        try report(.up, to: house)
        try house.obey("dim Luz 40")
        #expect(house.sent.map(\.label) == ["bus", "http://web", "bus"])
    }

    @Test func elementWithoutAFallbackWaitsForItsLink() throws {
        let house = HouseUnderTest(Self.catalog(.fallback))
        try report(.down(reason: "cable"), to: house)
        try house.give("dim Otra 30")
        #expect(house.sent.isEmpty)
    }

    @Test func orderThatWaitsGoesToTheSecondLink() throws {
        let house = HouseUnderTest(Self.catalog(.fallback))
        let id = try house.give("dim Luz 30")
        #expect(house.sent.isEmpty)
        try report(.down(reason: "no slot"), to: house)
        #expect(house.sent.map(\.label) == ["http://web"])
        try house.answer()
        #expect(house.receipt(id)?.outcome == .accepted)
    }

    /// It may have been carried out.
    @Test func orderInFlightIsNotSentTwice() throws {
        let house = HouseUnderTest(Self.catalog(.fallback))
        try report(.up, to: house)
        let id = try house.give("dim Luz 30")
        try report(.down(reason: "cable"), to: house)
        try house.answer(.lost(reason: "no confirmation"))
        house.pass(.seconds(11))
        #expect(house.sent.map(\.label) == ["bus"])
        #expect(house.fault(id)?.code == .deadlinePassed)
    }

    @Test func orderThatWasNotSentUsesTheOtherLink() throws {
        let house = HouseUnderTest(Self.catalog(.fallback))
        try report(.up, to: house)
        let id = try house.give("dim Luz 30")
        try report(.down(reason: "cable"), to: house)
        try house.answer(.notSent(reason: "not connected"))
        house.pass(.seconds(1))
        #expect(house.sent.map(\.label) == ["bus", "http://web"])
        try house.answer()
        #expect(house.receipt(id)?.outcome == .accepted)
    }

    @Test func secondLinkReportsTheStateAndConfirmsOrdersMeanwhile() throws {
        let house = HouseUnderTest(Self.catalog(.fallback))
        try report(.up, to: house)
        try live(.seconds(3), in: house)
        #expect(asked("http://web", in: house).isEmpty)
        try report(.down(reason: "cable"), to: house)
        #expect(try house.reading("Luz", .regulable).isStale)
        try live(.seconds(3), in: house, web: 70)
        #expect(try house.reading("Luz", .regulable).value == .level(Percent(clamping: 70)))
        #expect(try !house.reading("Luz", .regulable).isStale)
        #expect(try house.reading("Otra", .regulable).isStale)
        try house.obey("dim Luz 30")
        try live(.seconds(3), in: house, web: 30)
        #expect(house.record(1)?.stage == .confirmed)
        // Late reports of the first link do not count; when it is back it is read again.
        try push(99, to: house)
        #expect(try house.reading("Luz", .regulable).value == .level(Percent(clamping: 30)))
        let before = house.read.count
        try report(.up, to: house)
        try live(.seconds(3), in: house, bus: 31)
        #expect(asked("bus", in: house, after: before) == ["Luz", "Otra"])
        #expect(try house.reading("Luz", .regulable).value == .level(Percent(clamping: 31)))
    }

    /// A polled server is still polled, so its return is noticed.
    @Test func polledLinkThatReturnsIsUsedAgain() throws {
        var catalog = Self.catalog(.fallback, first: 1)
        catalog.secondRoutes.append(Catalog.SecondRoute(path: "Casa/Otra", link: 0, .fallback))
        let house = HouseUnderTest(catalog)
        try report(.up, to: house)
        try live(.seconds(3), in: house)
        for _ in 0..<100 where try house.status.servers[0].reachable != false {
            house.pass(.seconds(1))
            while house.unanswered > 0 {
                let isWeb = house.read[house.read.count - house.unanswered].label == "http://web"
                try house.answerQuery(isWeb ? .failed(reason: "refused") : .states([]))
            }
        }
        try house.obey("dim Luz 30")
        #expect(house.sent.map(\.label) == ["bus"])
        try live(.seconds(40), in: house)
        try house.obey("dim Luz 40")
        #expect(house.sent.map(\.label) == ["bus", "http://web"])
    }

    /// For a server that reports nothing, an order tries whether it is back, and uses the other link if not.
    @Test func linkThatReportsNothingIsTriedByOrders() throws {
        let house = HouseUnderTest(Self.catalog(.fallback, first: 1, webReads: false))
        try report(.up, to: house)
        let other = try house.give("dim Otra 10 --deadline 3s")
        for _ in 0..<100 where house.fault(other) == nil {
            try house.answerAll(.notSent(reason: "connection refused"))
            house.pass(.milliseconds(100))
        }
        try house.answerAll(.notSent(reason: "connection refused"))
        house.pass(.seconds(5))
        let before = house.sent.count
        let id = try house.give("dim Luz 30")
        for _ in 0..<20 where house.receipt(id) == nil {
            while house.answeredCount < house.sent.count {
                let isWeb = house.sent[house.answeredCount].label == "http://web"
                try house.answer(isWeb ? .notSent(reason: "connection refused") : .accepted)
            }
            house.pass(.milliseconds(100))
        }
        let tries = house.sent.dropFirst(before).filter { $0.dispatch.target.name == "Luz" }.map(\.label)
        #expect(tries == ["http://web", "bus"], "\(tries)")
        #expect(house.receipt(id)?.outcome == .accepted)
    }

    @Test func loadKeepsTheFallbackInUse() throws {
        let (bus, web) = (FakeLink("bus"), FakeLink("http://web"))
        let house = HouseUnderTest(Self.catalog(.fallback, bus: bus, web: web))
        try report(.up, to: house)
        try report(.down(reason: "cable"), to: house)
        house.feed(.load(Self.catalog(.fallback, bus: bus, web: web), ids: []))
        try house.obey("dim Luz 30")
        #expect(house.sent.map(\.label) == ["http://web"])
        try report(.up, to: house)
        try house.obey("dim Luz 40")
        #expect(house.sent.map(\.label) == ["http://web", "bus"])
    }

    @Test func firstLinkIsUsedIfBothAreDown() throws {
        let house = HouseUnderTest(Self.catalog(.fallback, first: 1))
        try report(.down(reason: "cable"), to: house)
        try house.obey("dim Luz 30")
        #expect(house.sent.map(\.label) == ["http://web"])
    }

    // MARK: Comparison

    private func differences(_ house: HouseUnderTest) -> [String] {
        house.events.filter { $0.kind == .difference }.map { "\($0.path ?? "") \($0.message ?? "")" }
    }

    private func shown(_ house: HouseUnderTest) throws -> String? {
        guard case .element(let view)? = try house.ask("show Luz") else { throw Fault(.busy, "no element") }
        return view.readings[0].differs
    }

    @Test(arguments: [0, 1])
    func lastingDifferenceIsPublishedOnceAndShown(first: Int) throws {
        let house = HouseUnderTest(Self.catalog(.compare, first: first))
        try report(.up, to: house)
        try live(.seconds(60), in: house, bus: 40, web: 40)
        #expect(differences(house) == [] && house.sent.isEmpty)
        try push(70, to: house)
        try live(.seconds(90), in: house, bus: 70, web: 40)
        let labels = [("bus", 70), ("http://web", 40)]
        let (own, other) = (labels[first], labels[1 - first])
        #expect(
            differences(house) == ["Casa/Luz \(own.0) reports \(own.1), \(other.0) reports \(other.1)"],
            "\(differences(house))"
        )
        #expect(try shown(house) == "\(other.0): \(other.1)")
        // It is only compared, and not a reading.
        #expect(try house.reading("Luz", .regulable).value == .level(Percent(clamping: own.1)))
        try push(40, to: house)
        try live(.seconds(90), in: house, bus: 40, web: 40)
        #expect(differences(house).count == 2 && differences(house).last == "Casa/Luz they agree again")
        #expect(try shown(house) == nil)
    }

    /// One link always reports later than the other.
    @Test(arguments: [0, 1])
    func changeReportedByBothIsNotADifference(first: Int) throws {
        let house = HouseUnderTest(Self.catalog(.compare, first: first))
        try report(.up, to: house)
        try live(.seconds(60), in: house, bus: 40, web: 40)
        for level in [50, 60, 70] {
            try push(level, to: house)
            try live(.seconds(45), in: house, bus: level, web: level)
        }
        #expect(differences(house) == [])
    }

    /// Two buses: one reports a moment later than the other.
    @Test func changeIsGivenTime() throws {
        var catalog = Self.catalog(.compare)
        var profile = FakeProfile("http://web", reports: [.regulable], reading: ReadPolicy(mode: .pushed))
        profile.endpoints[0].reportsReachability = true
        catalog.links[1].profile = profile
        let house = HouseUnderTest(catalog)
        let web = try #require(house.started.last { $0.key == "web" })
        func push(_ level: Int, _ web: LinkID) {
            house.feed(.observed(web, [Observation(Self.lamp, .level(Percent(clamping: level)))]))
        }
        try report(.up, to: house)
        house.feed(.link(web, endpoint: nil, .up))
        try live(.seconds(30), in: house, bus: 40, web: 40)
        for level in [50, 60, 70] {
            push(level - 5, web)
            try live(.seconds(9), in: house)
            push(level, web)
            try live(.seconds(4), in: house)
            try self.push(level, to: house)
            try live(.seconds(3), in: house)
        }
        #expect(differences(house) == [])
        push(90, web)
        try live(.seconds(11), in: house)
        #expect(differences(house) == ["Casa/Luz bus reports 70, http://web reports 90"])
        try live(.seconds(60), in: house)
        #expect(differences(house).count == 1)
    }

    @Test func comparedLinkIsSentNoOrders() throws {
        let house = HouseUnderTest(Self.catalog(.compare))
        try report(.up, to: house)
        try house.obey("dim Luz 30")
        try report(.down(reason: "cable"), to: house)
        try house.give("dim Luz 40")
        #expect(house.sent.map(\.label) == ["bus"])
        #expect(try house.reading("Luz", .regulable).isStale)
    }

    @Test func orderInProgressIsNotADifference() throws {
        let house = HouseUnderTest(Self.catalog(.compare, first: 1))
        try report(.up, to: house)
        try live(.seconds(40), in: house, bus: 40, web: 40)
        try house.obey("dim Luz 80")
        try push(80, to: house)
        try live(.seconds(60), in: house, bus: 80, web: 80)
        #expect(differences(house) == [])
    }
}
