import DomoModel
import DomoTestKit
import DomoXML
import Testing

/// The schema and the reader agree on every file of the corpus.
@Suite struct CorpusTests {
    private static let schema = Folder.homes + "/house.xsd"

    private func isValid(_ path: String) throws -> Bool {
        let status = try ChildProcess.run(
            "/usr/bin/xmllint",
            ["--noout", "--nonet", "--schema", Self.schema, path]
        ).status
        #expect([0, 1, 3, 4].contains(status), "xmllint ended with \(status): is libxml2-utils installed?")
        return status == 0
    }

    @Test func corpusExists() {
        #expect(Folder.files(in: Folder.corpus + "/good").count >= 25)
        #expect(Folder.files(in: Folder.corpus + "/bad").count >= 25)
        #expect(Folder.files(in: Folder.homes).count == 1)
        #expect(Folder.files(in: Folder.homes + "/samples").count >= 2)
        #expect(Folder.files(in: Folder.homes + "/knx").count == 1)
    }

    @Test(arguments: ["", "/samples", "/knx"].flatMap { Folder.files(in: Folder.homes + $0) })
    func sampleIsValidAndWithoutWarnings(path: String) throws {
        #expect(try isValid(path))
        #expect(try HouseReader.read(path: path).diagnostics.isEmpty)
    }

    @Test func schemaHasTheTypesOfTheReader() {
        func text(_ file: String) -> String { String(decoding: Folder.bytes(of: Folder.homes + file), as: UTF8.self) }
        let numbers = FacetType.allCases.map { String($0.rawValue) }
        let enumerated = text("/house.xsd").split(separator: "<xs:enumeration value=\"").dropFirst()
        #expect(enumerated.map { String($0.prefix { $0 != "\"" }) } == numbers)
        let last = numbers.last ?? ""
        #expect(text("/house-extensions.xsd").contains("([1-\(last)](\\s+[1-\(last)])*)?"))
    }

    @Test(arguments: Folder.files(in: Folder.corpus + "/good")) func goodFileIsAcceptedByBoth(path: String) throws {
        #expect(try isValid(path))
        let reading = try HouseReader.read(path: path)
        #expect(reading.diagnostics.filter { $0.severity == .error } == [])
    }

    @Test(arguments: Folder.files(in: Folder.corpus + "/bad")) func badFileIsRefusedByBoth(path: String) throws {
        #expect(try !isValid(path))
        let reading = try HouseReader.read(path: path)
        #expect(reading.hasErrors)
        #expect(reading.houses.isEmpty)
        #expect(Self.shown(reading).sorted() == Self.expected(of: path).sorted())
    }

    @Test(arguments: Folder.files(in: Folder.corpus + "/reader-only"))
    func readerRefusesWhatTheSchemaCannotExpress(path: String) throws {
        #expect(try isValid(path))
        let reading = try HouseReader.read(path: path)
        #expect(reading.hasErrors)
        #expect(Self.shown(reading).sorted() == Self.expected(of: path).sorted())
    }

    /// What `Corpus/diagnostics.txt` expects for a file, a line for each: `FOLDER/NAME.xml:LINE:COLUMN: error: MESSAGE`, as
    /// `domod --home FOLDER/NAME.xml` prints it.
    private static func expected(of path: String) -> [String] { diagnostics[name(of: path)] ?? [] }

    private static func shown(_ reading: HouseReading) -> [String] {
        reading.diagnostics.map { name(of: $0.file) + $0.description.dropFirst($0.file.count) }
    }

    /// The folder and the name of a file.
    private static func name(of path: String) -> String { path.split(separator: "/").suffix(2).joined(separator: "/") }

    private static let diagnostics = Dictionary(
        grouping: String(decoding: Folder.bytes(of: Folder.corpus + "/diagnostics.txt"), as: UTF8.self)
            .split(separator: "\n").map(String.init),
        by: { line in String(line.prefix { $0 != ":" }) }
    )

    @Test func everyExpectedDiagnosticIsOfAFile() {
        let files = ["/bad", "/reader-only"].flatMap { Folder.files(in: Folder.corpus + $0) }.map(Self.name)
        #expect(Self.diagnostics.keys.sorted() == files.sorted())
    }

    @Test func everyFaultHasAPlainMessage() throws {
        for path in Folder.files(in: Folder.corpus + "/bad") + Folder.files(in: Folder.corpus + "/reader-only") {
            for diagnostic in try HouseReader.read(path: path).diagnostics {
                #expect(diagnostic.message.contains("; "), "\(diagnostic)")
                #expect(!diagnostic.message.contains("not well-formed"), "\(diagnostic)")
                #expect(diagnostic.line >= 1 && diagnostic.column >= 1, "\(diagnostic)")
            }
        }
    }
}
