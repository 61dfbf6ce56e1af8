import DomoKNX
import Testing

@testable import DomoImport

/// What the flags, types and texts of group objects show.
struct ObjectFlagTests {
    typealias Rule = PairingTests.Rule

    private static let states: [Rule] = [
        Rule(
            name: "a status that transmits without being readable; objects are certain, names may be wrong",
            project: .list("0/0/4 A 1.001\n0/0/5 B 18.001\n0/0/6 C 1.003\n0/0/7 D Sperren 1.001").device(
                "1.0.1",
                [
                    "output C, CH3 status | channel C, CH3 object 3 | T | 0/0/4",
                    "input C, CH3 scenes | channel C, CH3 object 4 | W | 0/0/5",
                    "input C, CH3 inhibit | channel C, CH3 object 6 | W | 0/0/6",
                    "input C, CH3 switching | channel C, CH3 object 1 | W | 0/0/7",
                ],
                channel: "CH-3"
            ),
            house: [
                #"B: <Valor orden="0/0/5" dpt="18.001" leer="no"/>"#,
                #"D Sperren: <Binario orden="0/0/7" estado="0/0/4" dpt="1.001" leer="no"/>"#,
                #"C: <Binario orden="0/0/6" dpt="1.003"/>"#,
            ]
        ),
        Rule(
            name: "one that push buttons show",
            project: .list("1/0/1 x 1.001\n1/2/1 v 5.001\n1/4/1 y 1.001\n1/5/1 w 5.001").device(
                "1.1.1",
                [
                    "A | Schalten | W | 1/0/1", "A | Status | T | 1/4/1", "A | Helligkeitswert | W | 1/2/1",
                    "A | Rückmeldung Wert | T | 1/5/1",
                ],
                channel: "CH-1"
            ).device(
                "1.1.9",
                ["Taste | Schalten | T | 1/0/1", "Taste | LED | W | 1/4/1", "Anzeige | Wert | W | 1/5/1"]
            ),
            house: [
                #"x: <Nivel orden="1/2/1" estado="1/5/1" dpt="5.001" leer="no"/>"#,
                #"x: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001" leer="no"/>"#,
            ]
        ),
        Rule(
            name: "one of type 1.011 without words, and one that only answers reads",
            project: .list("1/0/1 x 1.001\n1/4/1 y 1.011\n1/0/2 v 1.001\n1/4/2 w 1.001")
                .device("1.1.1", ["A | Objekt 1 | W | 1/0/1", "A | Objekt 2 | T | 1/4/1"], channel: "CH-1")
                .device("1.1.2", ["A | Objekt 1 | W | 1/0/2", "A | Objekt 2 | R | 1/4/2"], channel: "CH-1"),
            house: [
                #"x: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001" leer="no"/>"#,
                #"v: <Binario orden="1/0/2" estado="1/4/2" dpt="1.001"/>"#,
            ]
        ),
        Rule(
            name: "one beside a command that a binary input sends and answers",
            project: .list("1/0/1 x 1.001\n1/4/1 y 1.001")
                .device("1.1.1", ["A | Conmutar | W | 1/0/1", "A | Estado | T | 1/4/1"], channel: "CH-1")
                .device("1.1.9", ["Entrada | Conmutar | RT | 1/0/1"]),
            house: [#"x: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001" leer="no"/>"#]
        ),
        Rule(
            name: "one whose address is in a range for states",
            project: .list("Licht:\n\tSchalten:\n1/0/1 x 1.001\n\tStatus:\n1/4/1 y 1.001").device(
                "1.1.1",
                ["A | Objekt 1 | W | 1/0/1", "A | Objekt 2 | T | 1/4/1"],
                channel: "CH-1"
            ).device("1.1.9", ["Taste | LED | W | 1/4/1"]),
            house: [#"Licht/x: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001" leer="no"/>"#]
        ),
        Rule(
            name: "a push button's own objects are not paired",
            project: .list("1/0/1 x 1.001\n1/4/1 y 1.001").device(
                "1.1.9",
                ["Taste | Schalten | T | 1/0/1", "Taste | LED | W | 1/4/1"],
                channel: "CH-1"
            ),
            house: [
                #"x: <Binario estado="1/0/1" dpt="1.001" leer="no"/>"#, #"y: <Binario orden="1/4/1" dpt="1.001"/>"#,
            ]
        ),
    ]

    /// A blind actuator's channel: move, slats, and one more object.
    private static func blind(
        _ name: String,
        slat: String,
        moving: String? = nil,
        _ text: String,
        house: String
    ) -> Rule {
        var list = "2/0/1 Behang auf/ab 1.008\n2/0/2 Test \(slat)"
        var objects = [
            "Output C | Move blinds/shutter up-down | W | 2/0/1",
            "Output C | Slat adjustm./stop up-down | W | 2/0/2",
        ]
        if let moving {
            list += "\n2/0/3 GA 10 \(moving)"
            objects.append("Output C | \(text) | RT | 2/0/3")
        }
        return Rule(name: name, project: Project.list(list).device("1.1.5", objects), house: [house])
    }

    private static let covers: [Rule] =
        ["1.008", "1.007", "1.001", "1", "1.010"].map { type in
            blind(
                "slat adjustment with type \(type)",
                slat: type,
                "",
                house: #"Behang: <Movimiento orden="2/0/1" paso="2/0/2"/>"#
            )
        }
        + [
            ("1.010", "Feedback for moving"), ("1.010", "Fahrt"), ("1.001", "Status Fahrt"), ("1.011", "Fahrt"),
            ("1", "Fahrt"), ("1.010", "En movimiento"), ("1.011", "En mouvement"),
        ].map { (type: String, text: String) in
            blind(
                "\(text) with type \(type)",
                slat: "1.007",
                moving: type,
                text,
                house: #"Behang: <Movimiento orden="2/0/1" paso="2/0/2" moviendo="2/0/3"/>"#
            )
        } + [
            blind(
                "the last direction",
                slat: "1.007",
                moving: "1.008",
                "Feedback for last direction",
                house: #"Behang: <Movimiento orden="2/0/1" paso="2/0/2" sentido="2/0/3"/>"#
            ),
            Rule(
                name: "by names",
                project: .list(
                    "Rollladen:\n\tAuf/Ab:\n2/0/1 Bad 1.008\n\tStopp:\n2/1/1 Bad 1.010\n\tStatus Fahrt:\n2/2/1 Bad 1.010"
                ),
                house: [#"Rollladen/Bad: <Movimiento orden="2/0/1" parar="2/1/1" moviendo="2/2/1"/>"#]
            ),
            Rule(
                name: "functions for each middle group, with an actuator",
                project: .list(
                    """
                    Jalousien:
                    \tAuf/Ab:
                    2/0/1 Bad 1.008
                    \tLamelle/Stop:
                    2/1/1 Bad 1.007
                    \tPosition:
                    2/2/1 Bad 5.001
                    \tLamellenposition:
                    2/3/1 Bad 5.001
                    \tStatus Position:
                    2/4/1 Bad 5.001
                    \tStatus Lamelle:
                    2/5/1 Bad 5.001
                    """
                ).device(
                    "1.1.1",
                    [
                        "A | Langzeit | W | 2/0/1", "A | Kurzzeit | W | 2/1/1", "A | Absolut | W | 2/2/1",
                        "A | Absolut | W | 2/3/1", "A | aktuell | RT | 2/4/1", "A | aktuell | RT | 2/5/1",
                    ],
                    channel: "CH-1"
                ),
                house: [
                    #"Jalousien/Bad: <Movimiento orden="2/0/1" paso="2/1/1"/>"#,
                    #"Jalousien/Bad: <Nivel orden="2/2/1" estado="2/4/1" dpt="5.001"/>"#,
                    #"Jalousien/Bad lamas: <Nivel orden="2/3/1" estado="2/5/1" dpt="5.001"/>"#,
                ]
            ),
        ]

    private static let alarms: [Rule] =
        [
            ("Windalarm 1.001", "Output A-X | Wind alarm no. 1 | WT"), ("Windalarm 1.005", "A | Windalarm | W"),
            ("Alarma de lluvia 1.001", "A | Seguridad | W"), ("Central 1.005", "Canales | Alarma viento 1 | W"),
            ("Alarme vent 1.001", "Sortie | Alarme | W"), ("Allarme pioggia 1", "Uscita | Sicurezza | W"),
        ].map { group, object in
            Rule(
                name: "\(group) that nobody sends",
                project: Project.list("2/0/1 Toldo 1.008\n2/0/6 \(group)")
                    .device("1.1.5", ["A | Mover | W | 2/0/1", "\(object) | 2/0/6"], channel: "CH-1"),
                house: [#"Toldo: <Movimiento orden="2/0/1"/>"#],
                unplaced: ["2/0/6"]
            )
        } + [
            Rule(
                name: "an alarm of a weather station",
                project: .list("2/0/1 Toldo 1.008\n2/0/6 Windalarm 1.001")
                    .device("1.1.5", ["A | Mover | W | 2/0/1", "A | Windalarm | W | 2/0/6"], channel: "CH-1")
                    .device("1.1.6", ["Wetterstation | Schwelle 1 | T | 2/0/6"]),
                house: [
                    #"Toldo: <Movimiento orden="2/0/1"/>"#,
                    #"Windalarm: <Binario estado="2/0/6" dpt="1.001" leer="no"/>"#,
                ]
            ),
            Rule(
                name: "alarms in an export",
                project: .list("2/0/6 Windalarm 1.001\n2/0/7 Alarma lluvia 1.005\n2/0/8 Alarma puerta 1.001"),
                house: [
                    #"Windalarm: <Binario estado="2/0/6" dpt="1.001"/>"#,
                    #"Alarma lluvia: <Binario estado="2/0/7" dpt="1.005"/>"#,
                    #"Alarma puerta: <Binario orden="2/0/8" dpt="1.001"/>"#,
                ]
            ),
        ]

    private static let thermostats: [Rule] = [
        Rule(
            name: "set-points and a mode that are read and written on one address",
            project: .list("3/0/1 Confort 9.001\n3/0/2 Noche 9.001\n3/0/3 Modo 20.102\n3/0/4 Actual 9.001").device(
                "1.1.3",
                [
                    "RTR | Consigna confort | RWTU | 3/0/1", "RTR | Consigna noche | RWTU | 3/0/2",
                    "RTR | Modo | RWTU | 3/0/3", "RTR | Temperatura | RT | 3/0/4",
                ],
                channel: "CH-1"
            ),
            house: [
                #"Confort: <Valor orden="3/0/1" estado="3/0/1" dpt="9.001"/>"#,
                #"Noche: <Valor orden="3/0/2" estado="3/0/2" dpt="9.001"/>"#,
                #"Modo: <Valor orden="3/0/3" estado="3/0/3" dpt="20.102"/>"#,
                #"Actual: <Valor estado="3/0/4" dpt="9.001"/>"#,
            ]
        ),
        Rule(
            name: "a set-point that a display also writes",
            project: .list("3/0/1 Soll Bad 9.001").device("1.1.3", ["RTR | Sollwert | RWTU | 3/0/1"])
                .device("1.1.4", ["Display | Sollwert | WT | 3/0/1", "Anzeige | Sollwert | W | 3/0/1"]),
            house: [#"Soll Bad: <Valor orden="3/0/1" estado="3/0/1" dpt="9.001"/>"#]
        ),
        Rule(
            name: "a touch panel's object on an actuator's command address is no state",
            project: .list("1/0/1 x 1.001\n1/4/1 y 1.001\n1/2/1 v 5.001\n1/5/1 w 5.001").device(
                "1.1.1",
                [
                    "A | Schalten | W | 1/0/1", "A | Status | RT | 1/4/1", "A | Wert | W | 1/2/1",
                    "A | Status Wert | RT | 1/5/1",
                ],
                channel: "CH-1"
            ).device("1.1.9", ["Panel | Schalten | RWTU | 1/0/1", "Panel | Wert | RWTU | 1/2/1"]),
            house: [
                #"x: <Nivel orden="1/2/1" estado="1/5/1" dpt="5.001"/>"#,
                #"x: <Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>"#,
            ]
        ),
        Rule(
            name: "the control value of a valve",
            project: .list("3/3/1 Stellgröße Bad 5.001\n3/3/2 Ventil Flur 5.001\n3/3/3 x 1.001")
                .device(
                    "1.1.3",
                    [
                        "RTR | Stellgröße Heizen | T | 3/3/1", "RTR 2 | Command value - Heating | RT | 3/3/2",
                        "RTR 3 | Stellgröße schaltend | T | 3/3/3",
                    ]
                )
                .device(
                    "1.1.4",
                    [
                        "Kanal A | Stellgröße | W | 3/3/1", "Kanal B | Stellgröße | W | 3/3/2",
                        "Kanal C | Stellgröße | W | 3/3/3",
                    ]
                ),
            house: [
                #"Stellgröße Bad: <Valor estado="3/3/1" dpt="5.001" leer="no"/>"#,
                #"Ventil Flur: <Valor estado="3/3/2" dpt="5.001"/>"#,
                #"x: <Binario estado="3/3/3" dpt="1.001" leer="no"/>"#,
            ]
        ),
    ]

    /// Five lamps with a central address.
    private static let lamps: Project = (1...5).reduce(
        .list("0/0/1 Todo 1.001\n" + (1...5).map { "1/0/\($0) a\($0) 1.001\n1/4/\($0) b\($0) 1.001\n" }.joined())
    ) { project, number in
        project.device(
            "1.1.\(number)",
            ["A | Schalten | W | 1/0/\(number) 0/0/1", "A | Status | RT | 1/4/\(number)"],
            channel: "CH-1"
        )
    }

    private static let gateways: [Rule] = ["W", "WT", "RWTU", "WTU", "RT", "T", ""].map { flags in
        Rule(
            name: "a gateway or a dummy with the flags \(flags), whose objects are linked with everything",
            project: lamps.withFirst(
                "0.0.10",
                [
                    "1 Bit (1) | Objekt | \(flags) | 1/0/1 1/0/2 1/0/3 1/0/4 1/0/5 0/0/1",
                    "1 Bit (2) | Objekt | \(flags) | 1/4/1 1/4/2 1/4/3 1/4/4 1/4/5",
                ]
            ),
            house: [#"Todo: <Binario orden="0/0/1" dpt="1.001"/>"#]
                + (1...5).map {
                    #"a\#($0): <Binario orden="1/0/\#($0)" estado="1/4/\#($0)" dpt="1.001"><Escucha grupo="0/0/1"/></k:Binario>"#
                }
        )
    }

    private static let reserves: [Rule] = [
        Rule(
            name: "reserved addresses",
            project: .list(
                """
                Licht:
                1/0/1 Bad 1.001
                1/0/2 /// --- Garten-Reserve --- /// 1.001
                1/0/3 Reserve
                1/0/4 Reserva 3 1.008
                1/0/5 spare 5.001
                1/0/6 frei 1.001
                1/0/7 Réserve 9.001
                1/0/8 Licht im Freien 1.001
                """
            ),
            house: [
                #"Licht/Bad: <Binario orden="1/0/1" dpt="1.001"/>"#,
                #"Licht/Licht im Freien: <Binario orden="1/0/8" dpt="1.001"/>"#,
            ],
            unplaced: ["1/0/2", "1/0/3", "1/0/4", "1/0/5", "1/0/6", "1/0/7"]
        ),
        Rule(
            name: "a reserved address that is in use",
            project: .list("1/0/1 Reserve 1 1.001\n1/0/2 Reserve 2 1.001")
                .device("1.1.1", ["A | Schalten | W | 1/0/1"], channel: "CH-1"),
            house: [#"Reserve 1: <Binario orden="1/0/1" dpt="1.001"/>"#],
            unplaced: ["1/0/2"]
        ),
    ]

    private static let rules = states + covers + alarms + thermostats + gateways + reserves

    @Test(arguments: rules)
    func flagsShowCommandsAndStates(rule: Rule) {
        let house = rule.project.house()
        #expect(house.summary == rule.house)
        #expect(house.unplaced.map(\.address) == rule.unplaced)
        for isEnglish in [false, true] { _ = house.file(isEnglish: isEnglish) }
    }

    @Test(arguments: alarms.filter { !$0.unplaced.isEmpty })
    func anAlarmThatNobodySendsIsOfferedAsAnExposure(rule: Rule) {
        #expect(rule.project.house().unplaced.allSatisfy { $0.reason.contains(#"<k:Expone grupo="2/0/6" dpt="1."#) })
    }
}

extension Project {
    /// Puts a device before the others.
    fileprivate func withFirst(_ address: String, _ objects: [String]) -> Project {
        var project = device(address, objects)
        project.devices.insert(project.devices.removeLast(), at: 0)
        return project
    }
}
