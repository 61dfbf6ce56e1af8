import DomoModel
import DomoXML
import Testing

/// Elements that domo itself holds, and their initial values.
@Suite struct VirtualTests {
    private static func element(_ content: String, isEnglish: Bool = false) -> Element? {
        let (root, house, name, device) =
            isEnglish ? ("Houses", "House", "Name", "Device") : ("Viviendas", "Vivienda", "Nombre", "Dispositivo")
        let text = """
            <\(root) xmlns:d="urn:domo:house:1"><\(house)><\(name)>Casa</\(name)>
            <\(device)><\(name)>A</\(name)>\(content)</\(device)></\(house)></\(root)>
            """
        let reading = HouseReader.read(bytes: Array(text.utf8), file: "h.xml")
        #expect(reading.diagnostics == [])
        return reading.houses.first?.elements.first
    }

    @Test(arguments: [
        ("<Tipo>1</Tipo><d:Virtual/>", Value.off), ("<Tipo>1</Tipo><d:Virtual>on</d:Virtual>", .on),
        ("<Tipo>2</Tipo><d:Virtual/>", .level(.zero)),
        ("<Tipo>2</Tipo><Tipo>1</Tipo><d:Virtual> 40 </d:Virtual>", .level(Percent(40)!)),
        ("<Tipo>2</Tipo><Tipo>1</Tipo><d:Virtual>on</d:Virtual>", .on), ("<Tipo>4</Tipo><d:Virtual/>", .text("")),
        ("<Tipo>4</Tipo><d:Virtual>fuera de casa</d:Virtual>", .text("fuera de casa")),
        ("<Tipo>4</Tipo><d:Virtual>21.5</d:Virtual>", .number(21.5)),
        // A number needs a number.
        ("<Tipo>4</Tipo><d:Unidad>°C</d:Unidad><d:Virtual/>", .number(0)),
        ("<Tipo>4</Tipo><d:Minimo>15</d:Minimo><d:Virtual/>", .number(15)),
        ("<Tipo>4</Tipo><d:Maximo>-5</d:Maximo><d:Virtual/>", .number(-5)),
        ("<d:Virtual/><Tipo>4</Tipo><d:Minimo>-5</d:Minimo><d:Paso>2</d:Paso>", .number(-5)),
        ("<Tipo>1</Tipo><Tipo>4</Tipo><d:Virtual>noche</d:Virtual>", .text("noche")),
    ])
    func initialValueIsRead(content: String, value: Value) throws {
        let element = try #require(Self.element(content))
        #expect(element.isVirtual)
        #expect(element.details?.initial == value)
    }

    @Test func wordIsTheSameInEnglish() throws {
        let element = try #require(Self.element("<Type>1</Type><d:Virtual>on</d:Virtual>", isEnglish: true))
        #expect(element.details?.initial == .on)
    }

    @Test func otherElementsAreNotVirtual() throws {
        #expect(try !#require(Self.element("<Tipo>1</Tipo>")).isVirtual)
        #expect(try !#require(Self.element("<Tipo>1</Tipo><d:Icono>lamp</d:Icono>")).isVirtual)
    }
}
