import DomoModel
import DomoXML
import Testing

/// Elements in kept namespaces.
@Suite struct ExtensionNodeTests {
    private static let knx = "urn:domo:knx:1"

    private func read(_ text: String, file: String = "h.xml", keeping: [String] = [knx]) -> HouseReading {
        HouseReader.read(bytes: Array(text.utf8), file: file, keeping: keeping)
    }

    /// The body starts at line 2, column 1.
    private func house(_ body: String) -> String {
        "<Viviendas xmlns:k=\"\(Self.knx)\" xmlns:f=\"urn:f\" xmlns:d=\"urn:domo:house:1\"><Vivienda><Nombre>Casa</Nombre>\n"
            + body + "\n</Vivienda></Viviendas>\n"
    }

    private func device(_ body: String) -> String {
        house("<Dispositivo><Nombre>Luz</Nombre><Tipo>1</Tipo>\n\(body)</Dispositivo>")
    }

    @Test func nodeOfAPartBelongsToThePart() {
        let reading = read(
            house(
                """
                <Dispositivo><Nombre>Clima</Nombre><k:Valor orden="1/0/1"/><Tipo>4</Tipo>
                <d:Parte><Nombre>Modo</Nombre><Tipo>4</Tipo><k:Valor orden="1/0/2"/></d:Parte>
                <k:Valor orden="1/0/3"/><d:Parte><Nombre>Valvula</Nombre><k:Binario orden="1/0/4"/><Tipo>1</Tipo></d:Parte>
                </Dispositivo><Dispositivo><Nombre>Luz</Nombre><Tipo>1</Tipo><k:Binario orden="1/0/5"/></Dispositivo>
                """
            )
        )
        #expect(reading.diagnostics == [])
        let owners = reading.extensions.map { node in
            guard case .element(let path) = node.owner else { return "" }
            return "\(node.attributes[0].value) \(path)"
        }
        #expect(
            owners == [
                "1/0/1 Casa/Clima", "1/0/2 Casa/Clima/Modo", "1/0/3 Casa/Clima", "1/0/4 Casa/Clima/Valvula",
                "1/0/5 Casa/Luz",
            ]
        )
    }

    @Test func nodeKeepsItsPositionAttributesAndChildren() {
        let reading = read(
            device("  <k:Binario orden=\"1/0/1\" estado=' 1/4/1 '>\n    <k:Escucha grupo=\"0/0/1\"/></k:Binario>")
        )
        #expect(reading.diagnostics == [])
        let owner = ExtensionNode.Owner.element(path: "Casa/Luz")
        let child = ExtensionNode(
            namespace: Self.knx,
            name: "Escucha",
            attributes: [.init(name: "grupo", value: "0/0/1")],
            owner: owner,
            file: "h.xml",
            line: 4,
            column: 5
        )
        let expected = ExtensionNode(
            namespace: Self.knx,
            name: "Binario",
            attributes: [.init(name: "orden", value: "1/0/1"), .init(name: "estado", value: "1/4/1")],
            children: [child],
            owner: owner,
            file: "h.xml",
            line: 3,
            column: 3
        )
        #expect(reading.extensions == [expected])
        #expect(reading.houses == DomoXMLTests.read(device("")).houses)
    }

    @Test func eachNodeHasItsOwner() {
        let body = """
            <k:a/><Dispositivo><k:b/><Nombre>Luz</Nombre><Tipo>1</Tipo><k:c/></Dispositivo>
            <Sector><k:d/><Nombre>Salón</Nombre><k:e/>
            <Servicio><Nombre>Riego</Nombre><Tipo>1</Tipo></Servicio>
            <Sector><Nombre>Rincón</Nombre><Servicio><Nombre>Luz</Nombre><k:f/><Tipo>1</Tipo></Servicio><k:g/></Sector>
            <k:h/></Sector><k:i/>
            """
        let reading = read(house(body))
        #expect(reading.diagnostics == [])
        let owners = Dictionary(uniqueKeysWithValues: reading.extensions.map { ($0.name, $0.owner) })
        #expect(
            owners == [
                "a": .place(path: "Casa"), "b": .element(path: "Casa/Luz"), "c": .element(path: "Casa/Luz"),
                "d": .place(path: "Casa/Salón"), "e": .place(path: "Casa/Salón"),
                "f": .element(path: "Casa/Salón/Rincón/Luz"), "g": .place(path: "Casa/Salón/Rincón"),
                "h": .place(path: "Casa/Salón"), "i": .place(path: "Casa"),
            ]
        )
        #expect(reading.extensions.map(\.name) == ["a", "b", "c", "d", "e", "f", "g", "h", "i"])
    }

    @Test func otherNamespacesAreIgnored() {
        let text = device("<k:Binario a='1'>text<k:b/></k:Binario><f:a><k:b/></f:a>")
        for kept in [[], ["urn:other"]] {
            let reading = read(text, keeping: kept)
            #expect(reading.diagnostics == [])
            #expect(reading.extensions == [])
        }
        #expect(read(device("<f:a><k:b/></f:a>")).extensions == [])
    }

    /// An element that is missing its prefix must not be ignored.
    @Test func childrenOfTheHouseVocabularyAreKeptToo() {
        let nodes = read(device("<k:Binario><Escucha/><d:Unidad/></k:Binario>")).extensions
        #expect(nodes.map { $0.children.map(\.namespace) } == [["", "urn:domo:house:1"]])
    }

    @Test func foreignContentOfANodeIsIgnored() {
        let reading = read(device("<k:a f:b='1'><f:x y='2'>text<k:c/></f:x><k:d/></k:a>"))
        #expect(reading.diagnostics == [])
        #expect(reading.extensions.map { $0.children.map(\.name) } == [["d"]])
        #expect(reading.extensions.first?.attributes == [])
    }

    @Test(arguments: [
        ("caf&#233; &amp; t&#xE9; &lt;&quot;", "café & té <\""), ("&amp;#38;", "&#38;"), (" a\n\tb ", "a  b"), ("", ""),
    ])
    func attributeValuesAreUnescaped(written: String, value: String) {
        #expect(read(device("<k:a v=\"\(written)\"/>")).extensions.first?.attributes.map(\.value) == [value])
    }

    @Test(arguments: [
        (
            "<Dispositivo><Nombre>a</Nombre><Tipo>1</Tipo><k:Binario>1/0/1</k:Binario></Dispositivo>",
            "2:57: error: text in <Binario>; expected only attributes and elements"
        ),
        (
            "<Dispositivo><Nombre>a</Nombre><Tipo>1</Tipo><k:Binario k:orden='1/0/1'/></Dispositivo>",
            "2:46: error: the attribute orden of <Binario> has a prefix; remove the prefix"
        ),
        (
            "<d:Lugar latitud='1' longitud='2'><k:Expone/></d:Lugar>",
            "2:35: error: misplaced element <Expone> in <Lugar>; expected it in a house, a sector, a device or a service"
        ),
        (
            "<Sector><Nombre>S<k:Expone/></Nombre></Sector>",
            "2:18: error: unknown element <Expone> (urn:domo:knx:1) in <Nombre>; expected only text"
        ),
        (
            "<Dispositivo k:grupo='1/2/3'><Nombre>a</Nombre><Tipo>1</Tipo></Dispositivo>",
            "2:1: error: unknown attribute grupo of <Dispositivo>; expected no attributes"
        ),
        (
            "</Vivienda><k:Expone/><Vivienda><Nombre>B</Nombre>",
            "2:12: error: misplaced element <Expone> in <Viviendas>; "
                + "expected it in a house, a sector, a device or a service"
        ),
    ])
    func invalidContentOfANodeIsAnError(body: String, expected: String) {
        let reading = read(house(body))
        #expect(reading.diagnostics.map(\.description).filter { $0.contains("error") } == ["h.xml:" + expected])
        #expect(reading.extensions == [])
    }

    @Test func fileThatEndsInANodeReportsTheMissingEndTag() {
        let text = "<Viviendas xmlns:k=\"\(Self.knx)\"><Vivienda><Nombre>Casa</Nombre>\n<k:Expone>"
        #expect(
            read(text).diagnostics.map(\.message) == [
                "unexpected end of file; expected the end tag of <Expone> of line 2"
            ]
        )
    }

    @Test func nodesOfAFileWithErrorsAreNotRead() {
        #expect(read(device("<k:Binario/><Tipo>7</Tipo>")).extensions == [])
    }

    @Test func readingsOfSeveralFilesKeepTheNodesOfAll() {
        func file(_ house: String) -> HouseReading {
            read(
                "<Viviendas xmlns:k='\(Self.knx)'><Vivienda><Nombre>\(house)</Nombre><k:a/></Vivienda></Viviendas>",
                file: "\(house).xml"
            )
        }
        let merged = HouseReading.merge([file("A"), file("B")])
        #expect(merged.extensions.map(\.file) == ["A.xml", "B.xml"])
        #expect(merged.extensions.map(\.owner) == [.place(path: "A"), .place(path: "B")])
        #expect(HouseReading.merge([file("A"), file("A")]).extensions == [])
    }

    @Test func nodesNestNoDeeperThanSectors() {
        let deep = String(repeating: "<k:a>", count: 300) + String(repeating: "</k:a>", count: 300)
        let reading = read(device(deep))
        #expect(reading.diagnostics.map(\.message).first?.hasPrefix("the file is nested too deep") == true)
    }
}
