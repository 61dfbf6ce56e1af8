import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

extension PushingLinkTests {
    // MARK: - What single facets say

    private func house(_ policy: FacetReadPolicy) -> HouseUnderTest {
        HouseUnderTest(Self.catalog { $0.policies = [Self.level("Cover"): policy] })
    }

    @Test func facetThatTakesItsTimeIsWaitedForAsLong() throws {
        let house = house(FacetReadPolicy(confirmWithin: .seconds(40)))
        try report(.up, to: house)
        let id = try house.say("dim Cover 90 --wait confirmed")
        try house.answer()
        house.pass(.seconds(39))
        #expect(house.replies[id] == nil)
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 90))), to: house)
        #expect(house.receipt(id)?.outcome == .confirmed)
    }

    @Test func facetThatTakesLongerThanItMayIsAMismatch() throws {
        let house = house(FacetReadPolicy(confirmWithin: .seconds(3)))
        try report(.up, to: house)
        let id = try house.say("dim Cover 90 --wait confirmed")
        try house.answer()
        try report(Observation(Self.level("Cover"), .level(Percent(clamping: 20))), to: house)
        house.pass(.seconds(4))
        #expect(house.fault(id)?.code == .mismatch)
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
}

private struct TestFault: Error {}
