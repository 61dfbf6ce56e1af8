import DomoModel
import DomoXML
import Testing

/// House files in English words.
@Suite struct EnglishTests {
    private static let words = [
        ("Viviendas", "Houses"), ("Vivienda", "House"), ("Nombre", "Name"), ("Dispositivo", "Device"),
        ("Servicio", "Service"), ("Tipo", "Type"), ("Etiqueta", "Label"), ("Unidad", "Unit"), ("Minimo", "Minimum"),
        ("Maximo", "Maximum"), ("Paso", "Step"), ("Icono", "Icon"), ("Plano", "Plan"), ("Posicion", "Position"),
        ("Lugar", "Location"), ("SoloLectura", "ReadOnly"), ("Recorrido", "Travel"),
    ]

    /// The same file in English words.
    private static func english(_ text: String) -> String {
        var text = text
        for (spanish, english) in words {
            for (before, after) in [
                ("<", ">"), ("</", ">"), ("<", " "), ("<", "/"), (":", ">"), (":", " "), (":", "/"),
            ] {
                text = text.replacing("\(before)\(spanish)\(after)", with: "\(before)\(english)\(after)")
            }
        }
        for (spanish, english) in [
            ("idioma", "language"), ("latitud", "latitude"), ("longitud", "longitude"), ("zona", "zone"),
            ("subida", "up"), ("bajada", "down"),
        ] {
            text = text.replacing(" \(spanish)=", with: " \(english)=")
        }
        return text
    }

    @Test(arguments: ["/vivienda-eficiente.xml", "/samples/etiquetas.xml", "/samples/dos-casas.xml"])
    func fileInEnglishWordsMeansTheSame(path: String) throws {
        let bytes = Folder.bytes(of: Folder.homes + path)
        let text = Self.english(String(decoding: bytes, as: UTF8.self))
        #expect(text.contains("<Houses") && !text.contains("Nombre"))
        let reading = HouseReader.read(bytes: Array(text.utf8), file: "english.xml")
        #expect(reading.diagnostics == [])
        #expect(reading.houses == HouseReader.read(bytes: Array(bytes), file: "spanish.xml").houses)
    }

    @Test(arguments: [
        (
            "<Houses><Vivienda/></Houses>",
            "<Vivienda> is Spanish, and the file begins in English; expected <House>: a file uses the words of one language"
        ),
        (
            "<Viviendas><House/></Viviendas>",
            "<House> is English, and the file begins in Spanish; expected <Vivienda>: a file uses the words of one language"
        ),
        ("<Houses><House><Device/></House></Houses>", "<House> has no <Name>; expected a <Name> first"),
        (
            "<Houses><House><Name>A</Name><Typo/></House></Houses>",
            "unknown element <Typo> in <House>; expected <Name>, <Service>, <Device> or <Sector>"
        ),
        ("<Houses><House><Name>A</Name>", "unexpected end of file; expected </House> for line 1"),
        ("<Huses/>", "the root is <Huses>; expected <Viviendas> or <Houses>, in no namespace"),
    ])
    func mistakeIsReportedInTheWordsOfTheFile(text: String, message: String) {
        let found = HouseReader.read(bytes: Array(text.utf8), file: "x").diagnostics.map(\.message)
        #expect(found.contains(message), "\(found)")
    }
}
