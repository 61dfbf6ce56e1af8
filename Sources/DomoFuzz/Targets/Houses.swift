import DomoEngine
import DomoKNXBus
import DomoKNXHouse
import DomoModel
import DomoXML

/// House files.
public struct Houses: FuzzTarget {
    public static let name = "houses"

    public let corpus: [[UInt8]]
    public let words = [
        "<Viviendas>", "</Viviendas>", "<Vivienda>", "</Vivienda>", "<Sector>", "</Sector>", "<Nombre>", "</Nombre>",
        "<Dispositivo>", "</Dispositivo>", "<Servicio>", "</Servicio>", "<Tipo>1</Tipo>", "<Tipo>4</Tipo>",
        "<Tipo>5</Tipo>",
        "<Nombre>Salon</Nombre>", " xmlns=\"\"", " xmlns:d=\"urn:domo:house:1\"", " xmlns:k=\"urn:domo:knx:1\"",
        "<d:Etiqueta xml:lang=\"en\">", "</d:Etiqueta>", "<d:Unidad>", "<d:Minimo>",
        "<d:Lugar latitud=\"1\" longitud=\"2\"/>",
        "<d:Posicion x=\"1\" y=\"2\"/>", "<d:Recorrido subida=\"31s\"/>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "encoding=\"ISO-8859-1\"",
        "encoding=\"UTF-16\"", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "&b;", "&amp;", "&#x0;", "&#x1F6AA;", "<![CDATA[",
        "]]>", "<!--",
        "-->", "<?x", "?>", "/>", "<k:Binario orden=\"1/0/1\"/>", "<k:Nivel orden=\"1/2/1\" dpt=\"5.001\">",
        "</k:Nivel>",
        "<k:Movimiento", "<k:Valor", "<k:Escucha grupo=\"0/0/1\"/>", "<k:Palabra valor=\"a\" bruto=\"1\"/>",
        "<k:Escena grupo=\"0/3/1\" numero=\"1\" ejecuta=\"a\"/>",
        "<k:Expone grupo=\"5/0/1\" dpt=\"1.001\" recibe=\"no\"/>",
        " estado=\"1/4/1\"", " dpt=\"9.001\"", " plazo=\"1s\"", " subida=\"31s\"", "31/7/255", "2/2047", "65535",
    ]

    public init() throws(Finding) {
        var corpus: [[UInt8]] = []
        for folder in ["homes", "homes/knx"]
            + ["good", "bad", "reader-only"].map({ "Tests/DomoXMLTests/Corpus/" + $0 })
        {
            corpus += try SourceFolder.files(in: folder).filter { $0.count < 5000 }
        }
        self.corpus = corpus
    }

    public let maxLength = 8 * 1024

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        let whole = HouseReader.read(bytes: input, file: "h.xml", keeping: [KNXBindingReader.namespace])
        var reader = HouseReader(file: "h.xml", keeping: [KNXBindingReader.namespace])
        input.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = rest.prefix(1 + random.below(random.once(in: 4) ? 4096 : 100))
                reader.feed(UnsafeRawBufferPointer(rebasing: part))
                rest = rest.dropFirst(part.count)
            }
        }
        let pieces = reader.finish()
        try expect(pieces.houses == whole.houses, "the houses depend on where the input is split")
        try expect(pieces.diagnostics == whole.diagnostics, "the diagnostics depend on where the input is split")
        try expect(pieces.extensions == whole.extensions, "the extensions depend on where the input is split")
        try check(whole, of: input)
        try checkBindings(of: whole)
    }

    private func checkBindings(of reading: HouseReading) throws(Finding) {
        try expect(reading.extensions.isEmpty || !reading.hasErrors, "extensions from a file with errors")
        let index = HouseIndex(reading.houses)
        let (bindings, errors) = KNXBindingReader.read(reading.extensions, of: index)
        let warnings = KNXBindingCheck.faults(in: bindings)
        for faults in [errors, warnings] {
            try expect(faults.count <= 50, "\(faults.count) binding faults")
            for fault in faults {
                try expect(!fault.message.utf8.contains(UInt8(ascii: "\n")), "a fault of several lines")
                try expect(fault.message.utf8.count < 4096, "a fault of \(fault.message.utf8.count) bytes")
            }
        }
        for facet in bindings.facetNames {
            guard let element = index.element(at: facet.path), index[element].types.contains(facet.type) else {
                throw Finding("a binding for a type that \(facet.path) doesn't have")
            }
        }
    }

    private func check(_ reading: HouseReading, of input: [UInt8]) throws(Finding) {
        try expect(reading.houses.isEmpty || !reading.hasErrors, "houses from a file with errors")
        try expect(reading.diagnostics.count <= 50, "\(reading.diagnostics.count) diagnostics")
        for diagnostic in reading.diagnostics {
            try expect(
                (1...input.count + 1).contains(diagnostic.line) && (1...input.count + 1).contains(diagnostic.column),
                "\(diagnostic) is outside of the file"
            )
            try expect(!diagnostic.message.utf8.contains(UInt8(ascii: "\n")), "a diagnostic of several lines")
        }
        guard !reading.houses.isEmpty else { return }
        try expect(HouseReading.merge([reading]).houses == reading.houses, "merging one file changes its houses")
        let index = HouseIndex(reading.houses)
        for number in index.elements.indices {
            let path = index.path(of: ElementID(number))
            do throws(NameFault) {
                _ = try index.element(named: path)
            } catch {
                // Elements in one place may have the same name, with a warning.
                guard reading.diagnostics.isEmpty else { continue }
                throw Finding("the element \(path.debugDescription) is not found by its path: \(error)")
            }
        }
    }
}
