import DomoKNX
import DomoModel
import Testing

@testable import DomoImport

/// Which elements of a new house become parts of one device, rule by rule.
struct DeviceGroupingTests {
    struct Rule: CustomTestStringConvertible {
        var name: String
        var project: Project
        var devices: [String]

        var testDescription: String { name }
    }

    private static let climate = """
        3/0/1 Küche Ist-Temperatur 9.001
        3/1/1 Küche Sollwert 9.001
        3/2/1 Küche Betriebsart 20.102
        3/3/1 Küche Stellgröße 5.001
        3/4/1 Küche Feuchte 9.007
        """

    private static let names: [Rule] = [
        Rule(
            name: "a thermostat in German",
            project: .list(climate),
            devices: [
                "Küche (thermostat)", "Küche/Ist-Temperatur (temperature)", "Küche/Betriebsart (mode)",
                "Küche/Stellgröße (valve)", "Küche/Feuchte (humidity)",
            ]
        ),
        Rule(
            name: "in Spanish, with words in another order",
            project: .list(
                """
                3/0/1 Temperatura dormitorio grande 9.001
                3/0/2 Consigna dormitorio grande 9.001
                3/0/3 Estado consigna dormitorio grande 9.001
                3/0/4 Modo clima dormitorio grande 20.102
                3/0/5 Válvula dormitorio grande 5.001
                """
            ),
            devices: [
                "Dormitorio grande (thermostat)", "Dormitorio grande/Temperatura (temperature)",
                "Dormitorio grande/Modo clima (mode)", "Dormitorio grande/Válvula (valve)",
            ]
        ),
        Rule(
            name: "in English, Catalan and French",
            project: .list(
                """
                3/0/1 Office setpoint 9.001
                3/0/2 Office temperature 9.001
                3/1/1 Menjador consigna 9.001
                3/1/2 Menjador temperatura 9.001
                3/2/1 Cuisine consigne 9.001
                3/2/2 Cuisine température 9.001
                """
            ),
            devices: [
                "Office (thermostat)", "Office/Temperature (temperature)", "Menjador (thermostat)",
                "Menjador/Temperatura (temperature)", "Cuisine (thermostat)", "Cuisine/Température (temperature)",
            ]
        ),
        Rule(
            name: "a middle group for each function",
            project: .list(
                """
                Heizung:
                \tIst:
                3/0/1 Küche 9.001
                3/0/2 Bad 9.001
                \tSoll:
                3/1/1 Küche 9.001
                3/1/2 Bad 9.001
                \tStellgröße:
                3/2/1 Küche 5.001
                3/2/2 Bad 5.001
                """
            ),
            devices: [
                "Heizung/Küche (thermostat)", "Heizung/Küche/Temperatura (temperature)",
                "Heizung/Küche/Válvula (valve)", "Heizung/Bad (thermostat)",
                "Heizung/Bad/Temperatura (temperature)", "Heizung/Bad/Válvula (valve)",
            ]
        ),
        Rule(
            name: "a middle group that is the room, names that are only words of parts",
            project: .list("Clima:\n\tSalón:\n3/0/1 Temperatura 9.001\n3/0/2 Consigna 9.001\n3/0/3 Modo 20.102"),
            devices: [
                "Clima/Salón/Termostato (thermostat)", "Clima/Salón/Termostato/Temperatura (temperature)",
                "Clima/Salón/Termostato/Modo (mode)",
            ]
        ),
        Rule(
            name: "a blind with slats",
            project: .list(
                """
                2/0/1 Blind office up/down 1.008
                2/1/1 Blind office step/stop 1.007
                2/2/1 Blind office position 5.001
                2/4/1 Blind office slat 5.001
                """
            ),
            devices: ["Blind office (blind)", "Blind office/Lamas (slats)"]
        ),
        Rule(
            name: "a socket with a meter, a light, and a plug of something",
            project: .list(
                """
                1/0/1 Enchufe lavadora 1.001
                1/0/2 Enchufe lavadora potencia 14.056
                1/0/3 Enchufe lavadora energía 13.010
                1/0/4 Luz salón 1.001
                1/0/5 Luz salón potencia 14.056
                1/0/6 Termo 1.001
                1/0/7 Termo consumo 13.013
                """
            ),
            devices: [
                "Enchufe lavadora (socket)", "Enchufe lavadora/Potencia (power)", "Enchufe lavadora/Energía (energy)",
                "Luz salón (light)", "Luz salón/Potencia (power)", "Termo", "Termo/Consumo (energy)",
            ]
        ),
        Rule(
            name: "an extractor beside a thermostat, and a fan coil",
            project: .list(
                """
                3/0/1 Baño consigna 9.001
                3/0/2 Baño temperatura 9.001
                3/0/3 Baño ventilador 1.001
                3/1/1 Sala consigna 9.001
                3/1/2 Sala fancoil 5.001
                """
            ),
            devices: [
                "Baño (thermostat)", "Baño/Temperatura (temperature)", "Baño ventilador", "Sala (thermostat)",
                "Sala/Fancoil (fan)",
            ]
        ),
        Rule(
            name: "a light and the consumption of its room",
            project: .list("Planta:\n\tLuces:\n1/0/1 Cocina 1.001\n\tConsumo:\n1/5/1 Cocina potencia 14.056"),
            devices: ["Planta/Luces/Cocina (light)", "Planta/Consumo/Cocina potencia (power)"]
        ),
        Rule(
            name: "a socket and its meter in another middle group, and a light whose name is only that of its room",
            project: Project.list(
                """
                1/0/1 Enchufe horno cocina 1.001
                1/0/2 Cocina 1.001
                1/5/1 Enchufe horno cocina potencia 14.056
                1/5/2 Cocina potencia 14.056
                """
            ).rooms("Cocina"),
            devices: [
                "Cocina/Enchufe horno cocina (socket)", "Cocina/Enchufe horno cocina/Potencia (power)", "Cocina/Cocina",
                "Cocina/Cocina potencia (power)",
            ]
        ),
        Rule(
            name: "one stem in two rooms",
            project: Project.list("3/0/1 Clima temperatura 9.001\n3/1/1 Clima consigna 9.001").rooms("Salón", "Cocina")
                .function("A", in: "Salón", "3/0/1").function("B", in: "Cocina", "3/1/1"),
            devices: ["Salón/A (temperature)", "Cocina/B"]
        ),
        Rule(
            name: "one stem in two main groups",
            project: .list("3/0/1 Clima temperatura 9.001\n4/1/1 Clima consigna 9.001"),
            devices: ["Clima temperatura (temperature)", "Clima consigna"]
        ),
        Rule(
            name: "names that differ in a number",
            project: .list(
                "3/0/1 Zona 1 temperatura 9.001\n3/1/2 Zona 2 consigna 9.001\n3/0/2 Zona 2 temperatura 9.001"
            ),
            devices: [
                "Zona 1 temperatura (temperature)", "Zona 2 (thermostat)", "Zona 2/Temperatura (temperature)",
            ]
        ),
        Rule(
            name: "two temperatures for one set-point",
            project: .list(
                "3/0/1 Salón temperatura 9.001\n3/0/2 Salón temperatura 9.001\n3/1/1 Salón consigna 9.001"
            ),
            devices: ["Salón temperatura (temperature)", "Salón temperatura 2 (temperature)", "Salón consigna"]
        ),
        Rule(
            name: "two set-points for one temperature",
            project: .list(
                "3/0/1 Salón temperatura 9.001\n3/1/1 Salón consigna 9.001\n3/1/2 Salón consigna 9.001"
            ),
            devices: ["Salón temperatura (temperature)", "Salón consigna", "Salón consigna 2"]
        ),
        Rule(
            name: "the set-point in force, beside that of the night",
            project: .list(
                """
                3/0/1 Salón temperatura 9.001
                3/1/1 Salón consigna 9.001
                3/1/2 Salón consigna noche 9.001
                3/1/3 Salón consigna confort 9.001
                """
            ),
            devices: [
                "Salón (thermostat)", "Salón/Temperatura (temperature)", "Salón consigna noche",
                "Salón consigna confort",
            ]
        ),
        Rule(
            name: "temperatures that are not those of the room, and shifts of set-points",
            project: .list(
                """
                3/0/1 Salón temperatura exterior 9.001
                3/0/2 Salón temperatura suelo 9.001
                3/1/1 Salón consigna 9.001
                3/1/2 Salón consigna desplazamiento 9.002
                3/1/3 Salón consigna máxima 9.001
                """
            ),
            devices: [
                "Salón temperatura exterior (temperature)", "Salón temperatura suelo (temperature)", "Salón consigna",
                "Salón consigna desplazamiento", "Salón consigna máxima",
            ]
        ),
        Rule(
            name: "a limit that is no set-point of a room",
            project: .list("3/0/1 Salón temperatura 9.001\n3/1/3 Salón consigna máx. 9.001"),
            devices: ["Salón temperatura (temperature)", "Salón consigna máx."]
        ),
        Rule(
            name: "a device that is called as another element",
            project: .list("1/0/1 Salón 1.001\n3/0/1 Salón temperatura 9.001\n3/1/1 Salón consigna 9.001"),
            devices: ["Salón", "Salón consigna (thermostat)", "Salón consigna/Temperatura (temperature)"]
        ),
        Rule(
            name: "heating and cooling",
            project: .list(
                """
                3/1/1 Büro Sollwert 9.001
                3/3/1 Büro Stellgröße Heizen 5.001
                3/3/2 Büro Stellgröße Kühlen 5.001
                3/4/1 Büro Heizen/Kühlen Umschaltung 1.100
                """
            ),
            devices: [
                "Büro (thermostat)", "Büro/Stellgröße Heizen (valve)", "Büro/Heizen-Kühlen Umschaltung (mode)",
                "Büro Stellgröße Kühlen",
            ]
        ),
        Rule(
            name: "a sector that has the name of the device",
            project: .list(
                "Casa:\n3/0/1 Salón temperatura 9.001\n3/1/1 Salón consigna 9.001\n\tSalón:\n3/3/1 Luz 1.001"
            ),
            devices: [
                "Casa/Salón consigna (thermostat)", "Casa/Salón consigna/Temperatura (temperature)",
                "Casa/Salón/Luz (light)",
            ]
        ),
        Rule(
            name: "a type that is only a guess",
            project: .list(
                "3/0/1 Cosa 9\n3/1/1 Cosa consigna 9.001\n3/0/2 Otra temperatura 9\n3/1/2 Otra consigna 9.001"
            ),
            devices: ["Cosa", "Cosa consigna", "Otra (thermostat)", "Otra/Temperatura (temperature)"]
        ),
    ]

    @Test(arguments: names) func groups(_ rule: Rule) {
        #expect(rule.project.devices().sorted() == rule.devices.sorted())
    }

    @Test func wordsAreThoseOfTheOption() {
        let project = Project.list("Clima:\n\tSalón:\n3/0/1 Temperatura 9.001\n3/0/2 Consigna 9.001")
        #expect(
            project.devices(isEnglish: true) == [
                "Clima/Salón/Thermostat (thermostat)", "Clima/Salón/Thermostat/Temperatura (temperature)",
            ]
        )
    }

    @Test func elementsStayAloneWithoutGrouping() {
        #expect(Project.list(Self.climate).house().devices.allSatisfy { !$0.contains("(") && !$0.contains("/") })
    }

    /// A control value in percent is a level, because a valve has no other values.
    @Test func valveIsALevel() {
        let text = Project.list(Self.climate).house(isGrouped: true).file()
        #expect(
            text.contains(
                """
                      <d:Parte>
                        <Nombre>Stellgröße</Nombre>
                        <d:Papel>valvula</d:Papel>
                        <Tipo>2</Tipo>
                        <k:Nivel estado="3/3/1" dpt="5.001"/>
                      </d:Parte>
                """
            )
        )
    }
}
