import DomoModel
import DomoTestKit
import DomoXML
import Testing

/// Classes of elements, and roles of their parts.
@Suite struct ClassTests {
    private static func read(_ device: String, isEnglish: Bool = false) -> HouseReading {
        let (root, house, name) =
            isEnglish ? ("Houses", "House", "Name") : ("Viviendas", "Vivienda", "Nombre")
        return DomoXMLTests.read(
            "<\(root) xmlns:d=\"urn:domo:house:1\"><\(house)><\(name)>Casa</\(name)>\(device)</\(house)></\(root)>"
        )
    }

    @Test(arguments: ElementClass.allCases) func classIsReadInBothLanguages(of elementClass: ElementClass) throws {
        let type = try #require(elementClass.types.first).rawValue
        let spanish = Self.read(
            "<Dispositivo><Nombre>A</Nombre><Tipo>\(type)</Tipo><d:Clase>\(elementClass.spanish)</d:Clase></Dispositivo>"
        )
        let english = Self.read(
            "<Device><Name>A</Name><Type>\(type)</Type><d:Class>\(elementClass.word)</d:Class></Device>",
            isEnglish: true
        )
        for reading in [spanish, english] {
            #expect(reading.diagnostics == [])
            #expect(reading.houses.first?.elements.first?.details?.elementClass == elementClass)
        }
    }

    @Test(arguments: FacetRole.allCases) func roleIsReadInBothLanguages(of role: FacetRole) throws {
        let type = try #require(role.types.first).rawValue
        let spanish = Self.read(
            "<Dispositivo><Nombre>A</Nombre><Tipo>4</Tipo><d:Parte><Nombre>B</Nombre><Tipo>\(type)</Tipo>"
                + "<d:Papel>\(role.spanish)</d:Papel></d:Parte></Dispositivo>"
        )
        let english = Self.read(
            "<Device><Name>A</Name><Type>4</Type><d:Part><Name>B</Name><Type>\(type)</Type>"
                + "<d:Role>\(role.word)</d:Role></d:Part></Device>",
            isEnglish: true
        )
        for reading in [spanish, english] {
            #expect(reading.diagnostics == [])
            let elements = try #require(reading.houses.first?.elements)
            #expect(elements.map(\.isPart) == [false, true])
            #expect(elements[1].details?.role == role)
        }
    }

    @Test func wordsAreDifferent() {
        #expect(Set(ElementClass.allCases.map(\.word)).count == ElementClass.allCases.count)
        #expect(Set(ElementClass.allCases.map(\.spanish)).count == ElementClass.allCases.count)
        #expect(Set(FacetRole.allCases.map(\.word)).count == FacetRole.allCases.count)
        #expect(Set(FacetRole.allCases.map(\.spanish)).count == FacetRole.allCases.count)
    }

    /// The manual and the schema list what the reader accepts.
    @Test func manualAndSchemaHaveTheTables() {
        let root = Folder.homes + "/.."
        func text(_ path: String) -> String { String(decoding: Folder.bytes(of: root + path), as: UTF8.self) }
        let manual = text("/Sources/DomoDaemon/Manual.docc/HouseFiles.md")
        let schema = text("/homes/house-extensions.xsd")
        for one in ElementClass.allCases {
            let roles = one.roles.map { "`\($0.spanish)`" }.joined(separator: ", ")
            let types = one.types.map { String($0.rawValue) }.joined(separator: ", ")
            #expect(manual.contains("| `\(one.spanish)` | `\(one.word)` | \(types) | \(roles) |\n"), "\(one)")
            for word in [one.spanish, one.word] {
                #expect(schema.contains("<xs:enumeration value=\"\(word)\"/>"), "\(one)")
            }
        }
        for one in FacetRole.allCases {
            let types = one.types.map { String($0.rawValue) }.joined(separator: ", ")
            #expect(manual.contains("| `\(one.spanish)` | `\(one.word)` | \(types) |\n"), "\(one)")
            for word in [one.spanish, one.word] {
                #expect(schema.contains("<xs:enumeration value=\"\(word)\"/>"), "\(one)")
            }
        }
    }
}
