import DomoKNX
import DomoModel
import Testing

@testable import DomoImport

/// What connects elements to a device: functions, channels, devices; and what contradicts it.
struct DeviceEvidenceTests {
    private typealias Rule = DeviceGroupingTests.Rule

    private static let functions: [Rule] = [
        Rule(
            name: "a function, whatever the names",
            project: Project.list(
                """
                3/0/1 GA 1 9.001
                3/0/2 GA 2 9.001
                3/0/3 GA 3 20.102
                3/0/4 GA 4 5.001
                """
            ).rooms("Salón")
                .function(
                    "Calefacción",
                    in: "Salón",
                    type: "FT-9",
                    "3/0/1 TempRoom, 3/0/2 TempRoomSetpoint, 3/0/3 HVACMode, 3/0/4 ValvePosition"
                ),
            devices: [
                "Salón/Calefacción (thermostat)", "Salón/Calefacción/Temperatura (temperature)",
                "Salón/Calefacción/Modo (mode)", "Salón/Calefacción/Válvula (valve)",
            ]
        ),
        Rule(
            name: "a function that refers to addresses which are missing",
            project: Project.list("3/0/1 Temperatura 9.001\n3/0/2 Consigna 9.001").rooms("Salón")
                .function("Clima", in: "Salón", type: "FT-9", "3/0/1 TempRoom, 3/0/2 TempRoomSetpoint, 3/0/9 HVACMode"),
            devices: ["Salón/Clima (thermostat)", "Salón/Clima/Temperatura (temperature)"]
        ),
        Rule(
            name: "a function whose roles are mixed up",
            project: Project.list("3/0/1 Ist-Temperatur 9.001\n3/0/2 Sollwert 9.001").rooms("Bad")
                .function("Heizung", in: "Bad", type: "FT-9", "3/0/2 TempRoom, 3/0/1 TempRoomSetpoint"),
            devices: ["Bad/Ist-Temperatur", "Bad/Sollwert"]
        ),
        Rule(
            name: "an address in the functions of two devices",
            project: Project.list(
                "3/0/1 Temperatura común 9.001\n3/1/1 Zona A consigna 9.001\n3/1/2 Zona B consigna 9.001"
            ).rooms("Salón")
                .function("A", in: "Salón", "3/0/1 TempRoom, 3/1/1 TempRoomSetpoint")
                .function("B", in: "Salón", "3/0/1 TempRoom, 3/1/2 TempRoomSetpoint"),
            devices: ["Salón/B (temperature)", "Salón/Zona A consigna", "Salón/Zona B consigna"]
        ),
        Rule(
            name: "two functions in one room, with names that would fit",
            project: Project.list(
                "3/0/1 Clima temperatura 9.001\n3/1/1 Clima consigna 9.001"
            ).rooms("Salón").function("Sensor", in: "Salón", "3/0/1").function("Clima", in: "Salón", "3/1/1"),
            devices: ["Salón/Sensor (temperature)", "Salón/Clima"]
        ),
        Rule(
            name: "an address in the functions of two devices, and the name of a third",
            project: Project.list(
                """
                3/0/1 Zona C temperatura 9.001
                3/1/1 Zona A consigna 9.001
                3/1/2 Zona B consigna 9.001
                3/1/3 Zona C consigna 9.001
                """
            ).rooms("Salón")
                .function("A", in: "Salón", "3/0/1 TempRoom, 3/1/1 TempRoomSetpoint")
                .function("B", in: "Salón", "3/0/1 TempRoom, 3/1/2 TempRoomSetpoint")
                .device("1.1.9", ["Sala | x | W | 3/1/3"]).function("C", in: "Salón", "3/0/1 TempRoom")
                .function("D", in: "Salón", "3/1/3 TempRoomSetpoint"),
            devices: [
                "Salón/B (temperature)", "Salón/Zona A consigna", "Salón/Zona B consigna", "Salón/D",
            ]
        ),
        Rule(
            name: "a function with mixed-up roles, and known objects",
            project: Project.list(
                "3/0/1 Salón temperatura 9.001\n3/1/1 Salón consigna 9.001\n1/0/1 Salón luz 1.001"
            ).rooms("Salón")
                .device(
                    "1.1.1",
                    ["Canal A | x | RT | 3/0/1", "Canal A | y | RWTU | 3/1/1"],
                    channel: "CH-1"
                ).device("1.1.2", ["Canal A | z | W | 1/0/1"], channel: "CH-1")
                .function(
                    "Todo",
                    in: "Salón",
                    type: "FT-8",
                    "3/0/1 TempRoomSetpoint, 3/1/1 TempRoom, 1/0/1 ValveSwitch"
                ),
            devices: ["Salón/Todo (thermostat)", "Salón/Todo/Temperatura (temperature)", "Salón/Salón luz (light)"]
        ),
        Rule(
            name: "classes from functions, unless the name contradicts",
            project: Project.list("1/0/1 A 1.001\n1/0/2 B 1.001\n1/0/3 Pumpe 1.001\n1/0/4 D 1.001").rooms("Salón")
                .function("A", in: "Salón", type: "FT-1", "1/0/1 SwitchOnOff")
                .function("B", in: "Salón", type: "FT-10", "1/0/2 SwitchOnOff")
                .function("Pumpe", in: "Salón", type: "FT-1", "1/0/3 SwitchOnOff")
                .function("D", in: "Salón", type: "FT-0", "1/0/4 SwitchOnOff"),
            devices: ["Salón/A (light)", "Salón/B (socket)", "Salón/Pumpe", "Salón/D"]
        ),
    ]

    private static let groups = "3/0/1 Uno 9.001\n3/0/2 Dos consigna 9.001\n3/0/3 Tres 20.102\n3/0/4 Cuatro 9.001"

    private static let controller = [
        "Canal A | Temperatura | RT | 3/0/1", "Canal A | Consigna | RWTU | 3/0/2", "Canal A | Modo | W | 3/0/3",
    ]

    private static let channels: [Rule] = [
        Rule(
            name: "the channel of a controller",
            project: Project.list(groups).device("1.1.1", controller, channel: "CH-1"),
            devices: ["Dos (thermostat)", "Dos/Temperatura (temperature)", "Dos/Modo (mode)", "Cuatro (temperature)"]
        ),
        Rule(
            name: "a panel shows the temperatures of two rooms with one set-point",
            project: Project.list(groups).device("1.1.1", controller, channel: "CH-1")
                .device("1.1.9", ["Página | A | W | 3/0/1", "Página | B | W | 3/0/4", "Página | C | WT | 3/0/2"])
                .device("1.1.5", ["Sensor | x | RT | 3/0/4"]),
            devices: ["Dos (thermostat)", "Dos/Temperatura (temperature)", "Dos/Modo (mode)", "Cuatro (temperature)"]
        ),
        Rule(
            name: "a temperature that two controllers receive",
            project: Project.list("3/0/1 Común 9.001\n3/1/1 Zona A consigna 9.001\n3/1/2 Zona B consigna 9.001")
                .device("1.1.1", ["Canal A | x | W | 3/0/1", "Canal A | y | RWTU | 3/1/1"], channel: "CH-1")
                .device("1.1.2", ["Canal A | x | W | 3/0/1", "Canal A | y | RWTU | 3/1/2"], channel: "CH-1")
                .device("1.1.3", ["Sensor | x | RT | 3/0/1"]),
            devices: ["Común (temperature)", "Zona A consigna", "Zona B consigna"]
        ),
        Rule(
            name: "the same, with a name that decides",
            project: Project.list(
                "3/0/1 Zona B temperatura 9.001\n3/1/1 Zona A consigna 9.001\n3/1/2 Zona B consigna 9.001"
            )
            .device("1.1.1", ["Canal A | x | W | 3/0/1", "Canal A | y | RWTU | 3/1/1"], channel: "CH-1")
            .device("1.1.2", ["Canal A | x | W | 3/0/1", "Canal A | y | RWTU | 3/1/2"], channel: "CH-1")
            .device("1.1.3", ["Sensor | x | RT | 3/0/1"]),
            devices: ["Zona A consigna", "Zona B (thermostat)", "Zona B/Temperatura (temperature)"]
        ),
        Rule(
            name: "a controller without channels",
            project: Project.list(groups)
                .device(
                    "1.1.1",
                    [
                        "Istwert | Ausgang | RT | 3/0/1", "Sollwert | Eingang | RWTU | 3/0/2",
                        "Betriebsart | Eingang | W | 3/0/3",
                    ]
                ),
            devices: ["Dos (thermostat)", "Dos/Temperatura (temperature)", "Dos/Modo (mode)", "Cuatro (temperature)"]
        ),
        Rule(
            name: "a controller with a second sensor in the floor, and a shift of its set-point",
            project: Project.list(
                """
                3/0/1 Uno 9.001
                3/0/2 Dos consigna 9.001
                3/0/3 Suelo 9.001
                3/0/4 Dos consigna máxima 9.001
                """
            ).device(
                "1.1.1",
                [
                    "Canal A | a | RT | 3/0/1", "Canal A | b | RWTU | 3/0/2", "Canal A | c | RT | 3/0/3",
                    "Canal A | d | RWTU | 3/0/4",
                ],
                channel: "CH-1"
            ),
            devices: [
                "Dos (thermostat)", "Dos/Temperatura (temperature)", "Suelo (temperature)", "Dos consigna máxima",
            ]
        ),
        Rule(
            name: "a set-point for two controllers",
            project: Project.list(
                "3/0/1 Uno 9.001\n3/0/2 Dos 9.001\n3/1/1 Uno consigna 9.001\n3/7/7 Casa consigna 9.001"
            )
            .device(
                "1.1.1",
                ["A: a | a | RT | 3/0/1", "A: b | b | W | 3/1/1 3/7/7", "A: c | c | RT | 3/7/1"]
            )
            .device("1.1.2", ["A: a | a | RT | 3/0/2", "A: b | b | W | 3/7/7"]),
            devices: ["Uno (thermostat)", "Uno/Temperatura (temperature)", "Dos (temperature)", "Casa consigna"]
        ),
        Rule(
            name: "one channel, two rooms",
            project: Project.list("3/0/1 Cocina temperatura 9.001\n3/0/2 Salón consigna 9.001").rooms("Salón", "Cocina")
                .device("1.1.1", ["Canal A | a | RT | 3/0/1", "Canal A | b | RWTU | 3/0/2"], channel: "CH-1"),
            devices: ["Salón/Salón consigna", "Cocina/Cocina temperatura (temperature)"]
        ),
        Rule(
            name: "one channel, and a temperature whose room is unknown",
            project: Project.list("3/0/1 Sensor 9.001\n3/0/2 Salón consigna 9.001").rooms("Salón", "Cocina")
                .device("1.1.1", ["Canal A | a | RT | 3/0/1", "Canal A | b | RWTU | 3/0/2"], channel: "CH-1"),
            devices: ["Salón/Termostato (thermostat)", "Salón/Termostato/Temperatura (temperature)"]
        ),
        Rule(
            name: "a meter of another output of the same actuator",
            project: Project.list("1/0/1 X 1.001\n1/1/1 P 14.056")
                .device("1.1.1", ["A: x | Conmutar | W | 1/0/1", "B: x | Potencia | RT | 1/1/1"]),
            devices: ["X", "P (power)"]
        ),
        Rule(
            name: "the meter of an output, and a panel that shows another",
            project: Project.list("1/0/1 X 1.001\n1/1/1 P 14.056\n1/1/2 Horno 14.056")
                .device(
                    "1.1.1",
                    ["Canal A | Conmutar | W | 1/0/1", "Canal A | Potencia | RT | 1/1/1"],
                    channel: "CH-1"
                )
                .device("1.1.9", ["Página | A | W | 1/0/1", "Página | B | W | 1/1/2"], channel: "CH-1")
                .device("1.1.5", ["Contador | B | RT | 1/1/2"]),
            devices: ["X", "X/Potencia (power)", "Horno (power)"]
        ),
        Rule(
            name: "slats of an actuator's output, whatever the names",
            project: Project.list("2/0/1 A 1.008\n2/0/2 B 5.001\n2/0/3 C 5.001")
                .device(
                    "1.1.1",
                    [
                        "Kanal A | Auf/Ab | W | 2/0/1", "Kanal A | Position | W | 2/0/2",
                        "Kanal A | Lamellenposition | W | 2/0/3",
                    ],
                    channel: "CH-1"
                ),
            devices: ["A (blind)", "A/Lamas (slats)"]
        ),
    ]

    @Test(arguments: functions + channels) func evidence(_ rule: DeviceGroupingTests.Rule) {
        #expect(rule.project.devices().sorted() == rule.devices.sorted())
    }

    private static let classes: [(String, ElementClass?)] = [
        ("2/0/1 Persiana salón subir/bajar 1.008", .shutter), ("2/0/1 Rollladen Bad Auf/Ab 1.008", .shutter),
        ("2/0/1 Toldo terraza subir/bajar 1.008", .awning), ("2/0/1 Raffstore Süd Auf/Ab 1.008", .blind),
        ("2/0/1 Jalousie Süd Auf/Ab 1.008", nil), ("2/0/1 Garagentor Auf/Ab 1.008", .garage),
        ("2/0/1 Hoftor Auf/Ab 1.008", .gate), ("2/0/1 Garage Fenster Auf/Ab 1.008", nil),
        ("1/0/1 Deckenleuchte Bad Schalten 1.001", .light), ("1/0/1 Luz central 1.001", nil),
        ("1/0/1 Llum cuina 1.001", .light), ("1/0/1 Enchufe cocina 1.001", .socket),
        ("1/0/1 Sirena 1.001", .siren), ("1/0/1 Sirène extérieure 1.001", .siren), ("1/0/1 Außensirene 1.001", .siren),
        ("1/0/1 Siren hall 1.001", .siren), ("1/0/1 Luz sirena 1.001", nil), ("1/0/1 Sirene Freigabe 1.001", nil),
        ("1/0/1 Prueba sirena 1.001", nil),
        ("1/0/1 Enchufe sirena 1.001", nil), ("1/0/1 Alarmsirene 1.001", .siren), ("1/0/1 Sperre Sirene 1.001", nil),
        ("1/0/1 Außensteckdose 1.001", .socket), ("1/0/1 Luz enchufe 1.001", nil), ("1/0/1 Bomba piscina 1.001", nil),
        ("1/0/1 Luz salón bloqueo 1.003", nil), ("3/0/1 Salón 9.001", .temperature), ("3/0/1 Salón 9", nil),
        ("3/0/1 Consigna 9.001", nil), ("3/0/1 Salón CO2 9.008", .co2), ("3/0/1 Salón VOC 9.008", nil),
        ("3/0/1 Baño 9.007", .humidity), ("3/0/1 Fachada 9.004", .illuminance), ("3/0/1 Viento 9.005", .wind),
        ("3/0/1 Grenzwert Wind 9.005", nil), ("3/0/1 Contador 13.010", .energy), ("3/0/1 Casa 14.056", .power),
        ("3/0/1 Ventana 1.019", .contact), ("3/0/1 Pasillo 1.018", .presence), ("3/0/1 Alarma 1.005", nil),
    ]

    @Test(arguments: classes) func classIsWhatTypeAndNameShow(of line: String, expected: ElementClass?) {
        let house = Project.list(line).house(isGrouped: true)
        #expect(house.content.allElements.map(\.elementClass) == [expected])
        _ = house.file()
    }
}
