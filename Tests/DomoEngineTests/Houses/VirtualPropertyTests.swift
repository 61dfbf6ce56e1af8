import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Random orders, loads and restarts: the values are always those of the last orders.
struct VirtualPropertyTests {
    @Test(arguments: 1...40) func valuesAreThoseOfTheLastOrders(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func below(_ limit: UInt64) -> Int { Int(random.next() % limit) }
        var house = HouseUnderTest(VirtualHouse.catalog())
        var kept = VirtualTable()
        var (isOn, level, lastLevel, text) = (false, 0, 100, "")
        for step in 0..<100 {
            house.pass(.milliseconds(below(2000)))
            switch below(9) {
            case 0: (isOn, _) = (true, try house.give("set Vacaciones on"))
            case 1: (isOn, _) = (false, try house.give("set Vacaciones off"))
            case 2: (isOn, _) = (!isOn, try house.give("toggle Vacaciones"))
            case 3:
                level = below(101)
                try house.give("dim Brillo \(level)")
            case 4:
                let points = below(60)
                level = max(0, level - points)
                try house.give("dim Brillo -\(points)")
            case 5:
                // On keeps a level, and returns to the last one.
                if level == 0 { level = lastLevel }
                try house.give("set Brillo \(level)")
            case 6:
                text = "t\(step)"
                try house.give("set Mensaje \(text)")
            case 7:
                var other = VirtualHouse.house
                if below(2) == 0 { other.elements.removeAll { $0.name == "Brillo" } }
                if below(2) == 0 { other.elements.reverse() }
                house.feed(.load(VirtualHouse.catalog(other), ids: []))
                house.feed(.load(VirtualHouse.catalog(), ids: []))
            default:
                kept = house.kept.last ?? kept
                house = VirtualHouse.restarted(with: kept)
            }
            if level > 0 { lastLevel = level }
            #expect(try house.reading("Vacaciones", .binary).value == (isOn ? .on : .off))
            #expect(try house.reading("Brillo", .regulable).value == .level(Percent(clamping: level)))
            #expect(try house.reading("Brillo", .binary).value == (level > 0 ? .on : .off))
            #expect(try house.reading("Mensaje", .value).value == .text(text))
            house.expectNothingIsHeld()
        }
    }
}
