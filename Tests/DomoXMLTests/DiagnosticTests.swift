import DomoXML
import Testing

@Suite struct DiagnosticTests {
    private static let types = "1 (binary), 2 (regulable), 3 (bidirectional), 4 (value) or 5 (colour)"
    private static let named = "<Nombre>a</Nombre><Tipo>1</Tipo>"

    @Test(arguments: [
        // The root.
        ("", ["1:1: error: the file is empty; expected <Viviendas> or <Houses>"]),
        ("<casa/>", ["1:1: error: the root is <casa>; expected <Viviendas> or <Houses>, in no namespace"]),
        ("\n <Viviendas", ["2:12: error: unexpected end of file; expected </Viviendas>"]),
        ("<Viviendas/>", ["1:13: warning: <Viviendas> is empty; expected a <Vivienda>"]),
        // Text where none is allowed. A CDATA section is reported before its lines are counted.
        (
            house("<Sector><Nombre>A</Nombre><![CDATA[x\ny\nz]]></Sector>"),
            [
                "2:36: error: text in <Sector>; expected <Nombre>, <Servicio>, <Dispositivo> or <Sector>, "
                    + "no text"
            ]
        ),
        (
            house("<Sector><Nombre>A</Nombre><![CDATA[\n\n  x\n]]></Sector>"),
            [
                "4:3: error: text in <Sector>; expected <Nombre>, <Servicio>, <Dispositivo> or <Sector>, "
                    + "no text"
            ]
        ),
        // Names.
        (
            device("<Tipo>1</Tipo>"),
            ["2:1: error: <Dispositivo> has no <Nombre>; expected a <Nombre> first"]
        ),
        (
            house("<Sector/>"), ["2:1: error: <Sector> has no <Nombre>; expected a <Nombre> first"]
        ),
        (
            device("<Tipo>1</Tipo><Nombre>a</Nombre>"),
            ["2:28: error: misplaced <Nombre>; it must come first in what it names"]
        ),
        (device("\(named)\n<Nombre>b</Nombre>"), ["3:1: error: duplicate <Nombre>; the first one is in line 2"]),
        (
            device("<Nombre> </Nombre><Tipo>1</Tipo>"),
            [
                "2:14: error: <Nombre> is empty; expected 1–200 characters, no / and no control characters"
            ]
        ),
        (
            device("<Nombre>a/b</Nombre><Tipo>1</Tipo>"),
            [
                "2:14: error: <Nombre> contains a /; expected 1–200 characters, no / and no control characters"
            ]
        ),
        // Types.
        (
            device("<Nombre>a</Nombre>"),
            [
                "2:1: error: <Dispositivo> has no <Tipo>; expected at least one, \(Self.types)"
            ]
        ),
        (
            device("<Nombre>a</Nombre><Tipo>7</Tipo>"),
            [
                "2:32: error: <Tipo> is \"7\"; "
                    + "expected 1 (binary), 2 (regulable), 3 (bidirectional), 4 (value) or 5 (colour)"
            ]
        ),
        (
            device("\(named)<Tipo>2</Tipo>\n\n  <Tipo>1</Tipo>"),
            ["4:3: error: duplicate <Tipo> 1; the first one is in line 2"]
        ),
        // Misplaced content.
        (
            house("<Sector><Nombre>s</Nombre><Luz><Nombre/></Luz></Sector>"),
            [
                "2:27: error: unknown element <Luz> in <Sector>; "
                    + "expected <Nombre>, <Servicio>, <Dispositivo> or <Sector>"
            ]
        ),
        (
            device("\(named)<Unidad>m</Unidad>"),
            [
                "2:46: error: <Unidad> has no namespace; "
                    + "expected <d:Unidad>, with xmlns:d=\"urn:domo:house:1\" in the first tag"
            ]
        ),
        (
            house("ñandú <Sector><Nombre>s</Nombre></Sector> más"),
            [
                "2:1: error: text in <Vivienda>; "
                    + "expected <Nombre>, <Servicio>, <Dispositivo> or <Sector>, no text",
                "2:7: warning: sector \"s\" is empty; expected a device, a service or a sector",
                "2:43: error: text in <Vivienda>; "
                    + "expected <Nombre>, <Servicio>, <Dispositivo> or <Sector>, no text",
            ]
        ),
        (
            house("<Sector\n  a='1'\n  b='2'><Nombre>s</Nombre></Sector>"),
            [
                "2:1: error: unknown attribute a of <Sector>; expected no attributes",
                "2:1: error: unknown attribute b of <Sector>; expected no attributes",
            ]
        ),
        // Duplicate names.
        (
            house(
                """
                <Sector><Nombre>s</Nombre>
                  <Dispositivo>\(named)</Dispositivo>
                  <Sector><Nombre>t</Nombre><Servicio><Nombre>b</Nombre><Tipo>1</Tipo></Servicio></Sector>
                  <Servicio>
                    <Nombre> a </Nombre><Tipo>4</Tipo>
                  </Servicio>
                </Sector>
                """
            ),
            [
                "6:5: error: duplicate element name \"a\"; "
                    + "it is already used in the same place, in line 3"
            ]
        ),
        (
            house(
                "<Dispositivo>\(named)</Dispositivo>\n<Sector><Nombre>s</Nombre><Dispositivo>\(named)</Dispositivo></Sector>"
            ),
            []
        ),
        (
            house(
                "<Sector><Nombre>s</Nombre><Dispositivo>\(named)</Dispositivo></Sector>\n<Sector><Nombre>s</Nombre></Sector>"
            ),
            [
                "3:9: error: duplicate sector name \"s\"; "
                    + "it is already used in the same place, in line 2"
            ]
        ),
        // Not well-formed.
        (
            house("<Sector></Vivienda>"),
            ["2:20: error: </Vivienda> does not match <Sector> of line 2; expected </Sector>"]
        ),
        (
            device("<Nombre>a & b</Nombre>"),
            ["2:25: error: stray < or &; write &lt; or &amp; in a text"]
        ),
        (
            house("<k:a/>"),
            [
                "2:1: error: undefined namespace prefix k; "
                    + "expected xmlns:k=\"urn:domo:house:1\" (for KNX \"urn:domo:knx:1\") in the first tag"
            ]
        ),
        (
            "<Viviendas>\n <Vivienda>\n  <Nombre>a</Nombre>\n",
            ["3:21: error: unexpected end of file; expected </Vivienda> for line 2"]
        ),
        (
            "<!DOCTYPE a><Viviendas/>",
            [
                "1:1: error: the file has a <!DOCTYPE>; "
                    + "expected none: a house file defines no entities and names no other files"
            ]
        ),
        // Extensions.
        (device("\(named)<d:Paso>0</d:Paso>"), ["2:46: error: <Paso> is 0; expected a number above 0"]),
        (
            device("\(named)<d:Minimo>2.5</d:Minimo><d:Maximo>2</d:Maximo>"),
            ["2:1: error: <Minimo> 2.5 is above <Maximo> 2; expected at most the maximum"]
        ),
        (
            device("\(named)<d:Posicion x='0' y='2'/>"),
            ["2:46: error: the attribute y is \"2\"; expected a number, 0 to 1"]
        ),
        (
            device("\(named)<d:Icono>a</d:Icono>\n<d:Icono>b</d:Icono>"),
            ["3:1: error: duplicate <Icono>; the first one is in line 2"]
        ),
    ])
    func faultIsReportedWhereItBegins(text: String, expected: [String]) {
        let found = diagnostics(text).filter { !$0.contains("house \"Casa\" is empty") }
        #expect(found == expected.map { "h.xml:" + $0 })
    }

    @Test func everyFaultOfAFileIsReportedInOneRun() {
        let body = (0..<20).map { "<Dispositivo><Nombre>e\($0)</Nombre><Tipo>9</Tipo></Dispositivo>" }.joined(
            separator: "\n"
        )
        let reading = read(house(body))
        #expect(reading.diagnostics.map(\.line) == Array(2...21))
        #expect(reading.houses.isEmpty)
    }

    @Test func atMostFiftyFaultsAreReported() {
        let body = (0..<200).map { "<Dispositivo><Nombre>e\($0)</Nombre></Dispositivo>" }.joined(separator: "\n")
        #expect(read(house(body)).diagnostics.map(\.line) == Array(2...51))
    }

    @Test func errorsTakePrecedenceOverWarnings() {
        let empty = (0..<60).map { "<Sector><Nombre>s\($0)</Nombre></Sector>\n" }.joined()
        let reading = read(house(empty + "<Dispositivo><Nombre>a</Nombre></Dispositivo>"))
        #expect(reading.hasErrors)
        #expect(reading.diagnostics.count == 50)
        #expect(reading.diagnostics.last?.line == 62)
    }

    @Test func housesWithWarningsAreRead() {
        let reading = read(house("<Sector><Nombre>s</Nombre></Sector>"))
        #expect(reading.diagnostics.map(\.severity) == [.warning])
        #expect(!reading.hasErrors)
        #expect(reading.houses.count == 1)
    }

    @Test(arguments: ["\n", "\r\n"]) func linesAreExactAboveSeventyThousand(lineEnd: String) {
        var text = "<Viviendas>\(lineEnd)<Vivienda>\(lineEnd)<Nombre>Casa</Nombre>\(lineEnd)"
        for number in 4...72_000 {
            text += "<Dispositivo><Nombre>e\(number)</Nombre><Tipo>1</Tipo></Dispositivo>\(lineEnd)"
        }
        text += "\t<Dispositivo><Nombre>e70001</Nombre><Tipo>1</Tipo></Dispositivo>\(lineEnd)"
        text +=
            "<!-- \(lineEnd)\(lineEnd) --><Dispositivo\(lineEnd) ><Nombre>ñ</Nombre><Tipo>8</Tipo></Dispositivo>\(lineEnd)"
        text += "  x</Vivienda>\(lineEnd)</Viviendas>"
        let lines = read(text).diagnostics.map { "\($0.line):\($0.column)" }
        #expect(lines == ["72001:15", "72005:21", "72006:3"])
        #expect(read(text).diagnostics[0].message.contains("in line 70001"))
    }

    @Test func columnsAreExactInOneLongLine() {
        var text = "<Viviendas><Vivienda><Nombre>Casa</Nombre>"
        for number in 0..<20_000 { text += "<Dispositivo><Nombre>é\(number)</Nombre><Tipo>1</Tipo></Dispositivo>" }
        let column = text.count + 1
        text += "<Dispositivo><Nombre>z</Nombre></Dispositivo></Vivienda></Viviendas>"
        #expect(
            diagnostics(text).first
                == "h.xml:1:\(column): error: <Dispositivo> has no <Tipo>; expected at least one, \(Self.types)"
        )
    }
}
