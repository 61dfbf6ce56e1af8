import DomoModel

/// Counts the contents of houses.
struct Inventory: CustomStringConvertible {
    private var houses = 0
    private var sectors = 0
    private var elements = 0
    private var types: [FacetType: Int] = [:]

    init(_ all: [House]) {
        for house in all {
            houses += 1
            count(house.elements, house.sectors)
        }
    }

    private mutating func count(_ elements: [Element], _ sectors: [Sector]) {
        self.elements += elements.count
        for element in elements {
            for type in element.types { types[type, default: 0] += 1 }
        }
        for sector in sectors {
            self.sectors += 1
            count(sector.elements, sector.sectors)
        }
    }

    var description: String {
        let byType = FacetType.allCases.map { "\(types[$0] ?? 0) \($0.word)" }.joined(separator: ", ")
        func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
        return "\(count(houses, "house")), \(count(sectors, "sector")), \(count(elements, "element")) (\(byType))"
    }
}
