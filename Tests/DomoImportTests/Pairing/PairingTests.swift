import DomoKNX
import Testing

@testable import DomoImport

/// The result of pairing, rule by rule.
struct PairingTests {
    struct Rule: CustomTestStringConvertible {
        var name: String
        var project: Project
        var house: [String]
        var unplaced: [String] = []

        var testDescription: String { name }
    }

    private static let names: [Rule] = [
        Rule(
            name: "a switch and its status",
            project: .list("1/0/1 Luz salón 1.001\n1/4/1 Luz salón estado 1.011"),
            house: [#"Luz salón: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#]
        ),
        Rule(
            name: "one without",
            project: .list("1/0/1 Luz salón 1.001"),
            house: [#"Luz salón: <Binario orden="1/0/1" dpt="1.001"/>"#]
        ),
        Rule(
            name: "a dimmer in German",
            project: .list(
                """
                1/0/1 Küche Licht Ein/Aus 1.001
                1/1/1 Küche Licht Dimmen 3.007
                1/2/1 Küche Licht Wert 5.001
                1/4/1 Küche Licht RM 1.001
                1/5/1 Küche Licht Wert RM 5.001
                """
            ),
            house: [
                #"Küche Licht: <Nivel orden="1/2/1" estado="1/5/1" relativa="1/1/1" dpt="5.001"/>"#,
                #"Küche Licht: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
            ]
        ),
        Rule(
            name: "a cover with slats",
            project: .list(
                """
                2/0/1 Blind office up/down 1.008
                2/1/1 Blind office step/stop 1.007
                2/2/1 Blind office position 5.001
                2/3/1 Blind office position status 5.001
                2/4/1 Blind office slat 5.001
                2/5/1 Blind office slat status 5.001
                """
            ),
            house: [
                #"Blind office: <Movimiento orden="2/0/1" paso="2/1/1"/>"#,
                #"Blind office: <Nivel orden="2/2/1" estado="2/3/1" dpt="5.001"/>"#,
                #"Blind office slat: <Nivel orden="2/4/1" estado="2/5/1" dpt="5.001"/>"#,
            ]
        ),
        Rule(
            name: "steps of a cover with the type of its movement",
            project: .list(
                """
                2/0/1 Küche Jalousie Lang 1.008
                2/1/1 Küche Jalousie Kurz 1.008
                2/2/1 Küche Jalousie Höhe 5.001
                2/0/2 Living blind move 1.008
                2/1/2 Living blind step 1.008
                2/2/2 Living blind position 5.001
                """
            ),
            house: [
                #"Küche Jalousie: <Movimiento orden="2/0/1" paso="2/1/1"/>"#,
                #"Küche Jalousie: <Nivel orden="2/2/1" dpt="5.001"/>"#,
                #"Living blind: <Movimiento orden="2/0/2" paso="2/1/2"/>"#,
                #"Living blind: <Nivel orden="2/2/2" dpt="5.001"/>"#,
            ]
        ),
        Rule(
            name: "steps with a word that is also that for a hallway",
            project: .list(
                """
                2/0/1 Persiana salón subir/bajar 1.008
                2/1/1 Persiana salón paso 1.007
                1/0/1 Luz paso 1.001
                """
            ),
            house: [
                #"Luz paso: <Binario orden="1/0/1" dpt="1.001"/>"#,
                #"Persiana salón: <Movimiento orden="2/0/1" paso="2/1/1"/>"#,
            ]
        ),
        Rule(name: "a step alone", project: .list("2/1/1 Blind step 1.008"), house: [], unplaced: ["2/1/1"]),
        Rule(
            name: "ranges that are called as roles, names that are not",
            project: .list(
                "Licht:\n\tSchalten:\n1/0/1 Küche 1.001\n1/0/2 Bad 1.001\n\tStatus:\n1/4/1 Küche 1.001\n1/4/2 Bad 1.001"
            ),
            house: [
                #"Licht/Küche: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
                #"Licht/Bad: <Binario orden="1/0/2" estado="1/4/2" dpt="1.001"/>"#,
            ]
        ),
        Rule(
            name: "a main group for all states",
            project: .list("Luces:\n1/0/1 Cocina 1.001\nEstados:\n4/0/1 Cocina 1.001"),
            house: [#"Luces/Cocina: <Binario orden="1/0/1" estado="4/0/1" dpt="1.001"/>"#]
        ),
        Rule(
            name: "a middle group that is the thing",
            project: .list("Salón:\n\tPersiana grande:\n1/1/1 Up 1.008\n1/1/2 Stop 1.007\n1/1/3 Position 5.001"),
            house: [
                #"Salón/Persiana grande: <Movimiento orden="1/1/1" paso="1/1/2"/>"#,
                #"Salón/Persiana grande: <Nivel orden="1/1/3" dpt="5.001"/>"#,
            ]
        ),
        Rule(
            name: "values: a sensor, a set-point with its status, a text, a scene",
            project: .list(
                """
                3/0/1 Temperatura salón 9.001
                3/1/1 Temperatura salón consigna 9.001
                3/2/1 Temperatura salón consigna estado 9.001
                3/3/1 Modo clima 20.102
                3/3/2 Modo clima estado 20.102
                3/4/1 Mensaje 16.001
                3/5/1 Escenas 18.001
                3/6/1 Ventana 1.019
                """
            ),
            house: [
                #"Temperatura salón: <Valor estado="3/0/1" dpt="9.001"/>"#,
                #"Temperatura salón consigna: <Valor orden="3/1/1" estado="3/2/1" dpt="9.001"/>"#,
                #"Modo clima: <Valor orden="3/3/1" estado="3/3/2" dpt="20.102"/>"#,
                #"Mensaje: <Valor orden="3/4/1" dpt="16.001"/>"#,
                #"Escenas: <Valor orden="3/5/1" dpt="18.001" leer="no"/>"#,
                #"Ventana: <Binario estado="3/6/1" dpt="1.019"/>"#,
            ]
        ),
        Rule(
            name: "what has no facet, and no type",
            project: .list(
                "4/0/1 Lamas 3.008\n4/0/6 Raro 9.999\n4/0/7 Color 232.600\n4/0/2 Cosa\n4/0/3 Luz dimmen 3.007\n4/0/4 Hora 10.001\n4/0/5 Lámpara on/off"
            ),
            house: [
                #"Hora: <Valor estado="4/0/4" dpt="10.001"/>"#, #"Lámpara: <Binario orden="4/0/5" dpt="1.001"/>"#,
                #"Color: <Color orden="4/0/7" dpt="232.600"/>"#,
            ],
            unplaced: ["4/0/1", "4/0/2", "4/0/3", "4/0/6"]
        ),
        Rule(
            name: "things of one name",
            project: .list("1/0/1 Luz 1.001\n1/0/2 Luz 1.001\n1/4/1 Luz estado 1.001\n1/4/2 Luz estado 1.001"),
            house: [
                #"Luz: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
                #"Luz 2: <Binario orden="1/0/2" estado="1/4/2" dpt="1.001"/>"#,
            ]
        ),
    ]

    private static let offsets: [Rule] = [
        Rule(
            name: "two certain pairs show the offset of a third",
            project: .list(
                """
                1/0/1 Luz salón 1.001
                1/0/2 Luz cocina 1.001
                1/0/3 Farola 1.001
                1/4/1 Luz salón estado 1.001
                1/4/2 Luz cocina estado 1.001
                1/4/3 Luz de la calle 1.001
                """
            ),
            house: [
                #"Luz salón: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
                #"Luz cocina: <Binario orden="1/0/2" estado="1/4/2" dpt="1.001"/>"#,
                #"Farola: <Binario orden="1/0/3" estado="1/4/3" dpt="1.001"/>"#,
            ]
        ),
        Rule(
            name: "one does not",
            project: .list("1/0/1 Luz 1.001\n1/0/3 Farola 1.001\n1/4/1 Luz estado 1.001\n1/4/3 Calle 1.001"),
            house: [
                #"Luz: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
                #"Farola: <Binario orden="1/0/3" dpt="1.001"/>"#,
                #"Calle: <Binario orden="1/4/3" dpt="1.001"/>"#,
            ]
        ),
        Rule(
            name: "a name goes before an offset",
            project: .list(
                """
                1/0/1 A 1.001
                1/0/2 B 1.001
                1/0/3 C 1.001
                1/0/4 D 1.001
                1/4/1 A estado 1.001
                1/4/2 B estado 1.001
                1/4/3 D estado 1.001
                1/4/4 C estado 1.001
                """
            ),
            house: [
                #"A: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
                #"B: <Binario orden="1/0/2" estado="1/4/2" dpt="1.001"/>"#,
                #"C: <Binario orden="1/0/3" estado="1/4/4" dpt="1.001"/>"#,
                #"D: <Binario orden="1/0/4" estado="1/4/3" dpt="1.001"/>"#,
            ]
        ),
    ]

    private static let twoLamps = Project.list(
        "0/0/1 Todo 1.001\n1/0/1 x 1.001\n1/0/2 y 1.001\n1/4/1 z 1.001\n1/4/2 w 1.001\n5/0/1 v 1.001"
    )

    private static let wires: [Rule] = [
        Rule(
            name: "the flags of an actuator's outputs go before names, and a shared address is listened to",
            project: twoLamps.device(
                "1.1.1",
                [
                    "Canal A | Conmutar | W | 0/0/1 1/0/1", "Canal A | Estado | RT | 1/4/2",
                    "Canal B | Conmutar | W | 1/0/2 0/0/1 5/0/1", "Canal B | Estado | RT | 1/4/1",
                ]
            ),
            house: [
                #"Todo: <Binario orden="0/0/1" dpt="1.001"/>"#,
                #"x: <Binario orden="1/0/1" estado="1/4/2" dpt="1.001"><Escucha grupo="0/0/1"/></k:Binario>"#,
                #"y: <Binario orden="1/0/2" estado="1/4/1" dpt="1.001"><Escucha grupo="0/0/1"/><Escucha grupo="5/0/1"/></k:Binario>"#,
                #"v: <Binario orden="5/0/1" dpt="1.001"/>"#,
            ]
        ),
        Rule(
            name: "central addresses that dim and stop are listened to by their types",
            project: .list(
                """
                0/1/1 Todo dim 3.007
                0/1/2 Todo stop 1.007
                1/1/1 Luz dim 3.007
                1/2/1 Luz valor 5.001
                2/0/1 Toldo 1.008
                2/1/1 Toldo stop 1.007
                """
            ).device("1.1.1", ["A | Dim | W | 1/1/1 0/1/1", "A | Valor | W | 1/2/1"], channel: "CH-1")
                .device("1.1.2", ["A | Mover | W | 2/0/1", "A | Stop | W | 2/1/1 0/1/2"], channel: "CH-1"),
            house: [
                #"Luz: <Nivel orden="1/2/1" relativa="1/1/1" dpt="5.001"><Escucha grupo="0/1/1" dpt="3.007"/></k:Nivel>"#,
                #"Toldo: <Movimiento orden="2/0/1" paso="2/1/1"><Escucha grupo="0/1/2" dpt="1.007"/></k:Movimiento>"#,
            ]
        ),
        Rule(
            name: "two outputs on one address are one thing",
            project: .list("1/0/1 Lámparas 1.001\n1/4/1 a 1.001\n1/4/2 b 1.001").device(
                "1.1.1",
                [
                    "Canal A | Conmutar | W | 1/0/1", "Canal A | Estado | RT | 1/4/1", "Canal B | Conmutar | W | 1/0/1",
                    "Canal B | Estado | RT | 1/4/2",
                ]
            ),
            house: [#"Lámparas: <Binario orden="1/0/1" estado="1/4/1 1/4/2" dpt="1.001"/>"#]
        ),
        Rule(
            name: "a push button that shows a status orders nothing by it",
            project: .list("1/0/1 x 1.001\n1/4/1 y 1.001")
                .device("1.1.1", ["A | Conmutar | W | 1/0/1", "A | Estado | RT | 1/4/1"], channel: "CH-1")
                .device("1.1.9", ["Tecla | Conmutar | T | 1/0/1", "Tecla | Valor | W | 1/4/1"]),
            house: [#"x: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#]
        ),
        Rule(
            name: "a binary input that answers reads orders an actuator with a status of its own",
            project: .list("1/0/1 x 1.001\n1/4/1 y 1.001")
                .device("1.1.1", ["A | Conmutar | W | 1/0/1", "A | Estado | RT | 1/4/1"], channel: "CH-1")
                .device("1.1.9", ["Entrada | Conmutar | RT | 1/0/1"]),
            house: [#"x: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#]
        ),
        Rule(
            name: "a state that no device answers for is never read",
            project: .list("1/0/1 Luz 1.001\n1/4/1 Luz estado 1.001").device(
                "1.1.1",
                ["A | Conmutar | W | 1/0/1", "A | Estado | T | 1/4/1"],
                channel: "CH-1"
            ),
            house: [#"Luz: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001" leer="no"/>"#]
        ),
        Rule(
            name: "side functions of an output are things of their own",
            project: .list("1/0/1 Luz 1.001\n1/4/1 Luz estado 1.001\n1/6/1 Luz bloqueo 1.003\n1/7/1 Luz escalera 1.010")
                .device(
                    "1.1.1",
                    [
                        "A | Conmutar | W | 1/0/1", "A | Estado | RT | 1/4/1", "A | Bloqueo | W | 1/6/1",
                        "A | Treppenlicht | W | 1/7/1",
                    ],
                    channel: "CH-1"
                ),
            house: [
                #"Luz: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
                #"Luz bloqueo: <Binario orden="1/6/1" dpt="1.003"/>"#,
                #"Luz escalera: <Binario orden="1/7/1" dpt="1.010"/>"#,
            ]
        ),
        Rule(
            name: "the lock of a cover, and what shows that it moves",
            project: .list(
                "2/0/1 Toldo 1.008\n2/1/1 Toldo stop 1.007\n2/2/1 Toldo bloqueo 1.003\n2/3/1 Toldo moving 1.011\n2/4/1 Toldo estado 1.008"
            ).device(
                "1.1.1",
                [
                    "A | Mover | W | 2/0/1", "A | Stop | W | 2/1/1", "A | Bloqueo | W | 2/2/1",
                    "A | Moving | RT | 2/3/1",
                    "A | Dirección | RT | 2/4/1",
                ],
                channel: "CH-1"
            ),
            house: [
                #"Toldo: <Movimiento orden="2/0/1" paso="2/1/1" moviendo="2/3/1" sentido="2/4/1" bloqueo="2/2/1"/>"#
            ]
        ),
    ]

    private static let functions: [Rule] = [
        Rule(
            name: "roles of ETS, and blank ones by type and name",
            project: .list(
                "1/0/1 a 1.001\n1/4/1 b 1.001\n2/0/1 c 1.008\n2/1/1 d 1.007\n2/2/1 e 5.001\n2/3/1 e RM 5.001"
            )
            .rooms("Salón", "Baño")
            .function("Lámpara", in: "Salón", "1/0/1 SwitchOnOff, 1/4/1 InfoOnOff")
            .function("Persiana", in: "Baño", "2/0/1 MoveUpDown, 2/1/1 StopStepUpDown, 2/2/1, 2/3/1"),
            house: [
                #"Salón/Lámpara: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
                #"Baño/Persiana: <Movimiento orden="2/0/1" paso="2/1/1"/>"#,
                #"Baño/Persiana: <Nivel orden="2/2/1" estado="2/3/1" dpt="5.001"/>"#,
            ]
        ),
        Rule(
            name: "wires go before roles",
            project: .list("1/0/1 a 5.001\n1/4/1 b 5.001").rooms("Salón")
                .device("1.1.1", ["A | Valor | W | 1/0/1", "A | Estado | RT | 1/4/1"], channel: "CH-1")
                .function("Lámpara", in: "Salón", "1/4/1 DimmingValue, 1/0/1 InfoDimmingValue"),
            house: [#"Salón/Lámpara: <Nivel orden="1/0/1" estado="1/4/1" dpt="5.001"/>"#]
        ),
        Rule(
            name: "a function completes what wires found",
            project: .list("1/0/1 a 1.001\n1/4/1 b 1.001").rooms("Salón")
                .device("1.1.1", ["A | Conmutar | W | 1/0/1"], channel: "CH-1")
                .function("Lámpara", in: "Salón", "1/0/1 SwitchOnOff, 1/4/1 InfoOnOff"),
            house: [#"Salón/Lámpara: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001" leer="no"/>"#]
        ),
        Rule(
            name: "several things in one function",
            project: .list("1/0/1 Techo 1.001\n1/0/2 Mesa 1.001\n1/4/1 Techo estado 1.001\n1/4/2 Mesa estado 1.001")
                .rooms("Salón").function("Luces", in: "Salón", "1/0/1, 1/0/2, 1/4/1, 1/4/2"),
            house: [
                #"Salón/Techo: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
                #"Salón/Mesa: <Binario orden="1/0/2" estado="1/4/2" dpt="1.001"/>"#,
            ]
        ),
    ]

    private static let places: [Rule] = [
        Rule(
            name: "rooms by the names of addresses, by ranges, by push buttons",
            project: Project.list(
                "Baño:\n1/0/1 Luz cocina 1.001\n1/0/2 Espejo 1.001\nOtros:\n2/0/1 x 1.001\n2/0/2 y 1.001"
            ).rooms("Cocina", "Baño", "Salón", devices: ["Salón": ["1.1.9"]])
                .device("1.1.9", ["Tecla | Conmutar | T | 2/0/1"]),
            house: [
                #"y: <Binario orden="2/0/2" dpt="1.001"/>"#,
                #"Cocina/Luz cocina: <Binario orden="1/0/1" dpt="1.001"/>"#,
                #"Baño/Espejo: <Binario orden="1/0/2" dpt="1.001"/>"#,
                #"Salón/x: <Binario estado="2/0/1" dpt="1.001" leer="no"/>"#,
            ]
        )
    ]

    @Test(arguments: names + offsets + wires + functions + places)
    func groupsBecomeElements(rule: Rule) {
        let house = rule.project.house()
        #expect(house.summary == rule.house)
        #expect(house.unplaced.map(\.address) == rule.unplaced)
        for isEnglish in [false, true] { _ = house.file(isEnglish: isEnglish) }
    }

    @Test(arguments: names + offsets + wires + functions + places)
    func everyAddressIsPlacedOrListed(rule: Rule) {
        let house = rule.project.house()
        let placed = Set(house.content.allElements.flatMap(\.addresses))
        for group in rule.project.groups {
            let text = rule.project.text(of: group.address)
            #expect(placed.contains(group.address) != house.unplaced.contains { $0.address == text }, "\(text)")
        }
    }
}
