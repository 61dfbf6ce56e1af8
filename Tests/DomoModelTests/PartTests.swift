import DomoModel
import Testing

/// Elements that are parts of a device.
@Suite struct PartTests {
    private static func element(_ name: String, _ labels: [String: String] = [:]) -> Element {
        Element(
            name: name,
            kind: .device,
            types: FacetTypes([.value])!,
            details: labels.isEmpty ? nil : Details(labels: labels)
        )
    }

    private static func part(_ name: String, _ labels: [String: String] = [:]) -> Element {
        var element = element(name, labels)
        element.isPart = true
        return element
    }

    private let index = HouseIndex([
        House(
            name: "Casa",
            elements: [element("Clima"), part("Modo"), part("Válvula"), element("Luz")],
            sectors: [
                Sector(name: "Salon", elements: [element("Clima", ["ca": "Termòstat"]), part("Modo"), part("Temp")]),
                Sector(name: "Cocina", elements: [element("Horno"), part("Luz"), element("Temp")]),
            ]
        )
    ])

    private func path(_ name: String) throws -> String { index.path(of: try index.element(named: name)) }

    @Test func pathIsThatOfTheDeviceAndTheName() {
        let paths = index.elements.indices.map { index.path(of: ElementID($0)) }
        #expect(
            paths == [
                "Casa/Clima", "Casa/Clima/Modo", "Casa/Clima/Válvula", "Casa/Luz", "Casa/Salon/Clima",
                "Casa/Salon/Clima/Modo", "Casa/Salon/Clima/Temp", "Casa/Cocina/Horno", "Casa/Cocina/Horno/Luz",
                "Casa/Cocina/Temp",
            ]
        )
        for (number, path) in paths.enumerated() { #expect(index.element(at: path) == ElementID(number)) }
        var finder = HouseIndex.PathFinder(index)
        for (number, path) in paths.enumerated() { #expect(finder.element(at: path) == ElementID(number)) }
    }

    @Test func deviceKnowsItsPartsAndThePartItsDevice() {
        #expect(index.parts(of: ElementID(0)) == 1..<3)
        #expect(index.parts(of: ElementID(3)).isEmpty)
        #expect(index.parts(of: ElementID(4)) == 5..<7)
        #expect(index.parts(of: ElementID(1)).isEmpty)
        #expect(index.parts(of: ElementID(9)).isEmpty)
        #expect(index.owner(of: ElementID(2)) == ElementID(0))
        #expect(index.owner(of: ElementID(0)) == nil)
        #expect(index[index.place(of: ElementID(6))].path == "Casa/Salon")
        #expect(index.house(of: ElementID(6)) == 0)
    }

    @Test func placeHasOneRangeOfElements() throws {
        #expect(index[try index.place(named: "Casa")].elements == 0..<4)
        #expect(index[try index.place(named: "Salon")].elements == 4..<7)
    }

    @Test(arguments: [
        ("Salon/Clima/Modo", "Casa/Salon/Clima/Modo"), ("salon/clima/modo", "Casa/Salon/Clima/Modo"),
        ("Casa/Clima/Modo", "Casa/Clima/Modo"), ("Clima/Valvula", "Casa/Clima/Válvula"),
        ("termostat/temp", "Casa/Salon/Clima/Temp"), ("Válvula", "Casa/Clima/Válvula"),
        // The name of a part alone finds it only where nothing else has the name.
        ("Luz", "Casa/Luz"), ("luz", "Casa/Luz"), ("Temp", "Casa/Cocina/Temp"), ("TEMP", "Casa/Cocina/Temp"),
        ("Horno/Luz", "Casa/Cocina/Horno/Luz"),
    ])
    func partIsFoundByASuffixOfItsPath(name: String, expected: String) throws {
        #expect(try path(name) == expected)
    }

    @Test func labelOfAnElementTakesPrecedenceOverTheNameOfAPart() throws {
        let index = HouseIndex([
            House(
                name: "Casa",
                elements: [Self.element("Clima"), Self.part("Modo"), Self.element("M", ["es": "Modo"])]
            )
        ])
        #expect(index.path(of: try index.element(named: "Modo")) == "Casa/M")
    }

    @Test func partsOfTheSameNameAreAmbiguous() {
        #expect(
            throws: NameFault.ambiguous(name: "Modo", candidates: ["Casa/Clima/Modo", "Casa/Salon/Clima/Modo"])
        ) { try index.element(named: "Modo") }
        #expect(
            throws: NameFault.ambiguous(name: "Clima/Modo", candidates: ["Casa/Clima/Modo", "Casa/Salon/Clima/Modo"])
        ) { try index.element(named: "Clima/Modo") }
    }

    @Test func partIsNotDirectlyInThePlace() {
        #expect(throws: NameFault.self) { try index.element(named: "Salon/Modo") }
    }

    @Test func hiddenElementDoesNotHideThePartOfTheSameName() throws {
        let found = try index.element(named: "Luz") { $0 != ElementID(3) }
        #expect(index.path(of: found) == "Casa/Cocina/Horno/Luz")
    }
}
