import DomoModel
import Testing

@testable import DomoEngine

struct ElementTableTests {
    private func ids(_ numbers: Int...) -> [ElementID] { numbers.map { ElementID($0) } }

    @Test func itemsAreFoundRemovedAndIteratedInElementOrder() {
        var table = ElementTable<String>()
        for number in [700, 3, 64, 63] { table[ElementID(number)] = "\(number)" }
        #expect(table.map(\.1) == ["3", "63", "64", "700"])
        #expect(table.keys == ids(3, 63, 64, 700))
        #expect([0, 65, 699, 5000].map { table[ElementID($0)] } == [nil, nil, nil, nil])
        table[ElementID(64)] = nil
        table[ElementID(9999)] = nil
        #expect(table.keys == ids(3, 63, 700))
    }

    @Test func itemsAreChangedInTheirPlaces() {
        var table = ElementTable<[Int]>()
        table[ElementID(5), default: []].append(1)
        table[ElementID(5), default: []].append(2)
        table[ElementID(5)]?.append(3)
        table[ElementID(6)]?.append(4)
        #expect(table[ElementID(5)] == [1, 2, 3])
        #expect(table.keys == ids(5))
        #expect(table[ElementID(7), default: [9]] == [9])
        #expect(table.keys == ids(5))
    }

    @Test func itemsAreMadeInTheirPlaces() {
        func set(_ item: inout Int?, to value: Int?) { item = value }
        var table = ElementTable<Int>()
        set(&table[ElementID(3)], to: 7)
        set(&table[ElementID(70)], to: nil)
        #expect(table.keys == ids(3))
        #expect(table[ElementID(3)] == 7)
        set(&table[ElementID(3)], to: nil)
        #expect(table.keys == [])
    }

    @Test func copyStaysAsItWas() {
        var table = ElementTable<Int>()
        for number in 0..<200 { table[ElementID(number)] = number }
        let before = table
        table[ElementID(100)] = -1
        table[ElementID(199)] = nil
        #expect(before.map(\.1) == Array(0..<200))
        #expect(table[ElementID(100)] == -1 && table.count { _ in true } == 199)
    }
}
