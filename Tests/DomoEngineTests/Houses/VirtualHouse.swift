import DomoLanguage
import DomoModel

@testable import DomoEngine

/// A house with virtual elements, for tests.
enum VirtualHouse {
    static func virtual(_ name: String, _ initial: Value, _ types: FacetType...) -> Element {
        Element(name: name, kind: .device, types: FacetTypes(types)!, details: Details(initial: initial))
    }

    static let number = Details(unit: "°C", minimum: 15, maximum: 30, initial: .number(20))

    static let house = House(
        name: "Casa",
        elements: [
            virtual("Vacaciones", .off, .binary), virtual("Brillo", .level(.zero), .regulable, .binary),
            virtual("Mensaje", .text(""), .value),
            Element(name: "Consigna", kind: .service, types: FacetTypes([.value])!, details: number),
            HouseUnderTest.element("Luz", .binary),
        ]
    )

    static func catalog(_ house: House = house, scenes: [(name: String, text: String)] = []) -> Catalog {
        HouseUnderTest.catalog(houses: [house], scenes: scenes)
    }

    /// A house after a restart.
    static func restarted(with table: VirtualTable, _ catalog: Catalog = catalog()) -> HouseUnderTest {
        let house = HouseUnderTest(Catalog())
        house.feed(.virtuals(table))
        house.feed(.load(catalog, ids: []))
        house.feed(.remembered(Memory()))
        return house
    }

    static let vacaciones = FacetName(path: "Casa/Vacaciones", type: .binary)

    static func on(since milliseconds: Int64) -> Reading {
        Reading(
            value: .on,
            certainty: .confirmed,
            since: Timestamp(milliseconds: milliseconds),
            cause: .user("ana")
        )
    }

    static func starts(_ house: HouseUnderTest, _ scene: String = "Regla") -> Int {
        house.events.count { $0.scene == scene && $0.progress == .begins }
    }

    struct Missing: Error {}
}
