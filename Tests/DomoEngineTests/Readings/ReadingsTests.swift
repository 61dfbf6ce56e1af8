import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

struct ReadingsTests {
    private let id = ElementID(0)
    private let dimmer = FacetTypes([.regulable, .binary]) ?? FacetTypes()
    private let time = Instant(uptime: 1, wall: Timestamp(milliseconds: 1))

    private func table(after actions: [Value]) -> Readings {
        var table = Readings()
        for action in actions { _ = table.accept(action, for: id, types: dimmer, at: time, by: .user("ana")) }
        return table
    }

    private static func level(_ value: Int) -> Value { .level(Percent(clamping: value)) }

    @Test(
        arguments: [
            ([level(40)], level(40), .on), ([level(40), level(0)], level(0), .off),
            ([level(40), .off], level(0), .off),
            ([level(40), .off, .on], level(40), .on), ([level(40), level(0), .on], level(40), .on), ([.on], nil, .on),
            ([.off], level(0), .off), ([.off, .on], nil, .on), ([level(40), level(70), .off, .on], level(70), .on),
        ] as [([Value], Value?, Value)]
    )
    func facetsFollowEachOther(actions: [Value], level: Value?, binary: Value) {
        let table = table(after: actions)
        #expect(table.reading(id, .regulable)?.value == level)
        #expect(table.reading(id, .binary)?.value == binary)
    }

    @Test func acceptanceReturnsTheChangedReadings() {
        var table = Readings()
        #expect(
            table.accept(Self.level(40), for: id, types: dimmer, at: time, by: .user("ana")) == [.regulable, .binary]
        )
        #expect(table.accept(Self.level(50), for: id, types: dimmer, at: time, by: .user("ana")) == [.regulable])
        #expect(table.accept(Self.level(50), for: id, types: dimmer, at: time, by: .user("ana")) == [])
    }

    @Test func readingSaysWhoAndSinceWhen() {
        let reading = table(after: [.on]).reading(id, .binary)
        #expect(reading == Reading(value: .on, certainty: .assumed, since: time.wall, cause: .user("ana")))
    }

    @Test func uncertainActionMakesRelatedFacetsStaleUntilTheNextAcceptance() {
        var table = table(after: [Self.level(40)])
        #expect(Set(table.makeStale(.off, for: id, types: dimmer)) == [.regulable, .binary])
        #expect(table.reading(id, .regulable)?.isStale == true)
        #expect(table.makeStale(.off, for: id, types: dimmer) == [])
        #expect(
            table.accept(Self.level(40), for: id, types: dimmer, at: time, by: .user("ana")) == [.regulable, .binary]
        )
        #expect(table.reading(id, .binary)?.isStale == false)
    }

    @Test func uncertaintyOfUnknownReadingsChangesNothing() {
        var table = Readings()
        #expect(table.makeStale(.on, for: id, types: dimmer) == [])
        #expect(table.reading(id, .binary) == nil)
    }
}
