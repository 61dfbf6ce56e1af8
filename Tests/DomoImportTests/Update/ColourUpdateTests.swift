import Testing

@testable import DomoImport

/// Colours of lamps that a house file already has.
struct ColourUpdateTests {
    private static let switches = "1/0/1 Tira on/off 1.001\n1/4/1 Tira on/off estado 1.001"
    private static let colours = "\n1/0/2 Tira tono 5.003\n1/0/3 Tira saturación 5.001"
    private static let white = "\n1/0/4 Tira temperatura de color 7.600"

    private func update(_ text: String, with list: String) throws -> HouseUpdate.Result {
        let result = try HouseUpdate.update(
            Array(text.utf8),
            file: "house.xml",
            with: Project.list(list).house(name: "Otra"),
            isEnglish: false,
            source: "b.csv"
        )
        #expect(HouseCheck.faults(in: Array(result.text.utf8), file: "house.xml") == [])
        return result
    }

    @Test func aNewColourIsAddedToItsLamp() throws {
        let old = Project.list(Self.switches).house(name: "Casa").file()
            .replacing("<Nombre>Tira</Nombre>", with: "<Nombre>La tira</Nombre><!-- mine -->")
        let result = try update(old, with: Self.switches + Self.colours + Self.white)
        #expect(result.differences == ["+ 1/0/2 Tira: Color added to La tira"])
        #expect(
            result.text.contains(
                """
                      <Nombre>La tira</Nombre><!-- mine -->
                      <Tipo>1</Tipo>
                      <Tipo>5</Tipo>
                      <d:Color minimo="2700" maximo="6500"/>
                      <k:Binario orden="1/0/1" estado="1/4/1" dpt="1.001"/>
                      <k:Color orden="1/0/2" dpt="5.003">
                        <k:Saturacion orden="1/0/3"/>
                        <k:Blanco orden="1/0/4"/>
                      </k:Color>
                """
            )
        )
        let again = try update(result.text, with: Self.switches + Self.colours + Self.white)
        #expect(again.differences == [])
        #expect(!again.isChanged)
    }

    @Test func newObjectsAreAddedToAColour() throws {
        let old = Project.list(Self.switches + Self.colours).house(name: "Casa").file()
        let list =
            Self.switches + Self.colours + Self.white
            + "\n1/4/2 Tira tono estado 5.003\n1/4/3 Tira saturación estado 5.001"
        let result = try update(old, with: list)
        #expect(
            result.differences == [
                "+ Tira: estado=\"1/4/2\"", "+ Tira Saturacion: estado=\"1/4/3\"", "+ 1/0/4 Tira: Blanco",
            ]
        )
        #expect(result.text.contains("<d:Color minimo=\"2700\" maximo=\"6500\"/>"))
        #expect(try !update(result.text, with: list).isChanged)
    }

    @Test func theRangeThatTheUserSetIsKept() throws {
        let all = Self.switches + Self.colours + Self.white
        let old = Project.list(all).house(name: "Casa").file().replacing("minimo=\"2700\"", with: "minimo=\"2000\"")
        let result = try update(old, with: all + "\n1/4/4 Tira temperatura de color estado 7.600")
        #expect(result.differences == ["+ Tira Blanco: estado=\"1/4/4\""])
        #expect(result.text.contains("<d:Color minimo=\"2000\" maximo=\"6500\"/>"))
    }

    @Test func aColourOfAnotherTypeIsKept() throws {
        let old = Project.list(Self.switches + Self.white).house(name: "Casa").file()
        let list = Self.switches + Self.white + "\n1/0/2 Tira color 232.600\n1/4/2 Tira color estado 232.600"
        let result = try update(old, with: list)
        #expect(result.differences == ["= 1/0/2 Tira: the file has another address for its colour; kept"])
        #expect(!result.text.contains("1/4/2\""))
    }

    @Test func whiteIsNotAddedToALightWithoutARangeForIt() throws {
        let old = Project.list(Self.switches + Self.colours).house(name: "Casa").file()
            .replacing("<Viviendas", with: "<Viviendas xmlns:d=\"urn:domo:house:1\"")
            .replacing("<Nombre>Tira</Nombre>", with: "<Nombre>Tira</Nombre><d:Color modos=\"color\"/>")
        let result = try update(old, with: Self.switches + Self.colours + Self.white)
        #expect(result.differences == ["= 1/0/4 Tira: its light has no range for white; not added"])
    }

    @Test func anEnglishHouseGetsEnglishWords() throws {
        let old = """
            <Houses xmlns:k="urn:domo:knx:1">
              <House>
                <Name>Home</Name>
                <Device>
                  <Name>Strip</Name>
                  <Type>1</Type>
                  <k:Binary command="1/0/1" state="1/4/1"/>
                </Device>
              </House>
            </Houses>
            """
        let result = try update(old, with: Self.switches + Self.white)
        #expect(result.text.contains("<d:Colour modes=\"white\" minimum=\"2700\" maximum=\"6500\"/>"))
        #expect(result.text.contains("<k:Colour command=\"1/0/4\" dpt=\"7.600\"/>"))
    }

    /// Earlier imports made a value of it, and the user may have made scenes for that.
    @Test func aColourThatIsAnElementOfItsOwnIsKept() throws {
        let project = Self.switches + "\n1/0/2 Tira color 232.600"
        let old = Project.list(project).house(name: "Casa").file()
            .replacing("\n      <Tipo>5</Tipo>", with: "")
            .replacing("\n      <k:Color orden=\"1/0/2\" dpt=\"232.600\"/>", with: "")
            .replacing(
                "  </Vivienda>",
                with:
                    "  <Dispositivo><Nombre>Color</Nombre><Tipo>4</Tipo><k:Valor orden=\"1/0/2\" dpt=\"232.600\"/></Dispositivo>\n  </Vivienda>"
            )
        let result = try update(old, with: project)
        #expect(result.differences == ["= 1/0/2 Tira: its colour is used by Color; not changed"])
        #expect(!result.isChanged)
    }

    @Test func aColourThatTheUserRemovedStaysRemoved() throws {
        let project = Self.switches + "\n1/0/2 Tira color 232.600"
        let old = Project.list(project).house(name: "Casa").file()
            .replacing("\n      <Tipo>5</Tipo>", with: "")
            .replacing("\n      <k:Color orden=\"1/0/2\" dpt=\"232.600\"/>", with: "")
        let result = try update(old, with: project)
        #expect(result.differences == ["= 1/0/2 Tira: was removed from the house; not added again"])
    }
}
