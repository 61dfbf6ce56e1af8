import DomoKNX
import DomoModel
import DomoTestKit
import DomoXML
import Foundation
import Testing

@testable import DomoKNXHouse

/// The samples on KNX, and the schema for editors.
@Suite struct KNXSampleTests {
    private static let homes = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../homes")

    private func read(_ file: String) throws -> HouseReading {
        try HouseReader.read(path: Self.homes.appending(path: file).path(), keeping: [KNXBindingReader.namespace])
    }

    @Test(arguments: [
        ("knx/vivienda-eficiente-knx.xml", "vivienda-eficiente.xml", 16),
        ("samples/piso-knx.xml", "samples/piso.xml", 49),
    ])
    func everyFacetOfASampleIsBoundWithoutWarnings(_ file: String, _ plain: String, _ count: Int) throws {
        let reading = try read(file)
        #expect(reading.diagnostics == [])
        #expect(try reading.houses == read(plain).houses)
        let index = HouseIndex(reading.houses)
        let (bindings, faults) = KNXBindingReader.read(reading.extensions, of: index)
        #expect(faults == [])
        #expect(KNXBindingCheck.faults(in: bindings) == [])
        let facets = index.elements.indices.flatMap { number in
            index.elements[number].types.map { "\(index.path(of: ElementID(number))) \($0.word)" }
        }
        #expect(Set(bindings.facetNames.map { "\($0.path) \($0.type.word)" }) == Set(facets))
        #expect(facets.count == count)
    }

    private func isValid(_ text: String) throws -> Bool {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let finished = try ChildProcess.run(
            "/usr/bin/xmllint",
            ["--noout", "--nonet", "--schema", Self.homes.appending(path: "house.xsd").path(), "-"],
            input: folder.write("house.xml", text)
        )
        #expect([0, 3].contains(finished.status), "\(finished)")
        return finished.status == 0
    }

    /// The schema and the reader accept the same files.
    @Test(arguments: [
        (
            "Lamp", "<k:Binario orden='1/0/1' estado='1/4/1, 1/515 2564' dpt='DPST-1-1' invertir='Sí' plazo='1.5s'/>",
            true
        ),
        (
            "Lamp",
            "<k:Binary command='1/0/1' state='1/4/1' invert='no' read='start'><k:Listen group='0/0/1'/></k:Binary>",
            true
        ),
        ("Lamp", "<k:Binario orden='1/0/1' f:x='1'><f:y>z</f:y></k:Binario>", true),
        (
            "Mode", "<k:Valor orden='3/1/1' dpt='20.102' resolucion='1'><k:Palabra valor='ñ' bruto='-1'/></k:Valor>",
            false
        ),
        ("Mode", "<k:Valor orden='3/1/1' dpt='20.102'><k:Palabra valor='ñ' bruto='1'/></k:Valor>", true),
        ("Louver", "<k:Expone grupo='5/0/1' tipo='movimiento' cada='1h' pausa='500ms'/>", true),
        ("Casa", "<k:Scene group='0/3/1' number='64' run='Good night'/><k:Expose group='0/7/1' dpt='10.001'/>", true),
        ("Casa", "<k:Escena grupo='0/3/1' numero='65' ejecuta='a'/>", false),
        ("Casa", "<k:Escena grupo='0/3/1' numero='5'/>", false),
        ("Lamp", "<k:Binario ordn='1/0/1'/>", false), ("Lamp", "<k:Binario command='1/0/1'/>", false),
        ("Lamp", "<k:Binario orden='1/9/1'/>", false), ("Lamp", "<k:Binario orden=''/>", false),
        ("Lamp", "<k:Binario estado=', '/>", false), ("Lamp", "<k:Binario orden='1/0/1' plazo='40'/>", false),
        ("Lamp", "<k:Binario orden='1/0/1' leer='start'/>", false),
        ("Lamp", "<k:Binario orden='1/0/1' invertir='1'/>", false),
        ("Lamp", "<k:Binario orden='1/0/1'><k:Listen group='0/0/1'/></k:Binario>", false),
        ("Lamp", "<k:Binario orden='1/0/1'><k:Palabra valor='a' bruto='1'/></k:Binario>", false),
        ("Lamp", "<k:Binario orden='1/0/1'><Escucha grupo='0/0/1'/></k:Binario>", false),
        ("Sensor", "<k:Valor estado='3/0/1'/>", false),
        ("Sensor", "<k:Valor estado='3/0/1' dpt='9.001' resolucion='0'/>", false),
        ("Lamp", "<k:Expone grupo='5/0/1' tipo='lamp'/>", false),
    ])
    func schemaAndReaderAgree(element: String, nodes: String, isValid: Bool) throws {
        let faults = BindingFile.read([element: nodes]).faults
        #expect((faults == []) == isValid, "\(faults)")
        // The schema does not know the range of a type.
        if !nodes.contains("bruto='-1'") { #expect(try self.isValid(BindingFile.text([element: nodes])) == isValid) }
    }
}
