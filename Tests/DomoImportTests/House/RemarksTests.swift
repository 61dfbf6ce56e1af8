import DomoKNX
import Testing

@testable import DomoImport

/// Descriptions and comments of ETS.
struct RemarksTests {
    @Test(
        arguments: [
            (["Lámpara de la mesa"], "Lámpara de la mesa", []), (["", ""], nil, []), (["LUZ"], nil, []),
            (["1.1.5 Kanal A"], nil, ["1.1.5 Kanal A"]),
            (["Actuador 1.1.12, salida 3"], nil, ["Actuador 1.1.12, salida 3"]),
            (["Kanal 3"], nil, ["Kanal 3"]), (["véase 1/4/1"], nil, ["véase 1/4/1"]),
            (["Mesa\nDos líneas"], nil, ["Mesa Dos líneas"]),
            (["Mesa", "Bombilla E27, cambiada"], "Mesa", ["Bombilla E27, cambiada"]), (["Mesa", "Mesa"], "Mesa", []),
            ([String(repeating: "x", count: 61)], nil, [String(repeating: "x", count: 61)]), (["---"], nil, ["---"]),
        ] as [([String], String?, [String])]
    )
    func aShortTextForPeopleIsALabel(texts: [String], label: String?, comments: [String]) {
        let remarks = Remarks(texts, name: "Luz")
        #expect(remarks.label == label)
        #expect(remarks.comments == comments)
    }

    @Test(
        arguments: [
            (#"{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0\fs20 L\'e1mpara \b nueva\b0\par}"#, "Lámpara nueva\n"),
            (#"{\rtf1{\*\generator Riched20;}\u8364?uro \{x\} a\~b}"#, "€uro {x} a b"),
            ("plain {text}", "plain {text}"),
            (#"{\rtf1"#, ""), (#"{\rtf1 \'"#, ""), (#"{\rtf1 }}} x"#, " x"), (#"{\rtf1\u99999999999?y}"#, "y"),
        ]
    )
    func markupOfCommentsIsRemoved(text: String, plain: String) {
        #expect(RichText.plain(text) == plain)
    }

    @Test func labelsAreWrittenAndUnique() throws {
        var project = Project.list("1/0/1 Luz A 1.001\n1/0/2 Luz B 1.001\n1/0/3 Luz C 1.001\n1/0/4 Luz D 1.001")
        project.groups[0].description = "Mesa"
        project.groups[1].description = "mesa"
        project.groups[2].description = "Luz A"
        project.groups[3].comment = #"{\rtf1 Nicho -- norte}"#
        let house = project.house()
        #expect(house.content.elements.map(\.remarks.label) == ["Mesa", nil, nil, "Nicho -- norte"])
        let file = house.file()
        #expect(file.contains("<d:Etiqueta>Mesa</d:Etiqueta>"))
        #expect(file.contains("<!-- mesa -->"))
        #expect(file.contains("<!-- Luz A -->"))
        // A new element in a file with another prefix.
        let old = Project.list("1/0/1 Luz A 1.001").house().file()
        let update = try HouseUpdate.update(
            Array(old.utf8),
            file: "house.xml",
            with: house,
            isEnglish: false,
            source: "x"
        )
        #expect(update.text.contains("Etiqueta>Nicho -- norte</"))
        #expect(HouseCheck.faults(in: Array(update.text.utf8), file: "house.xml") == [])
    }

    @Test func placesHaveLabelsToo() {
        var project = Project.list("1/0/1 Luz salón 1.001\n1/0/2 Luz baño 1.001").rooms("Salón", "Baño", "Vacío")
        project.spaces[0].description = "El de la chimenea"
        project.spaces[1].description = "salon"
        let house = project.house()
        #expect(house.content.places.map(\.remarks.label) == ["El de la chimenea", nil, nil])
        let file = house.file()
        #expect(file.contains("<d:Etiqueta>El de la chimenea</d:Etiqueta>"))
        #expect(file.contains("<!-- salon -->"))
        // The only building is the house.
        project.spaces = [
            ProjectSpace(id: "b", kind: "Building", name: "Casa", description: "La casa azul", spaces: project.spaces)
        ]
        #expect(project.house().file().contains("<Nombre>Casa</Nombre>\n    <d:Etiqueta>La casa azul</d:Etiqueta>"))
    }

    @Test func aFunctionsDescriptionIsTheLabelOfItsElement() {
        var project = Project.list("1/0/1 a 1.001\n1/4/1 b 1.001").rooms("Salón")
            .function("Lámpara", in: "Salón", "1/0/1 SwitchOnOff, 1/4/1 InfoOnOff")
        project.functions[0].description = "Lámpara de lectura"
        project.groups[0].description = "1.1.5 canal A"
        let element = project.house().content.places[0].elements[0]
        #expect(element.remarks.label == "Lámpara de lectura")
        #expect(element.remarks.comments == ["1.1.5 canal A"])
    }
}
