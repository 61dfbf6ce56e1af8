import DomoModel
import DomoXML
import Testing

/// Push buttons, and what orders for places reach.
@Suite struct ButtonTests {
    private static func read(_ device: String, isEnglish: Bool = false) -> HouseReading {
        let (root, house, name) = isEnglish ? ("Houses", "House", "Name") : ("Viviendas", "Vivienda", "Nombre")
        return DomoXMLTests.read(
            "<\(root) xmlns:d=\"urn:domo:house:1\"><\(house)><\(name)>Casa</\(name)>\(device)</\(house)></\(root)>"
        )
    }

    private static func device(_ inner: String, type: Int = 1) -> String {
        "<Dispositivo><Nombre>A</Nombre><Tipo>\(type)</Tipo>\(inner)</Dispositivo>"
    }

    @Test(arguments: [
        ("<d:Pulsador/>", Details.Button()), ("<d:Pulsador>on</d:Pulsador>", Details.Button()),
        ("<d:Pulsador> off </d:Pulsador>", Details.Button(value: .off)),
        ("<d:Pulsador pulso=\"1s\"/>", Details.Button(pulse: .seconds(1))),
        ("<d:Pulsador pulso=\"250ms\">off</d:Pulsador>", Details.Button(value: .off, pulse: .milliseconds(250))),
    ])
    func buttonIsRead(text: String, button: Details.Button) {
        let reading = Self.read(Self.device(text))
        #expect(reading.diagnostics == [])
        #expect(reading.houses.first?.elements.first?.details?.button == button)
    }

    @Test func englishWordsAreRead() {
        let reading = Self.read(
            "<Device><Name>A</Name><Type>1</Type><d:Button pulse=\"2s\">on</d:Button><d:NotInGroups/></Device>"
                + "<Device><Name>B</Name><Type>1</Type><d:InGroups/></Device>",
            isEnglish: true
        )
        #expect(reading.diagnostics == [])
        let details = reading.houses.first?.elements.map(\.details)
        #expect(details?[0]?.button == Details.Button(pulse: .seconds(2)))
        #expect(details?.map { $0?.inGroups } == [false, true])
    }

    @Test func partsCanBeButtons() {
        let reading = Self.read(
            Self.device("<d:Parte><Nombre>B</Nombre><Tipo>1</Tipo><d:Pulsador/></d:Parte>", type: 4)
        )
        #expect(reading.diagnostics == [])
        #expect(reading.houses.first?.elements.last?.details?.button == Details.Button())
    }

    @Test(arguments: [
        ("<d:Pulsador>press</d:Pulsador>", 1, "expected what is sent when it is pressed: on, off, or nothing for on"),
        ("<d:Pulsador pulso=\"1ms\"/>", 1, "expected a time of 100ms to 10m: 1s"),
        ("<d:Pulsador pulse=\"1s\"/>", 1, "expected only the attribute pulso"),
        ("<d:Pulsador/>", 2, "expected <Tipo> 1 in the element"),
        ("<d:Pulsador/><d:Virtual/>", 1, "remove one of them: domo has nothing to press there"),
        ("<d:Pulsador/><d:SoloLectura/>", 1, "remove one of them"),
        ("<d:Pulsador/><d:Pulsador/>", 1, "the first one is in line 1"),
        ("<d:EnGrupo/><d:SinGrupo/>", 1, "remove one of them"),
        ("<d:EnGrupo>yes</d:EnGrupo>", 1, "expected"),
    ])
    func mistakesAreReported(text: String, type: Int, expected: String) {
        let diagnostics = Self.read(Self.device(text, type: type)).diagnostics
        #expect(diagnostics.count == 1, "\(diagnostics)")
        #expect(diagnostics.first?.message.contains(expected) == true, "\(diagnostics)")
    }

    @Test func placesHaveNeither() {
        #expect(Self.read("<d:SinGrupo/>" + Self.device("")).hasErrors)
        #expect(Self.read("<d:Pulsador/>" + Self.device("")).hasErrors)
    }
}
