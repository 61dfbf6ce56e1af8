import DomoModel

/// Random houses with nested sectors. Names repeat in other places, so that short names are ambiguous, and a path may
/// return in a later load with other types.
enum HouseShapes {
    static let houseNames = ["Casa 0", "Casa 1", "Casa 2"]
    private static let sectorNames = ["Salon", "Cocina", "Patio"]
    private static let elementNames = ["Luz", "Persiana", "Panel", "Aviso", "Riego"]

    /// One to three houses with at least one element.
    static func houses(_ dice: inout Dice) -> [House] {
        while true {
            let names = shuffled(houseNames, &dice).prefix(dice.number(1...3))
            let houses = names.map { name in
                House(name: name, elements: elements(atMost: 3, &dice), sectors: sectors(depth: 2, &dice))
            }
            if !HouseIndex(houses).elements.isEmpty { return houses }
        }
    }

    private static func elements(atMost limit: Int, _ dice: inout Dice) -> [Element] {
        let count = dice.number(0...limit)
        return shuffled(elementNames, &dice).prefix(count).map { name in
            let types = shuffled(FacetType.allCases, &dice)
            let count = dice.chance(500) ? 1 : dice.number(1...types.count)
            return Element(name: name, kind: .device, types: FacetTypes(Array(types.prefix(count))) ?? FacetTypes())
        }
    }

    private static func sectors(depth: Int, _ dice: inout Dice) -> [Sector] {
        guard depth > 0 else { return [] }
        let count = dice.number(0...2)
        return shuffled(sectorNames, &dice).prefix(count).map { name in
            Sector(name: name, elements: elements(atMost: 2, &dice), sectors: sectors(depth: depth - 1, &dice))
        }
    }

    static func shuffled<Item>(_ items: [Item], _ dice: inout Dice) -> [Item] {
        var items = items
        for last in items.indices.dropFirst().reversed() { items.swapAt(last, dice.below(last + 1)) }
        return items
    }
}
