import Testing

@testable import DomoImport

/// Elements of a house imported before that belong to one device: offered, and grouped only on request.
struct HouseGroupingTests {
    private static let climate = Project.list(
        """
        Clima:
        3/0/1 Salón temperatura 9.001
        3/1/1 Salón consigna 9.001
        3/2/1 Salón modo 20.102
        3/3/1 Salón válvula 5.001
        1/0/1 Luz 1.001
        """
    )

    /// The house of an import that knew no devices.
    private static var old: String { climate.house(name: "Casa").file() }

    private func update(
        _ text: String,
        with project: Project = climate,
        _ grouping: HouseUpdate.Grouping = .offered
    ) throws -> HouseUpdate.Result {
        let result = try HouseUpdate.update(
            Array(text.utf8),
            file: "house.xml",
            with: project.house(name: "Otra", isGrouped: grouping != .never),
            isEnglish: false,
            source: "b.csv",
            grouping: grouping
        )
        #expect(HouseCheck.faults(in: Array(result.text.utf8), file: "house.xml") == [])
        return result
    }

    @Test func groupingIsOffered() throws {
        let result = try update(Self.old)
        #expect(
            result.differences == [
                "* 3/1/1 Salón consigna: one device with Salón temperatura, Salón modo, Salón válvula; --group makes them "
                    + "its parts"
            ]
        )
        #expect(!result.isChanged)
        #expect(result.renames.isEmpty)
        #expect(result.text == Self.old)
    }

    @Test func noOfferIsMadeOnRequest() throws {
        let result = try update(Self.old, .never)
        #expect(result.differences == [])
        #expect(result.text == Self.old)
    }

    @Test func elementsBecomePartsOnRequest() throws {
        let result = try update(Self.old, .done)
        #expect(
            result.differences == [
                "+ 3/1/1 Salón consigna: now one device, with the parts Salón temperatura, Salón modo, Salón válvula"
            ]
        )
        #expect(
            result.text.contains(
                """
                      <Dispositivo>
                        <Nombre>Salón consigna</Nombre>
                        <d:Clase>termostato</d:Clase>
                        <d:Unidad>°C</d:Unidad>
                        <Tipo>4</Tipo>
                        <k:Valor orden="3/1/1" dpt="9.001"/>
                        <d:Parte>
                          <Nombre>Temperatura</Nombre>
                          <d:Papel>temperatura</d:Papel>
                          <d:Unidad>°C</d:Unidad>
                          <Tipo>4</Tipo>
                          <k:Valor estado="3/0/1" dpt="9.001"/>
                        </d:Parte>
                        <d:Parte>
                          <Nombre>Modo</Nombre>
                          <d:Papel>modo</d:Papel>
                          <Tipo>4</Tipo>
                          <k:Valor orden="3/2/1" dpt="20.102"/>
                        </d:Parte>
                """
            )
        )
        let again = try update(result.text, .done)
        #expect(again.differences == [])
        #expect(!again.isChanged)
        #expect(again.renames.isEmpty)
        #expect(try update(result.text).differences == [])
    }

    @Test func everyMovedElementHasARename() throws {
        let result = try update(Self.old, .done)
        #expect(
            result.renames.map { "\($0.old) → \($0.new)" } == [
                "Casa/Clima/Salón temperatura → Casa/Clima/Salón consigna/Temperatura",
                "Casa/Clima/Salón modo → Casa/Clima/Salón consigna/Modo",
                "Casa/Clima/Salón válvula → Casa/Clima/Salón consigna/Válvula",
            ]
        )
    }

    /// The types of existing elements are kept, and their roles are those that they allow.
    @Test func valueOfAValveKeepsItsType() throws {
        let old = Project.list("3/1/1 Bad Sollwert 9.001\n3/3/1 Bad Stellgröße 5.001")
        let result = try update(old.house(name: "Casa").file(), with: old, .done)
        #expect(
            result.text.contains(
                """
                      <d:Parte>
                        <Nombre>Stellgröße</Nombre>
                        <d:Unidad>%</d:Unidad>
                        <Tipo>4</Tipo>
                        <k:Valor estado="3/3/1" dpt="5.001"/>
                      </d:Parte>
                """
            )
        )
    }

    @Test func editsAreKept() throws {
        let text = Self.old
            .replacing("<Nombre>Salón consigna</Nombre>", with: "<Nombre>Clima</Nombre>")
            .replacing(
                "<Nombre>Salón modo</Nombre>",
                with: "<Nombre>Programa</Nombre><!-- mine -->\n        <d:Etiqueta>P</d:Etiqueta>"
            )
            .replacing("<Nombre>Casa</Nombre>", with: "<Nombre>Mi casa</Nombre>")
        let result = try update(text, .done)
        #expect(
            result.text.contains(
                "<Nombre>Programa</Nombre>\n          <d:Papel>modo</d:Papel><!-- mine -->\n          <d:Etiqueta>P</d:Etiqueta>"
            )
        )
        #expect(
            result.renames.map { "\($0.old) → \($0.new)" } == [
                "Mi casa/Clima/Salón temperatura → Mi casa/Clima/Clima/Temperatura",
                "Mi casa/Clima/Programa → Mi casa/Clima/Clima/Programa",
                "Mi casa/Clima/Salón válvula → Mi casa/Clima/Clima/Válvula",
            ]
        )
    }

    private static let elsewhere: [(change: (from: String, to: String), kept: String)] = [
        // On the floor plan.
        (
            ("<Nombre>Salón modo</Nombre>", #"<Nombre>Salón modo</Nombre><d:Posicion x="0.5" y="0.5"/>"#),
            #"<d:Posicion x="0.5" y="0.5"/>"#
        ),
        // A class that the import didn't write.
        (
            ("<Nombre>Salón válvula</Nombre>", "<Nombre>Salón válvula</Nombre><d:Clase>ventilador</d:Clase>"),
            "<d:Clase>ventilador</d:Clase>"
        ),
        // A service is no part of a device.
        (
            (
                "<Dispositivo>\n        <Nombre>Salón modo</Nombre>\n        <Tipo>4</Tipo>\n"
                    + "        <k:Valor orden=\"3/2/1\" dpt=\"20.102\"/>\n      </Dispositivo>",
                "<Servicio><Nombre>Salón modo</Nombre><Tipo>4</Tipo><k:Valor orden=\"3/2/1\" dpt=\"20.102\"/></Servicio>"
            ), "<Servicio>"
        ),
        // In another place.
        (
            (
                "<Dispositivo>\n        <Nombre>Salón modo</Nombre>\n        <Tipo>4</Tipo>\n"
                    + "        <k:Valor orden=\"3/2/1\" dpt=\"20.102\"/>\n      </Dispositivo>",
                "<Sector><Nombre>Otro</Nombre><Dispositivo><Nombre>M</Nombre><Tipo>4</Tipo>"
                    + "<k:Valor orden=\"3/2/1\" dpt=\"20.102\"/></Dispositivo></Sector>"
            ), "<Nombre>M</Nombre><Tipo>4</Tipo>"
        ),
    ]

    @Test(arguments: elsewhere.indices) func whatAPartCantHaveStaysAlone(index: Int) throws {
        let (change, kept) = Self.elsewhere[index]
        let text = Self.old.replacing(change.from, with: change.to)
        try #require(text != Self.old)
        let result = try update(text, .done)
        #expect(result.renames.count == 2)
        #expect(result.text.contains(kept))
    }

    @Test func deviceWithTheNameOfASectorIsNotMade() throws {
        let text = Self.old.replacing(
            "<Nombre>Clima</Nombre>",
            with: "<Nombre>Clima</Nombre><Sector><Nombre>Salón consigna</Nombre></Sector>"
        )
        let result = try update(text, .done)
        #expect(result.differences == [])
        #expect(result.text == text)
    }

    @Test func rolesAndClassesOfTheUserAreKept() throws {
        let text = Self.old.replacing(
            "<Nombre>Salón consigna</Nombre>",
            with: "<Nombre>Salón consigna</Nombre><d:Clase>temperatura</d:Clase>"
        ).replacing(
            "<k:Valor orden=\"3/1/1\" dpt=\"9.001\"/>",
            with:
                "<k:Valor orden=\"3/1/1\" dpt=\"9.001\"/><d:Parte><Nombre>Temperatura</Nombre><d:Papel>temperatura</d:Papel>"
                + "<Tipo>4</Tipo></d:Parte>"
        )
        let result = try update(text, .done)
        #expect(result.text.contains("<d:Clase>temperatura</d:Clase>"))
        #expect(!result.text.contains("termostato"))
        #expect(result.text.contains("<Nombre>Temperatura 2</Nombre>"))
        // A class of temperatures allows no modes.
        #expect(!result.text.contains("<d:Papel>modo</d:Papel>"))
    }

    /// A blind has no power, so that the device gets no class.
    @Test func partsOfTheUserDecideAboutTheClass() throws {
        let blind = Project.list("2/0/1 Jalousie Auf/Ab 1.008\n2/0/2 Jalousie Lamelle 5.001")
        let text = blind.house(name: "Casa").file().replacing(
            "<Viviendas ",
            with: "<Viviendas xmlns:d=\"urn:domo:house:1\" "
        )
        .replacing(
            "<k:Movimiento orden=\"2/0/1\"/>",
            with: "<k:Movimiento orden=\"2/0/1\"/><d:Parte><Nombre>P</Nombre><d:Papel>potencia</d:Papel><Tipo>4</Tipo>"
                + "</d:Parte>"
        )
        try #require(text.contains("potencia"))
        let result = try update(text, with: blind, .done)
        #expect(result.text.contains("<d:Papel>lamas</d:Papel>"))
        #expect(!result.text.contains("<d:Clase>"))
    }

    /// The user has put what the import would separate into one element.
    @Test func elementForTwoPartsIsMovedOnce() throws {
        let devices = Project.list(
            "3/0/1 A temperatura 9.001\n3/1/1 A consigna 9.001\n3/0/2 B temperatura 9.001\n3/1/2 B consigna 9.001\n"
                + "3/2/1 A humedad 9.007"
        )
        let text = """
            <Viviendas xmlns:k="urn:domo:knx:1"><Vivienda><Nombre>Casa</Nombre>
            <Dispositivo><Nombre>Todo</Nombre><Tipo>4</Tipo><k:Valor estado="3/0/1 3/0/2 3/2/1" dpt="9.001"/></Dispositivo>
            <Dispositivo><Nombre>A</Nombre><Tipo>4</Tipo><k:Valor orden="3/1/1" dpt="9.001"/></Dispositivo>
            <Dispositivo><Nombre>B</Nombre><Tipo>4</Tipo><k:Valor orden="3/1/2" dpt="9.001"/></Dispositivo>
            </Vivienda></Viviendas>
            """
        let result = try update(text, with: devices, .done)
        #expect(result.renames.map { "\($0.old) → \($0.new)" } == ["Casa/Todo → Casa/A/Todo"])
    }

    @Test func newPartIsNotAddedToADeviceThatCantBeMade() throws {
        var second = Self.climate
        second.groups += Project.list("3/4/1 Salón humedad 9.007").groups.map { group in
            var group = group
            group.range = 0
            return group
        }
        let text = Self.old.replacing(
            "<Nombre>Clima</Nombre>",
            with: "<Nombre>Clima</Nombre><Sector><Nombre>Salón consigna</Nombre></Sector>"
        )
        #expect(try update(text, with: second, .done).differences == ["+ 3/4/1 Salón humedad: new, in Clima"])
        // Otherwise it is added together with the others.
        let made = try update(Self.old, with: second, .done)
        #expect(made.differences.first == "+ 3/4/1 Humedad: new, a part of Salón consigna")
        #expect(made.renames.count == 3)
    }

    @Test func newDeviceAvoidsTheNameOfASector() throws {
        var second = Self.climate
        second.groups += Project.list("3/0/2 Bad Ist-Temperatur 9.001\n3/1/2 Bad Sollwert 9.001").groups
        let text = Self.climate.house(name: "Casa", isGrouped: true).file()
            .replacing("<Nombre>Casa</Nombre>", with: "<Nombre>Casa</Nombre><Sector><Nombre>Bad</Nombre></Sector>")
        #expect(try update(text, with: second).text.contains("<Nombre>Bad 2</Nombre>\n      <d:Clase>termostato"))
    }

    @Test func newElementOfADeviceIsAPart() throws {
        let first = Self.climate.house(name: "Casa", isGrouped: true).file()
        var second = Self.climate
        second.groups += Project.list("3/4/1 Salón humedad 9.007\n3/4/2 Baño humedad 9.007").groups.map { group in
            var group = group
            group.range = 0
            return group
        }
        let result = try update(first, with: second)
        #expect(
            result.differences == [
                "+ 3/4/1 Humedad: new, a part of Salón", "+ 3/4/2 Baño humedad: new, in Clima",
            ]
        )
        #expect(result.text.contains("<Nombre>Humedad</Nombre>\n          <d:Papel>humedad</d:Papel>"))
        #expect(try update(result.text, with: second).differences == [])
    }

    @Test func newDeviceHasParts() throws {
        var second = Self.climate
        second.groups += Project.list("3/0/2 Bad Ist-Temperatur 9.001\n3/1/2 Bad Sollwert 9.001").groups
        let result = try update(Self.climate.house(name: "Casa", isGrouped: true).file(), with: second)
        #expect(result.differences == ["+ 3/1/2 Bad: new, in Otra"])
        #expect(result.text.contains("<Nombre>Ist-Temperatur</Nombre>"))
    }

    @Test func removedPartStaysRemoved() throws {
        let text = Self.climate.house(name: "Casa", isGrouped: true).file()
        let start = try #require(text.firstRange(of: "        <d:Parte>\n          <Nombre>Modo"))
        let end = try #require(text[start.upperBound...].firstRange(of: "</d:Parte>\n"))
        var edited = text
        edited.removeSubrange(start.lowerBound..<end.upperBound)
        let result = try update(edited)
        #expect(result.differences == ["= 3/2/1 Salón modo: was removed from the house; not added again"])
        #expect(result.text == edited)
    }

    @Test func groupedHouseChangesNothing() throws {
        let text = Self.climate.house(name: "Casa", isGrouped: true).file()
        for grouping in [HouseUpdate.Grouping.offered, .done, .never] {
            let result = try update(text, grouping)
            #expect(result.differences == [])
            #expect(!result.isChanged)
        }
    }

    /// A house file in English has English words for everything.
    @Test func englishHouseStaysEnglish() throws {
        let text = Self.old.replacing("Viviendas", with: "Houses").replacing("Vivienda>", with: "House>")
            .replacing("Nombre>", with: "Name>").replacing("Tipo>", with: "Type>").replacing("Unidad>", with: "Unit>")
            .replacing("Dispositivo>", with: "Device>")
        var second = Self.climate
        second.groups += Project.list("1/0/7 Enchufe 1.001").groups
        let result = try update(text, with: second, .done)
        #expect(result.text.contains("<d:Class>thermostat</d:Class>"))
        #expect(result.text.contains("<d:Part>\n          <Name>Modo</Name>\n          <d:Role>mode</d:Role>"))
        #expect(result.text.contains("<Name>Enchufe</Name>\n      <d:Class>socket</d:Class>\n      <Type>1</Type>"))
    }
}
