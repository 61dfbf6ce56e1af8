import DomoModel
import DomoXML
import Testing

/// `<d:Color>`: what light a lamp of type 5 has.
@Suite struct LightTests {
    private func read(_ light: String, type: Int = 5) -> HouseReading {
        DomoXMLTests.read(
            "<Viviendas xmlns:d=\"urn:domo:house:1\"><Vivienda><Nombre>Casa</Nombre><Dispositivo><Nombre>Tira</Nombre>"
                + "<Tipo>\(type)</Tipo>\(light)</Dispositivo></Vivienda></Viviendas>"
        )
    }

    @Test(arguments: [
        ("", LightModes?.none), ("<d:Color modos='color'/>", LightModes()),
        ("<d:Color minimo='2000' maximo='6500'/>", LightModes(white: 2000...6500)),
        ("<d:Color modos='blanco color' minimo='2700' maximo='2700'/>", LightModes(white: 2700...2700)),
        ("<d:Color modos='blanco' minimo='2700' maximo='6500'/>", LightModes(hasColours: false, white: 2700...6500)),
    ]) func lightIsRead(text: String, light: LightModes?) throws {
        let reading = read(text)
        #expect(reading.diagnostics == [])
        let element = try #require(reading.houses.first?.elements.first)
        #expect(element.types == FacetTypes([.colour]))
        #expect(element.details?.light == light)
    }

    @Test func englishWords() throws {
        let reading = DomoXMLTests.read(
            "<Houses xmlns:d=\"urn:domo:house:1\"><House><Name>Home</Name><Device><Name>Strip</Name><Type>5</Type>"
                + "<d:Colour modes='white' minimum='2700' maximum='6500'/></Device></House></Houses>"
        )
        #expect(reading.diagnostics == [])
        let light = reading.houses.first?.elements.first?.details?.light
        #expect(light == LightModes(hasColours: false, white: 2700...6500))
    }

    @Test(arguments: [
        (
            "<d:Color/>", 5,
            "<Color> has no minimo; expected minimo=\"2700\" maximo=\"6500\", the warmest and the coldest white in K"
        ),
        (
            "<d:Color modos='blanco' minimo='2700'/>", 5,
            "<Color> has no maximo; expected minimo=\"2700\" maximo=\"6500\", the warmest and the coldest white in K"
        ),
        (
            "<d:Color modos='rojo'/>", 5,
            "the attribute modos is \"rojo\"; expected color, blanco or \"color blanco\""
        ),
        (
            "<d:Color minimo='0' maximo='6500'/>", 5,
            "the attribute minimo is \"0\"; expected a whole number of K, 1000–20000"
        ),
        (
            "<d:Color minimo='6500' maximo='2700'/>", 5,
            "minimo of <Color> is 6500, which is above maximo (2700); expected at most the maximum"
        ),
        (
            "<d:Color modos='color' minimo='2700' maximo='6500'/>", 5,
            "<Color> has a range of white, but only colours; add blanco to modos, or remove minimo and maximo"
        ),
        (
            "<d:Color modos='color'/>", 2,
            "<Color> of an element without colours; expected <Tipo> 5 in the element"
        ),
    ]) func wrongLightIsRefused(text: String, type: Int, message: String) {
        let reading = read(text, type: type)
        #expect(reading.diagnostics.map(\.message) == [message])
    }
}
