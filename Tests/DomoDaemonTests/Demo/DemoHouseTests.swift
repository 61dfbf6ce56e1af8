import DomoHTTP
import DomoModel
import Testing

@testable import DomoDaemon

struct DemoHouseTests {
    private static func element(_ name: String, isPart: Bool = false) -> Element {
        Element(name: name, kind: .device, isPart: isPart, types: FacetTypes([.value])!)
    }

    private static func rooms(_ elements: [Element]) -> House {
        House(
            name: "Piso",
            sectors: [Sector(name: "Salon", elements: elements), Sector(name: "Bano", elements: elements)]
        )
    }

    /// A simulated house gets the orders that the original server would get.
    @Test func houseWithoutPartsNamesElementsAsTheOriginal() throws {
        let dialect = try #require(Dialect.shipped("simulator"))
        #expect(try DemoHouse.twins(in: [], dialect).isEmpty)
        #expect(try DemoHouse.twins(in: [Self.rooms([Self.element("Luz")])], dialect).isEmpty)
    }

    @Test func twinsInAHouseWithPartsAreNamedByTheirPath() throws {
        let dialect = try #require(Dialect.shipped("simulator"))
        var house = Self.rooms([Self.element("Clima \"ñ\""), Self.element("Modo", isPart: true)])
        house.elements = [Self.element("Estufa"), Self.element("Modo", isPart: true), Self.element("Luz")]
        let plain = Self.rooms([Self.element("Luz")])
        #expect(
            try DemoHouse.twins(in: [plain, house], dialect).paths == [
                "Piso/Bano/Clima \"ñ\"", "Piso/Bano/Clima \"ñ\"/Modo", "Piso/Salon/Clima \"ñ\"",
                "Piso/Salon/Clima \"ñ\"/Modo",
            ]
        )
    }
}
