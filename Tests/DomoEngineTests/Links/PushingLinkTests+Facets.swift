import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

extension PushingLinkTests {
    // MARK: - Policies of single facets

    private func house(_ policy: FacetReadPolicy) -> HouseUnderTest {
        HouseUnderTest(Self.catalog { $0.policies = [Self.level("Cover"): policy] })
    }

    @Test func slowFacetIsWaitedFor() throws {
        let house = house(FacetReadPolicy(confirmWithin: .seconds(40)))
        try report(.up, to: house)
        let id = try house.give("dim Cover 90 --wait confirmed")
        try house.answer()
        house.pass(.seconds(39))
        #expect(house.replies[id] == nil)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 90))), to: house)
        #expect(house.receipt(id)?.outcome == .confirmed)
    }

    @Test func facetThatIsTooSlowIsAMismatch() throws {
        let house = house(FacetReadPolicy(confirmWithin: .seconds(3)))
        try report(.up, to: house)
        let id = try house.give("dim Cover 90 --wait confirmed")
        try house.answer()
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 20))), to: house)
        house.pass(.seconds(4))
        #expect(house.fault(id)?.code == .mismatch)
        #expect(house.fault(id)?.message == "Casa/Cover: still 20 %, not 90 %")
    }

    @Test func commandWithoutAValueLeavesTheReadingStale() throws {
        let house = house(FacetReadPolicy())
        try report(.up, to: house)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 20))), to: house)
        try report(Observation(Self.level("Cover"), nil, kind: .commandSeen), to: house)
        guard case .element(let view)? = try house.ask("show Cover") else { throw TestFault() }
        let reading = view.readings.first { $0.type == .regulable }
        #expect(reading?.reading.isStale == true)
        #expect(reading?.reading.value == .level(Percent(clamping: 20)))
    }

    /// The level was reported while the switch was awaited, and before the link was lost: it may be outdated.
    @Test(arguments: [true, false])
    func heldBackReportIsNotShownAfterALoss(isLost: Bool) throws {
        var catalog = Self.catalog { $0.reports.insert(.binary) }
        catalog.routes = [Catalog.Route(path: "Casa/Dimmer", link: 1)]
        let house = HouseUnderTest(catalog)
        try report(.up, to: house)
        while house.unanswered > 0 { try house.answerQuery([:]) }
        try house.obey("set Dimmer off")
        house.pass(.milliseconds(50))
        try report(Observation(Self.level("Dimmer"), .level(Percent(clamping: 98))), to: house)
        #expect(try house.reading("Dimmer", .regulable).certainty == .assumed)
        if isLost {
            try report(.down(reason: "telegrams were lost"), to: house)
            try report(.up, to: house)
        }
        house.pass(.seconds(12))
        let level = try house.reading("Dimmer", .regulable)
        #expect((level.certainty == .confirmed && level.value == .level(Percent(clamping: 98))) == !isLost)
    }
}

private struct TestFault: Error {
}
