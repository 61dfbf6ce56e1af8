import DomoKNX
import Testing

@testable import DomoImport

/// Lamps with colours.
struct ColourTests {
    struct Rule: CustomTestStringConvertible {
        var name: String
        var project: Project
        var house: [String]
        var unplaced: [String] = []

        var testDescription: String { name }
    }

    private static func lamp(_ name: String, _ colour: String) -> Rule {
        Rule(
            name: "\(name): \(colour)",
            project: .list(
                "1/0/1 \(name) on/off 1.001\n1/0/2 \(name) valor 5.001\n1/0/3 \(colour) 232.600\n1/4/3 \(colour) status 232.600"
            ),
            house: [
                #"\#(name): <Nivel orden="1/0/2" dpt="5.001"/>"#,
                #"\#(name): <Binario orden="1/0/1" dpt="1.001"/>"#,
                #"\#(name): <Color orden="1/0/3" estado="1/4/3" dpt="232.600"/>"#,
            ]
        )
    }

    private static let names = [
        lamp("LED Küche", "LED Küche Farbe"), lamp("LED Küche", "LED Küche RGB"), lamp("LED RGB", "LED RGB Farbwert"),
        lamp("LED RGB", "LED RGB"), lamp("Tira salón", "Tira salón color"),
        lamp("Tira salón", "Color de la Tira salón"),
        lamp("Ruban", "Ruban couleur"), lamp("Striscia", "Striscia colore"), lamp("Strip hal", "Strip hal kleur"),
        lamp("Desk lamp", "Desk lamp colour"), lamp("Desk lamp", "Desk lamp RGB/HSV colour"),
    ]

    private static let parts: [Rule] = [
        Rule(
            name: "hue, saturation, brightness and white, with their states",
            project: .list(
                """
                1/1/0 Foco on/off 1.001
                1/1/1 Foco Helligkeit 5.001
                1/1/2 Foco Farbton 5.003
                1/1/3 Foco Sättigung 5.001
                1/1/4 Foco Farbtemperatur 7.600
                1/5/0 Foco on/off Status 1.001
                1/5/1 Foco Helligkeit Status 5.001
                1/5/2 Foco Farbton Status 5.003
                1/5/3 Foco Sättigung Status 5.001
                1/5/4 Foco Farbtemperatur Status 7.600
                1/6/2 Foco Farbton dimmen 3.007
                """
            ),
            house: [
                #"Foco: <Nivel orden="1/1/1" estado="1/5/1" dpt="5.001"/>"#,
                #"Foco: <Binario orden="1/1/0" estado="1/5/0" dpt="1.001"/>"#,
                #"Foco: <Color orden="1/1/2" estado="1/5/2" dpt="5.003"><Saturacion orden="1/1/3" estado="1/5/3"/><Blanco orden="1/1/4" estado="1/5/4"/></k:Color>"#,
            ],
            unplaced: ["1/6/2"]
        ),
        Rule(
            name: "white only, in words of each language",
            project: .list(
                """
                1/0/1 Spot on/off 1.001
                1/0/2 Spot color temperature 7.600
                1/1/1 Luz mesa on/off 1.001
                1/1/2 Luz mesa temperatura de color 7.600
                1/2/1 Lampe bureau on/off 1.001
                1/2/2 Lampe bureau température de couleur 7.600
                1/3/1 Deckenlicht Ein/Aus 1.001
                1/3/2 Deckenlicht Tunable White 7.600
                """
            ),
            house: [
                #"Spot: <Binario orden="1/0/1" dpt="1.001"/>"#, #"Spot: <Color orden="1/0/2" dpt="7.600"/>"#,
                #"Luz mesa: <Binario orden="1/1/1" dpt="1.001"/>"#,
                #"Luz mesa: <Color orden="1/1/2" dpt="7.600"/>"#,
                #"Lampe bureau: <Binario orden="1/2/1" dpt="1.001"/>"#,
                #"Lampe bureau: <Color orden="1/2/2" dpt="7.600"/>"#,
                #"Deckenlicht: <Binario orden="1/3/1" dpt="1.001"/>"#,
                #"Deckenlicht: <Color orden="1/3/2" dpt="7.600"/>"#,
            ]
        ),
        Rule(
            name: "a hue without saturation, and the other way round",
            project: .list("1/0/1 A on/off 1.001\n1/0/2 A hue 5.003\n1/0/3 B on/off 1.001\n1/0/4 B saturation 5.001"),
            house: [#"A: <Binario orden="1/0/1" dpt="1.001"/>"#, #"B: <Binario orden="1/0/3" dpt="1.001"/>"#],
            unplaced: ["1/0/2", "1/0/4"]
        ),
        Rule(
            name: "the status of hue without that of saturation",
            project: .list("1/0/2 A hue 5.003\n1/4/2 A hue status 5.003\n1/0/3 A saturation 5.001"),
            house: [#"A: <Color orden="1/0/2" dpt="5.003"><Saturacion orden="1/0/3"/></k:Color>"#],
            unplaced: ["1/4/2"]
        ),
        Rule(
            name: "one colour and two lamps of its name",
            project: .list("1/0/1 Luz 1.001\n1/0/2 Luz 1.001\n1/3/7 Luz color 232.600"),
            house: [#"Luz: <Binario orden="1/0/1" dpt="1.001"/>"#, #"Luz 2: <Binario orden="1/0/2" dpt="1.001"/>"#],
            unplaced: ["1/3/7"]
        ),
        Rule(
            name: "a group for each function",
            project: .list(
                "Licht:\n\tSchalten:\n1/0/1 Küche 1.001\n1/0/2 Bad 1.001\n\tSättigung:\n1/1/1 Küche 5.001\n1/1/2 Bad 5.001\n"
                    + "\tFarbton:\n1/2/1 Küche 5.003\n1/2/2 Bad 5.003"
            ),
            house: [
                #"Licht/Küche: <Binario orden="1/0/1" dpt="1.001"/>"#,
                #"Licht/Küche: <Color orden="1/2/1" dpt="5.003"><Saturacion orden="1/1/1"/></k:Color>"#,
                #"Licht/Bad: <Binario orden="1/0/2" dpt="1.001"/>"#,
                #"Licht/Bad: <Color orden="1/2/2" dpt="5.003"><Saturacion orden="1/1/2"/></k:Color>"#,
            ]
        ),
        Rule(
            name: "words for colours in other names",
            project: .list("1/0/1 Luz blanca 1.001\n1/0/2 Luz color 1.001\n1/0/3 Spot Farbtemperatur 5.001"),
            house: [
                #"Luz blanca: <Binario orden="1/0/1" dpt="1.001"/>"#,
                #"Luz color: <Binario orden="1/0/2" dpt="1.001"/>"#,
                #"Spot Farbtemperatur: <Nivel orden="1/0/3" dpt="5.001"/>"#,
            ]
        ),
        Rule(
            name: "two types of one colour",
            project: .list("1/0/1 A 251.600\n1/4/1 A status 251.600\n1/0/2 A 232.600"),
            house: [#"A: <Color orden="1/0/1" estado="1/4/1" dpt="251.600"/>"#],
            unplaced: ["1/0/2"]
        ),
        Rule(
            name: "HSV with the type of RGB, in the name or the object",
            project: .list("1/0/1 A 1.001\n1/0/2 A HSV 232.600\n1/0/3 A color 232.600")
                .device("1.1.1", ["HSV colour | Set | W | 1/0/3"]),
            house: [#"A: <Binario orden="1/0/1" dpt="1.001"/>"#],
            unplaced: ["1/0/2", "1/0/3"]
        ),
        Rule(
            name: "HSV on addresses of its own",
            project: .list("1/0/1 A on/off 1.001\n1/0/2 A HSV hue 5.003\n1/0/3 A HSV saturation 5.001"),
            house: [
                #"A: <Binario orden="1/0/1" dpt="1.001"/>"#,
                #"A: <Color orden="1/0/2" dpt="5.003"><Saturacion orden="1/0/3"/></k:Color>"#,
            ]
        ),
        Rule(
            name: "offsets of two certain pairs",
            project: .list(
                """
                1/0/1 A hue 5.003
                1/0/2 B hue 5.003
                1/0/3 C hue 5.003
                1/1/1 A saturation 5.001
                1/1/2 B saturation 5.001
                1/1/3 C saturation 5.001
                1/4/1 A hue status 5.003
                1/4/2 B hue status 5.003
                1/4/3 x 5.003
                1/5/1 A saturation status 5.001
                1/5/2 B saturation status 5.001
                1/5/3 y 5.001
                """
            ),
            house: [
                #"A: <Color orden="1/0/1" estado="1/4/1" dpt="5.003"><Saturacion orden="1/1/1" estado="1/5/1"/></k:Color>"#,
                #"B: <Color orden="1/0/2" estado="1/4/2" dpt="5.003"><Saturacion orden="1/1/2" estado="1/5/2"/></k:Color>"#,
                #"C: <Color orden="1/0/3" dpt="5.003"><Saturacion orden="1/1/3"/></k:Color>"#,
                #"y: <Nivel orden="1/5/3" dpt="5.001"/>"#,
            ],
            unplaced: ["1/4/3"]
        ),
        Rule(
            name: "CIE coordinates alone",
            project: .list("1/0/1 A xyY 242.600"),
            house: [#"A: <Color orden="1/0/1" dpt="242.600"/>"#]
        ),
    ]

    private static let wires: [Rule] = [
        Rule(
            name: "the output of an actuator, whatever the names",
            project: .list(
                """
                0/0/9 All colour 232.600
                1/0/1 a 1.001
                1/0/2 b 5.001
                1/0/3 c 232.600
                1/0/4 d 7.600
                1/4/1 e 1.001
                1/4/3 f 232.600
                1/4/4 g 7.600
                1/0/5 h 1.001
                1/0/6 i 232.600
                """
            ).device(
                "1.1.1",
                [
                    "A | Switch | W | 1/0/1", "A | Value | W | 1/0/2", "A | Colour RGB | W | 1/0/3 0/0/9",
                    "A | Colour temperature | W | 1/0/4", "A | Status | RT | 1/4/1", "A | Status RGB | RT | 1/4/3",
                    "A | Status colour temperature | RT | 1/4/4",
                ],
                channel: "CH-1"
            ).device("1.1.2", ["A | Switch | W | 1/0/5", "A | RGB | W | 1/0/6 0/0/9"], channel: "CH-1"),
            house: [
                #"All: <Color orden="0/0/9" dpt="232.600"/>"#,
                #"a: <Nivel orden="1/0/2" dpt="5.001"/>"#,
                #"a: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
                #"a: <Color orden="1/0/3" estado="1/4/3" dpt="232.600"><Blanco orden="1/0/4" estado="1/4/4"/><Escucha grupo="0/0/9"/></k:Color>"#,
                #"h: <Binario orden="1/0/5" dpt="1.001"/>"#,
                #"h: <Color orden="1/0/6" dpt="232.600"><Escucha grupo="0/0/9"/></k:Color>"#,
            ]
        ),
        Rule(
            name: "hue and saturation of an output, by the texts of its objects",
            project: .list("1/0/1 a 1.001\n1/0/2 b 5.003\n1/0/3 c 5.001\n1/0/4 d 5.001").device(
                "1.1.1",
                [
                    "[RGB] Switch | On/off | W | 1/0/1", "[RGB] Hue | H | W | 1/0/2",
                    "[RGB] Saturation | S | W | 1/0/3", "[RGB] Brightness | V | W | 1/0/4",
                ]
            ),
            house: [
                #"a: <Nivel orden="1/0/4" dpt="5.001"/>"#, #"a: <Binario orden="1/0/1" dpt="1.001"/>"#,
                #"a: <Color orden="1/0/2" dpt="5.003"><Saturacion orden="1/0/3"/></k:Color>"#,
            ]
        ),
        Rule(
            name: "a function",
            project: .list("1/0/1 a 1.001\n1/0/2 b 232.600\n1/4/2 c Status 232.600").rooms("Salón")
                .function("Lámpara", in: "Salón", "1/0/1 SwitchOnOff, 1/0/2, 1/4/2"),
            house: [
                #"Salón/Lámpara: <Binario orden="1/0/1" dpt="1.001"/>"#,
                #"Salón/Lámpara: <Color orden="1/0/2" estado="1/4/2" dpt="232.600"/>"#,
            ]
        ),
        Rule(
            name: "one address in both directions",
            project: .list("1/0/2 Tira 232.600").device("1.1.1", ["A | RGB | RWTU | 1/0/2"], channel: "CH-1"),
            house: [#"Tira: <Color orden="1/0/2" estado="1/0/2" dpt="232.600"/>"#]
        ),
    ]

    @Test(arguments: names + parts + wires)
    func coloursBelongToTheirLamps(rule: Rule) {
        let house = rule.project.house()
        #expect(house.summary == rule.house)
        #expect(house.unplaced.map(\.address) == rule.unplaced)
        for isEnglish in [false, true] { _ = house.file(isEnglish: isEnglish) }
        let placed = Set(house.content.allElements.flatMap(\.addresses))
        for group in rule.project.groups {
            let text = rule.project.text(of: group.address)
            #expect(placed.contains(group.address) != house.unplaced.contains { $0.address == text }, "\(text)")
        }
    }

    @Test func whatStaysOutHasAReason() {
        let house = Project.list(
            """
            1/0/1 A on/off 1.001
            1/0/2 A hue 5.003
            1/0/3 B on/off 1.001
            1/0/4 B saturation 5.001
            2/0/1 Luz 1.001
            2/0/2 Luz 1.001
            2/3/7 Luz color 232.600
            """
        ).house()
        #expect(
            house.unplaced.map(\.reason) == [
                "a hue (5.003) without the saturation (5.001) of the same lamp",
                "a saturation (5.001) without the hue (5.003) of the same lamp",
                "a colour that fits several lamps of this name",
            ]
        )
    }

    @Test func theRangeOfWhiteIsAnAssumption() {
        let house = Project.list("1/0/1 Spot 7.600\n1/1/1 Tira 232.600\n1/1/2 Tira 7.600\n1/2/1 LED 232.600").house()
        let text = house.file()
        #expect(
            text.contains(
                """
                      <Nombre>Spot</Nombre>
                      <d:Color modos="blanco" minimo="2700" maximo="6500"/>
                      <Tipo>5</Tipo>
                """
            )
        )
        #expect(text.contains("<Nombre>Tira</Nombre>\n      <d:Color minimo=\"2700\" maximo=\"6500\"/>"))
        #expect(text.contains("<Nombre>LED</Nombre>\n      <Tipo>5</Tipo>"))
        #expect(
            house.notes == [
                "Spot (1/0/1) has white light; its range, 2700–6500 K, is an assumption: set what the lamp can do in its <d:Color>",
                "Tira (1/1/2) has white light; its range, 2700–6500 K, is an assumption: set what the lamp can do in its <d:Color>",
            ]
        )
        #expect(house.file(isEnglish: true).contains("<k:White command=\"1/1/2\"/>"))
    }

    @Test func aLampWithColoursIsALight() {
        #expect(Project.list("1/0/1 x 1.001\n1/0/2 x 232.600\n1/0/3 y status 232.600").devices() == ["x (light)", "y"])
    }
}
