import DomoLanguage
import Testing

@testable import DomoImport

/// A second import into a house that the user has edited.
struct HouseUpdateTests {
    private static let first = Project.list(
        """
        Luces:
        1/0/1 Salón techo 1.001
        1/4/1 Salón techo estado 1.001
        1/0/2 Cocina 1.001
        1/0/9 Trastero 1.001
        """
    )

    private func update(
        _ text: String,
        with project: Project,
        isEnglish: Bool = false
    ) throws -> HouseUpdate.Result {
        let result = try HouseUpdate.update(
            Array(text.utf8),
            file: "house.xml",
            with: project.house(name: "Otra"),
            isEnglish: isEnglish,
            source: "b.csv"
        )
        #expect(HouseCheck.faults(in: Array(result.text.utf8), file: "house.xml") == [])
        return result
    }

    @Test func theSameProjectChangesNothing() throws {
        let result = try update(Self.first.house(name: "Casa").file(), with: Self.first)
        #expect(!result.isChanged)
        #expect(result.differences == [])
    }

    @Test func editsAreKept() throws {
        let text = Self.first.house(name: "Casa").file()
            .replacing("<Nombre>Casa</Nombre>", with: "<Nombre>Mi casa</Nombre><!-- mine -->")
            .replacing("<Nombre>Salón techo</Nombre>", with: "<Nombre>Lámpara buena</Nombre>")
            .replacing("<Nombre>Luces</Nombre>", with: "<Nombre>Planta baja</Nombre>")
            .replacing(#"orden="1/0/2""#, with: #"orden="1/0/2" plazo="3s""#)
        var second = Self.first
        second.groups += Project.list("1/4/2 Cocina estado 1.001\n1/0/3 Nueva 1.001").groups.map { group in
            var group = group
            group.range = 0
            return group
        }
        let result = try update(text, with: second)
        #expect(
            result.differences == [
                "+ Cocina: estado=\"1/4/2\"", "+ 1/0/3 Nueva: new, in Luces",
            ]
        )
        for kept in ["Mi casa</Nombre><!-- mine -->", "Lámpara buena", "Planta baja", #"plazo="3s" "#] {
            #expect(result.text.contains(kept), "\(kept)")
        }
        // The new lamp is added where its neighbours are now.
        let sector = try #require(result.text.firstRange(of: "Planta baja"))
        let lamp = try #require(result.text.firstRange(of: "<Nombre>Nueva</Nombre>"))
        #expect(sector.upperBound < lamp.lowerBound)
        #expect(!result.text.contains("<Nombre>Luces</Nombre>"))
        // Again: all addresses are known now.
        let again = try update(result.text, with: second)
        #expect(again.differences == [])
        #expect(!again.isChanged)
    }

    @Test func aNewElementIsWrittenLikeTheOthers() throws {
        var second = Self.first
        second.groups += Project.list("1/0/3 Nueva 1.001").groups
        let result = try update(Self.first.house(name: "Casa").file(), with: second)
        #expect(
            result.text.contains(
                """
                    </Sector>
                    <Dispositivo>
                      <Nombre>Nueva</Nombre>
                      <Tipo>1</Tipo>
                      <k:Binario orden="1/0/3" dpt="1.001"/>
                    </Dispositivo>
                  </Vivienda>
                """
            )
        )
    }

    @Test func vanishedAddressesAreReportedAndKept() throws {
        var second = Self.first
        second.groups.removeAll { $0.name == "Trastero" }
        let result = try update(Self.first.house(name: "Casa").file(), with: second)
        #expect(result.differences == ["- 1/0/9 of Trastero: no longer in the project; kept"])
        #expect(result.text.contains(#"orden="1/0/9""#))
    }

    @Test func removedElementsStayRemoved() throws {
        let text = Self.first.house(name: "Casa").file()
        let start = try #require(text.firstRange(of: "      <Dispositivo>\n        <Nombre>Trastero"))
        let end = try #require(text[start.upperBound...].firstRange(of: "</Dispositivo>\n"))
        var edited = text
        edited.removeSubrange(start.lowerBound..<end.upperBound)
        edited = edited.replacing(#" estado="1/4/1""#, with: "")
        let result = try update(edited, with: Self.first)
        #expect(result.differences == ["= 1/0/9 Trastero: was removed from the house; not added again"])
        #expect(!result.isChanged)
    }

    @Test func changedAddressIsKeptAndReported() throws {
        let text = Self.first.house(name: "Casa").file().replacing(#"estado="1/4/1""#, with: #"estado="1/5/1""#)
        let result = try update(text, with: Self.first)
        #expect(
            result.differences == [
                "= Salón techo: estado is \"1/5/1\" in the file, \"1/4/1\" in the project; kept",
                "- 1/5/1 of Salón techo: no longer in the project; kept",
            ]
        )
        #expect(result.text.contains(#"estado="1/5/1""#))
    }

    @Test func aFacetIsAddedToItsElement() throws {
        let first = Project.list("1/0/1 Luz 1.001")
        let second = Project.list("1/0/1 Luz 1.001\n1/2/1 Luz valor 5.001\n1/5/1 Luz estado valor 5.001")
        let result = try update(first.house(name: "Casa").file(), with: second)
        #expect(result.differences == ["+ 1/2/1 Luz: Nivel added to Luz"])
        #expect(
            result.text.contains(
                """
                      <Tipo>1</Tipo>
                      <Tipo>2</Tipo>
                      <k:Binario orden="1/0/1" dpt="1.001"/>
                      <k:Nivel orden="1/2/1" estado="1/5/1" dpt="5.001"/>
                """
            )
        )
    }

    @Test func newCentralAddressesAreListenedTo() throws {
        let first = Project.list("1/0/1 Luz 1.001")
            .device("1.1.1", ["A | Conmutar | W | 1/0/1", "B | Otro | W | 9/0/1"])
        let second = Project.list("0/0/1 Central 1.001\n1/0/1 Luz 1.001\n1/0/2 Otra 1.001")
            .device("1.1.1", ["A: x | Conmutar | W | 1/0/1 0/0/1", "B: x | Conmutar | W | 1/0/2 0/0/1"])
        let result = try update(first.house(name: "Casa").file(), with: second)
        #expect(
            result.text.contains(
                """
                      <k:Binario orden="1/0/1" dpt="1.001">
                        <k:Escucha grupo="0/0/1"/>
                      </k:Binario>
                """
            )
        )
        #expect(result.differences.contains("+ Luz: Escucha 0/0/1"))
    }

    @Test func englishHouseStaysEnglish() throws {
        let text = HouseWriter.write(Self.first.house(name: "Casa"), isEnglish: true, source: "a.csv")
        var second = Self.first
        second.groups += Project.list("1/4/2 Cocina estado 1.001\n1/0/3 Nueva 1.001").groups
        let result = try update(text, with: second)
        #expect(result.text.contains(#"<k:Binary command="1/0/3" dpt="1.001"/>"#))
        #expect(result.text.contains(#"<k:Binary command="1/0/2" dpt="1.001" state="1/4/2"/>"#))
    }

    @Test func otherPrefixesAreKept() throws {
        let text = Self.first.house(name: "Casa").file().replacing("k:", with: "bus:")
            .replacing("xmlns:k=", with: "xmlns:bus=")
        var second = Self.first
        second.groups += Project.list("1/0/3 Nueva 1.001").groups
        let result = try update(text, with: second)
        #expect(result.text.contains(#"<bus:Binario orden="1/0/3""#))
    }

    @Test(arguments: [
        ("<Viviendas><Vivienda><Nombre>Casa</Nombre></Vivienda></Viviendas>", "without KNX bindings"),
        ("<Viviendas><Vivienda></Vivienda></Viviendas>", "is not a valid house"), ("text", "is not a valid house"),
        ("", "is not a valid house"),
    ])
    func otherFileIsNotOverwritten(text: String, message: String) throws {
        let fault = try #require(throws: Fault.self) { try update(text, with: Self.first) }
        #expect(fault.message.contains(message))
    }
}
