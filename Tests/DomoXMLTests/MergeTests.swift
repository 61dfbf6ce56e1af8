import DomoModel
import DomoXML
import Testing

@Suite struct MergeTests {
    private func file(_ name: String, houses: String...) -> HouseReading {
        let body = houses.map {
            "<Vivienda><Nombre>\($0)</Nombre><Servicio><Nombre>a</Nombre><Tipo>1</Tipo></Servicio></Vivienda>"
        }
        return read("<Viviendas>\n\(body.joined(separator: "\n"))\n</Viviendas>", file: name)
    }

    @Test func housesOfAllFilesComeInTheirOrder() {
        let reading = HouseReading.merge([file("a.xml", houses: "A", "B"), file("b.xml", houses: "C")])
        #expect(reading.houses.map(\.name) == ["A", "B", "C"])
        #expect(reading.diagnostics.isEmpty)
    }

    @Test func duplicateHouseIsAnErrorThatNamesTheFirst() {
        let reading = HouseReading.merge([
            file("a.xml", houses: "A", "B"), file("b.xml", houses: "C"), file("c.xml", houses: "D", " B "),
        ])
        #expect(
            reading.diagnostics.map(\.description) == [
                "c.xml:3:1: error: duplicate house \"B\"; it already exists in a.xml:3"
            ]
        )
        #expect(reading.houses.isEmpty)
    }

    @Test func errorInOneFileIsAnErrorOfTheWhole() {
        let reading = HouseReading.merge([file("a.xml", houses: "A"), read("<a/>", file: "b.xml")])
        #expect(reading.diagnostics.map(\.file) == ["b.xml"])
        #expect(reading.houses.isEmpty)
    }

    @Test func noFilesGiveNoHouses() {
        let reading = HouseReading.merge([])
        #expect(reading.houses.isEmpty)
        #expect(!reading.hasErrors)
    }
}
