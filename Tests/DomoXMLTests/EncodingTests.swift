import DomoModel
import DomoXML
import Testing

@Suite struct EncodingTests {
    @Test(arguments: [
        ("iso-8859-1", "Niño"), ("iso-8859-15", "Niño €"), ("windows-1252", "Niño € “x”"),
        ("utf-16-little-endian", "Niño"), ("utf-16-big-endian", "Niño"), ("utf-8-with-byte-order-mark", "Niño"),
        ("ascii-with-references", "Niño"), ("no-declaration", "Niño"),
    ])
    func encodingIsDetected(file: String, name: String) throws {
        let reading = try HouseReader.read(path: Folder.corpus + "/good/\(file).xml")
        #expect(reading.houses.map(\.name) == [name])
    }

    /// More than one block, so that the conversion continues across blocks.
    private static let long =
        "<Viviendas>\n<Vivienda><Nombre>Niño</Nombre>\n"
        + (0..<4_000).map { "<Dispositivo><Nombre>é\($0)</Nombre><Tipo>1</Tipo></Dispositivo>\n" }.joined()
        + "</Vivienda></Viviendas>"

    @Test func longFileInLatin1IsRead() {
        let bytes =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?>\n".utf8)
            + Self.long.unicodeScalars.map { UInt8($0.value) }
        let reading = HouseReader.read(bytes: bytes, file: "h.xml")
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.houses.first?.elements.last?.name == "é3999")
    }

    @Test func longFileInUTF16IsRead() {
        let bytes: [UInt8] =
            [0xFE, 0xFF] + Self.long.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        let reading = HouseReader.read(bytes: bytes, file: "h.xml")
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.houses.first?.elements.last?.name == "é3999")
    }

    @Test func invalidBytesForTheEncodingAreRefused() {
        for encoding in ["US-ASCII", "UTF-8", "EUC-JP"] {
            let bytes =
                Array("<?xml version='1.0' encoding='\(encoding)'?>\n".utf8)
                + Self.long.unicodeScalars.map { UInt8($0.value) }
            let reading = HouseReader.read(bytes: bytes, file: "h.xml")
            #expect(reading.diagnostics.count == 1)
            #expect(
                reading.diagnostics.first?.message.hasPrefix("invalid bytes for the encoding of the file") == true,
                "\(encoding): \(reading.diagnostics)"
            )
        }
    }
}
