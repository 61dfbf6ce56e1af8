import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// A link without polling, beside a polled one.
struct PushingLinkTests {
    static let cover = HouseUnderTest.element("Cover", .bidirectional, .regulable)

    /// A house on HTTP whose cover and dimmer level are on a bus.
    static func catalog(
        policy: ReadPolicy = ReadPolicy(mode: .pushed),
        port: FakeLink = FakeLink("bus"),
        change: (inout FakeProfile) -> Void = { _ in }
    ) -> Catalog {
        let house = House(
            name: "Casa",
            elements: [
                cover, HouseUnderTest.element("Dimmer", .regulable, .binary), HouseUnderTest.element("Luz", .binary),
            ]
        )
        var profile = FakeProfile("bus", reports: [.bidirectional, .regulable], reading: policy)
        profile.endpoints[0].reportsReachability = true
        change(&profile)
        let polled = ReadPolicy(readsAll: true, interval: .seconds(30))
        return Catalog(
            houses: [house],
            links: [
                Catalog.Link(fake: "http://casa", reports: [.binary], reading: polled),
                Catalog.Link(label: "bus", profile: profile, port: port),
            ],
            linkOfHouse: [0],
            routes: [
                Catalog.Route(path: "Casa/Cover", link: 1),
                Catalog.Route(path: "Casa/Dimmer", types: FacetTypes([.regulable]), link: 1),
            ]
        )
    }

    static func level(_ path: String) -> FacetName { FacetName(path: "Casa/\(path)", type: .regulable) }

    func bus(of house: HouseUnderTest) throws -> LinkID { try #require(house.started.last { $0.key == "bus" }) }

    func report(_ observation: Observation, to house: HouseUnderTest) throws {
        house.feed(.observed(try bus(of: house), [observation]))
    }

    func report(_ state: LinkState, to house: HouseUnderTest) throws {
        house.feed(.link(try bus(of: house), endpoint: nil, state))
    }

    @Test func pushedStateIsConfirmed() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 40))), to: house)
        let reading = try house.reading("Cover", .regulable)
        #expect(reading.value == .level(Percent(clamping: 40)))
        #expect(reading.certainty == .confirmed)
        #expect(reading.cause == .house)
    }

    @Test func commandOfOthersIsAssumed() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 40)), kind: .commandSeen), to: house)
        #expect(try house.reading("Cover", .regulable).certainty == .assumed)
        #expect(try house.reading("Cover", .regulable).cause == .house)
        try report(
            Observation(Self.level("Cover"), .level(Percent(clamping: 80)), kind: .commandSeen, isOwn: true),
            to: house
        )
        #expect(try house.reading("Cover", .regulable).value == .level(Percent(clamping: 40)))
    }

    /// Two presses of a button are two events, and not a state.
    @Test func eventsCountAndAreNotStates() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        let before = house.events.count
        for _ in 0..<2 {
            try report(Observation(Self.level("Cover"), .level(Percent(clamping: 40)), kind: .event), to: house)
        }
        #expect(house.events.dropFirst(before).map(\.kind) == [.input, .input])
        #expect(try house.reading("Cover", .regulable).certainty == .unknown)
    }

    @Test func nothingIsSentBeforeTheLinkIsUp() throws {
        let house = HouseUnderTest(Self.catalog())
        let id = try house.give("set Cover up")
        try house.give("set Luz on")
        #expect(house.sent.map(\.label) == ["http://casa"])
        house.pass(.seconds(3))
        try report(.up, to: house)
        #expect(house.sent.map(\.label) == ["http://casa", "bus"])
        try house.answerAll()
        #expect(house.receipt(id)?.outcome == .accepted)
    }

    @Test func linkThatIsLostMakesItsOwnFacetsStaleAndNothingElse() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        for _ in 0..<20 {
            house.pass(.milliseconds(100))
            while house.unanswered > 0 { try house.answerQuery(["Luz": .on, "Dimmer": .on]) }
        }
        try report(Observation(Self.level("Dimmer"), .level(Percent(clamping: 40))), to: house)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 40))), to: house)
        try report(.down(reason: "no heartbeat"), to: house)
        #expect(try house.reading("Dimmer", .regulable).isStale)
        #expect(try house.reading("Cover", .regulable).isStale)
        #expect(try !house.reading("Dimmer", .binary).isStale)
        #expect(try !house.reading("Luz", .binary).isStale)
        let status = try house.status.servers
        #expect(status.map(\.reachable) == [true, false])
        #expect(status[1].problem == "no heartbeat")
    }

    @Test func everythingIsReadOnceWhenTheLinkComesUpAndThenPushed() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        for _ in 0..<20 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 {
                try house.answerQuery(["Cover": .level(Percent(clamping: 10)), "Dimmer": .level(Percent(clamping: 20))])
            }
        }
        let ofBus = house.read.filter { $0.label == "bus" }.flatMap { $0.query.targets.map(\.name) }
        #expect(ofBus == ["Cover", "Dimmer"])
        try report(.down(reason: "lost"), to: house)
        try report(.up, to: house)
        for _ in 0..<20 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 {
                try house.answerQuery(["Cover": .level(Percent(clamping: 10)), "Dimmer": .level(Percent(clamping: 20))])
            }
        }
        #expect(house.read.filter { $0.label == "bus" }.count == 4)
        #expect(try house.reading("Dimmer", .regulable).value == .level(Percent(clamping: 20)))
        #expect(try !house.reading("Dimmer", .regulable).isStale)
    }

    /// Otherwise a facet whose first read fails would stay unknown until somebody moves it.
    @Test func failedReadIsRepeated() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        var failures = 3
        for _ in 0..<200 {
            house.pass(.milliseconds(500))
            while house.unanswered > 0 {
                let isCover = house.read[house.read.count - house.unanswered].query.targets[0].name == "Cover"
                if isCover, failures > 0 {
                    failures -= 1
                    try house.answerQuery(.failed(reason: "no response"))
                } else {
                    try house.answerQuery([
                        "Cover": .level(Percent(clamping: 10)), "Dimmer": .level(Percent(clamping: 20)),
                    ])
                }
            }
        }
        #expect(failures == 0)
        #expect(try house.reading("Cover", .regulable).value == .level(Percent(clamping: 10)))
    }

    /// A load in which the link stays does not read the whole bus again.
    @Test func loadReadsOnlyWhatIsNew() throws {
        let port = FakeLink("bus")
        let house = HouseUnderTest(Self.catalog(port: port))
        func live() throws {
            for _ in 0..<20 {
                house.pass(.milliseconds(500))
                while house.unanswered > 0 { try house.answerQuery(["Cover": .level(Percent(clamping: 10))]) }
            }
        }
        try report(.up, to: house)
        try live()
        var catalog = Self.catalog(port: port)
        catalog.index = HouseIndex([
            House(
                name: "Casa",
                elements: catalog.index.houses[0].elements + [HouseUnderTest.element("Screen", .bidirectional)]
            )
        ])
        catalog.routes.append(Catalog.Route(path: "Casa/Screen", link: 1))
        let before = house.read.count
        house.feed(.load(catalog, ids: []))
        try live()
        let asked = house.read.dropFirst(before).filter { $0.label == "bus" }.flatMap { $0.query.targets.map(\.name) }
        #expect(asked == ["Screen"])
    }

    /// A link with changed settings has a new port, which comes up separately.
    @Test func replacedLinkIsStaleUntilItIsUp() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 40))), to: house)
        house.feed(.load(Self.catalog(), ids: []))
        #expect(try house.reading("Cover", .regulable).isStale)
        try house.give("dim Cover 50")
        #expect(house.sent.isEmpty)
        try report(.up, to: house)
        #expect(house.sent.count == 1)
    }

    @Test func ordersOfOneElementGoToBothLinks() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        try house.obey("set Dimmer on")
        try house.obey("dim Dimmer 30")
        #expect(house.sent.map(\.label) == ["http://casa", "bus"])
    }

    /// No state shows that a stop was obeyed, and the link may have nothing new to report.
    @Test func coverIsReadAfterAStop() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        try live()
        func live() throws { while house.unanswered > 0 { try house.answerQuery([:]) } }
        try report(Observation(FacetName(path: "Casa/Cover", type: .bidirectional), .up), to: house)
        house.pass(.seconds(5))
        try live()
        let before = house.read.count
        try house.obey("set Cover stop")
        house.pass(.seconds(5))
        let asked = house.read.dropFirst(before).filter { $0.label == "bus" }.flatMap { $0.query.targets.map(\.name) }
        #expect(asked == ["Cover"])
        try house.answerQuery(["Cover": .up])
        #expect(try house.reading("Cover", .bidirectional).certainty == .confirmed)
    }

    /// A part of an answer arrived before the report that confirmed the order.
    @Test func facetReadDuringTheMovementIsReadAgain() throws {
        var catalog = Self.catalog { $0.reports.insert(.binary) }
        catalog.routes = [Catalog.Route(path: "Casa/Dimmer", link: 1)]
        let house = HouseUnderTest(catalog)
        try report(.up, to: house)
        while house.unanswered > 0 { try house.answerQuery([:]) }
        try house.obey("set Dimmer on")
        house.pass(.seconds(1))
        let query = try #require(house.read.last { $0.label == "bus" }?.query)
        let target = try #require(query.targets.firstIndex { $0.name == "Dimmer" })
        func part(_ value: Value) -> Answer { .states([Answer.State(target: target, type: value.type, value: value)]) }
        house.feed(.answer(query.id, part(.level(Percent(clamping: 70))), isLast: false))
        house.feed(.answer(query.id, part(.on), isLast: true))
        #expect(house.record(1)?.stage == .confirmed)
        let before = house.read.count
        house.pass(.seconds(60))
        let asked = house.read.dropFirst(before).filter { $0.label == "bus" }.flatMap { $0.query.targets.map(\.name) }
        #expect(asked.contains("Dimmer"))
    }

    /// An order took the place of the query.
    @Test func readThatGaveWayToAnOrderIsRepeated() throws {
        let house = HouseUnderTest(
            Self.catalog {
                $0.endpoints[0].slots = 1
                $0.endpoints[0].connections = 1
            }
        )
        try report(.up, to: house)
        for _ in 0..<20 {
            house.pass(.seconds(1))
            while house.unanswered > 0 { try house.answerQuery([:]) }
        }
        try house.obey("set Cover stop")
        house.pass(.seconds(1))
        let look = try #require(house.read.last { $0.label == "bus" }?.query)
        try house.give("dim Dimmer 30")
        #expect(house.cancelled.contains(look.id))
        house.feed(.answer(look.id, .cancelled, isLast: true))
        let before = house.read.count
        try house.answer()
        for _ in 0..<60 {
            house.pass(.seconds(1))
            while house.unanswered > 0 { try house.answerQuery([:]) }
        }
        let asked = house.read.dropFirst(before).filter { $0.label == "bus" }.flatMap { $0.query.targets.map(\.name) }
        #expect(asked.contains("Cover"))
    }

    /// The lamp was still off in its link's report, while moving to its level; then another link took over.
    @Test func reportDuringTheMovementIsNotNewerThanTheConfirmation() throws {
        var catalog = Self.catalog { $0.reports.insert(.binary) }
        catalog.routes = [Catalog.Route(path: "Casa/Dimmer", link: 1)]
        let house = HouseUnderTest(catalog)
        try report(.up, to: house)
        try house.obey("dim Dimmer 80")
        house.pass(.milliseconds(10))
        try report(Observation(FacetName(path: "Casa/Dimmer", type: .binary), .off), to: house)
        catalog.links[0] = Catalog.Link(
            fake: "http://casa",
            reports: [.regulable],
            reading: ReadPolicy(interval: .seconds(1))
        )
        catalog.routes = []
        house.feed(.load(catalog, ids: []))
        for _ in 0..<20 where try house.reading("Dimmer", .regulable).certainty != .confirmed {
            house.pass(.milliseconds(200))
            while house.unanswered > 0 { try house.answerQuery(["Dimmer": .level(Percent(clamping: 80))]) }
        }
        #expect(house.record(1)?.stage == .confirmed)
        #expect(try house.reading("Dimmer", .binary).value == .on)
        #expect(!house.events.contains { $0.reading?.reading.value == .off })
    }

    /// The link of a waiting order is down; the element's other link is up.
    @Test func stopDoesNotWaitForTheElementsOtherLink() throws {
        var catalog = Self.catalog()
        catalog.routes = [Catalog.Route(path: "Casa/Cover", types: FacetTypes([.regulable]), link: 1)]
        let house = HouseUnderTest(catalog)
        let position = try house.give("dim Cover 30 --deadline 60s")
        #expect(house.sent.isEmpty)
        try house.give("set Cover stop")
        #expect(house.signals == ["Cover=stop"])
        #expect(house.receipt(position)?.outcome == .superseded)
        try house.answer()
        // It would go on after the stop.
        try report(.up, to: house)
        #expect(house.signals == ["Cover=stop"])
    }

    /// The previous order ended while waiting: the next one has another link and must not stay behind.
    @Test func orderBehindOneThatExpiredGoesToItsOwnLink() throws {
        let house = HouseUnderTest(Self.catalog())
        try house.give("dim Dimmer 30 --deadline 1s")
        let id = try house.give("set Dimmer on --deadline 20s")
        #expect(house.sent.isEmpty)
        house.pass(.seconds(3))
        #expect(house.signals == ["Dimmer=on"])
        try house.answer()
        #expect(house.receipt(id)?.outcome == .accepted)
    }

    @Test func reportsOfAReplacedLinkAreDropped() throws {
        let house = HouseUnderTest(Self.catalog())
        let before = try bus(of: house)
        house.feed(.load(Self.catalog(), ids: []))
        #expect(try bus(of: house) != before)
        house.feed(.link(before, endpoint: nil, .up))
        house.feed(.observed(before, [Observation(Self.level("Cover"), .level(Percent(clamping: 40)))]))
        #expect(try house.reading("Cover", .regulable).certainty == .unknown)
        #expect(try house.status.servers[1].reachable != true)
    }

    @Test func observationsAreMatchedByNameAcrossLoads() throws {
        let port = FakeLink("bus")
        let house = HouseUnderTest(Self.catalog(port: port))
        try report(.up, to: house)
        var catalog = Self.catalog(port: port)
        let elements = [HouseUnderTest.element("New", .binary)] + catalog.index.houses[0].elements
        catalog.index = HouseIndex([House(name: "Casa", elements: elements)])
        house.feed(.load(catalog, ids: []))
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 40))), to: house)
        #expect(try house.reading("Cover", .regulable).value == .level(Percent(clamping: 40)))
    }

    @Test func pushConfirmsAnOrder() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        let id = try house.give("dim Cover 30 --wait confirmed")
        try house.answer()
        #expect(house.receipt(id) == nil)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 30))), to: house)
        #expect(house.receipt(id)?.outcome == .confirmed)
    }

    /// An accepted order that is overtaken by somebody else stays accepted.
    @Test func commandOfOthersEndsTheWaitForAnOrder() throws {
        let house = HouseUnderTest(Self.catalog())
        try report(.up, to: house)
        let id = try house.give("dim Cover 30 --wait confirmed")
        try house.answer()
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 90)), kind: .commandSeen), to: house)
        #expect(house.receipt(id)?.outcome == .accepted)
        #expect(house.record(1)?.stage == .accepted)
        #expect(house.record(1)?.problem?.contains("somebody else") == true)
    }

    @Test func trafficOfOthersDelaysReadsAndNoOrders() throws {
        let house = HouseUnderTest(
            Self.catalog {
                $0.endpoints[0].pace = Pace(perSecond: 10, burst: 5)
                $0.endpoints[0].readShare = 0.5
            }
        )
        try report(.up, to: house)
        house.pass(.seconds(5))
        try report(.traffic(cost: 8), to: house)
        try house.give("dim Cover 30")
        #expect(house.sent.count == 1)
    }
}
