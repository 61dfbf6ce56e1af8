import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// The values of virtual elements over restarts and loads.
struct VirtualRestartTests {
    @Test func valueOfThePreviousRunHasNeverBeenStale() throws {
        let house = VirtualHouse.restarted(
            with: VirtualTable([VirtualHouse.vacaciones: VirtualHouse.on(since: 1_699_000_000_000)])
        )
        #expect(try house.reading("Vacaciones", .binary) == VirtualHouse.on(since: 1_699_000_000_000))
        #expect(!house.events.contains { $0.kind == .reading && $0.path == "Casa/Vacaciones" })
        // The database knows an older value.
        let older = Reading(value: .off, certainty: .confirmed, since: Timestamp(milliseconds: 5), cause: .house)
        let known = Memory.Known(element: "Casa/Vacaciones", type: .binary, reading: older)
        house.feed(.remembered(Memory(readings: [known])))
        #expect(try house.reading("Vacaciones", .binary).value == .on)
    }

    @Test func initialValuesAreKeptAsSoonAsTheHouseIsLoaded() {
        let house = HouseUnderTest(VirtualHouse.catalog())
        #expect(house.kept.last?.all.count == 5)
        #expect(house.kept.last?[VirtualHouse.vacaciones]?.value == .off)
    }

    @Test(arguments: [Value.number(5), .text("x")]) func valueThatItCanNoLongerHaveIsReplaced(value: Value) throws {
        let facet = FacetName(path: "Casa/Consigna", type: .value)
        let reading = Reading(value: value, certainty: .confirmed, since: Timestamp(milliseconds: 0), cause: .house)
        let house = VirtualHouse.restarted(with: VirtualTable([facet: reading]))
        #expect(try house.reading("Consigna", .value).value == .number(20))
        #expect(house.kept.last?[facet]?.value == .number(20))
    }

    @Test func reloadKeepsTheValue() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        try house.give("set Vacaciones on")
        let reading = try house.reading("Vacaciones", .binary)
        house.pass(.seconds(60))
        var changed = VirtualHouse.house
        changed.elements.reverse()
        changed.elements.removeAll { $0.name == "Vacaciones" }
        changed.elements.append(VirtualHouse.virtual("Vacaciones", .on, .binary))
        let kept = house.kept.count
        house.feed(.load(VirtualHouse.catalog(changed), ids: []))
        #expect(try house.reading("Vacaciones", .binary) == reading)
        #expect(house.kept.count == kept)
    }

    @Test func elementThatReturnsHasItsValue() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        try house.give("set Vacaciones on")
        let reading = try house.reading("Vacaciones", .binary)
        house.feed(
            .load(
                VirtualHouse.catalog(House(name: "Casa", elements: [HouseUnderTest.element("Luz", .binary)])),
                ids: []
            )
        )
        house.feed(.load(VirtualHouse.catalog(), ids: []))
        #expect(try house.reading("Vacaciones", .binary) == reading)
    }

    @Test func elementThatBecomesVirtualBeginsAnew() throws {
        var real = VirtualHouse.house
        real.elements[0] = HouseUnderTest.element("Vacaciones", .binary)
        let house = HouseUnderTest(VirtualHouse.catalog(real))
        try house.obey("set Vacaciones on")
        house.feed(.load(VirtualHouse.catalog(), ids: []))
        let reading = try house.reading("Vacaciones", .binary)
        #expect(reading.value == .off)
        #expect(reading.certainty == .confirmed)
        #expect(!reading.isStale)
        // And back: its server reports nothing of what domo held.
        house.feed(.load(VirtualHouse.catalog(real), ids: []))
        #expect(try house.reading("Vacaciones", .binary).isStale)
    }

    @Test func oldestValuesOfRemovedElementsAreDropped() {
        var table = VirtualTable()
        for number in 0...VirtualTable.maxAbsent {
            table[FacetName(path: "Casa/Old\(number)", type: .binary)] = VirtualHouse.on(since: Int64(number))
        }
        let house = VirtualHouse.restarted(with: table)
        let kept = house.kept.last?.all.map(\.facet.path) ?? []
        #expect(kept.count == VirtualTable.maxAbsent + 5)
        #expect(!kept.contains("Casa/Old0"))
        #expect(kept.contains("Casa/Old1"))
    }

    @Test func reloadWithOtherLimitsReplacesAValueThatNoLongerFits() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        try house.give("set Consigna 28")
        var changed = VirtualHouse.house
        let details = Details(unit: "°C", minimum: 15, maximum: 25, initial: .number(19))
        changed.elements[3] = Element(name: "Consigna", kind: .service, types: FacetTypes([.value])!, details: details)
        house.feed(.load(VirtualHouse.catalog(changed), ids: []))
        let reading = try house.reading("Consigna", .value)
        #expect(reading.value == .number(19))
        #expect(reading.certainty == .confirmed)
        #expect(house.kept.last?[FacetName(path: "Casa/Consigna", type: .value)] == reading)
    }
}
