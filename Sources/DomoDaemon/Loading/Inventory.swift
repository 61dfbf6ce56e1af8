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
        self.elements += elements.count { !$0.isPart }
        for element in elements {
            for type in element.types { types[type, default: 0] += 1 }
        }
        for sector in sectors {
            self.sectors += 1
            count(sector.elements, sector.sectors)
        }
    }

    var description: String {
        let byType = FacetType.allCases.compactMap { type in types[type].map { "\($0) \(type.word)" } }
        let places = [counted(houses, "house")] + (sectors > 0 ? [counted(sectors, "sector")] : [])
        return (places + [counted(elements, "element")]).joined(separator: ", ")
            + (byType.isEmpty ? "" : " (\(byType.joined(separator: ", ")))")
    }
}
