import DomoKNX
import DomoLanguage
import Testing

@testable import DomoImport

struct GroupExportTests {
    /// The same groups in every format.
    private static let groups = ["1/0/1 Küche Licht 1.001", "1/0/2 Küche Dimmwert 5.001", "2/0/1 Temperatur – außen 9"]

    private static func summary(_ project: Project) -> [String] {
        project.groups.map { "\(project.text(of: $0.address)) \($0.name) \($0.type?.description ?? "–")" }
    }

    private static let oneColumn = [
        ["Group name", "Address", "Central", "Unfiltered", "Description", "DatapointType", "Security"],
        ["Licht; \"EG\", alles", "1/-/-", "", "", "", "", "Auto"],
        ["Schalten", "1/0/-", "", "", "", "", "Auto"],
        ["Küche Licht", "1/0/1", "", "", "Decke", "DPST-1-1", "Auto"],
        ["Küche Dimmwert", "1/0/2", "", "", "", "DPST-5-1", "Auto"],
        ["Klima", "2/-/-", "", "", "", "", "Auto"],
        ["Temperatur – außen", "2/0/1", "", "", "", "DPT-9", "Auto"],
    ]

    private static let threeColumns = [
        [
            "Hauptgruppe", "Mittelgruppe", "Untergruppe", "Adresse", "Zentral", "Filter", "Beschreibung", "Typ",
            "Sicherheit",
        ],
        ["Licht", "", "", "1/-/-", "", "", "", "", "Auto"],
        ["", "Schalten", "", "1/0/-", "", "", "", "", "Auto"],
        ["", "", "Küche Licht", "1/0/1", "", "", "", "DPST-1-1", "Auto"],
        ["", "", "Küche Dimmwert", "1/0/2", "", "", "", "DPST-5-1", "Auto"],
        ["Klima", "", "", "2/-/-", "", "", "", "", "Auto"],
        ["", "", "Temperatur – außen", "2/0/1", "", "", "", "DPT-9", "Auto"],
    ]

    /// Names and addresses in three columns each, which ETS calls 3/3.
    private static let threeAndThree = [
        ["Main", "Middle", "Sub", "Main", "Middle", "Sub", "Central", "Unfiltered", "Description", "DatapointType"],
        ["Licht", "", "", "1", "", "", "", "", "", ""],
        ["", "Schalten", "", "1", "0", "", "", "", "", ""],
        ["", "", "Küche Licht", "1", "0", "1", "", "", "", "DPST-1-1"],
        ["", "", "Küche Dimmwert", "1", "0", "2", "", "", "", "DPST-5-1"],
        ["", "", "Temperatur – außen", "2", "0", "1", "", "", "", "DPT-9"],
    ]

    private static func text(_ rows: [[String]], separator: String, isQuoted: Bool) -> String {
        rows.map { row in
            row.map { isQuoted || $0.contains(separator) ? "\"\($0.replacing("\"", with: "\"\""))\"" : $0 }
                .joined(separator: separator) + "\r\n"
        }.joined()
    }

    enum Encoding: CaseIterable {
        case utf8, utf8WithMark, utf16, utf16Big, utf16WithoutMark, windows1252

        func encode(_ text: String) -> [UInt8] {
            switch self {
            case .utf8: Array(text.utf8)
            case .utf8WithMark: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
            case .utf16: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case .utf16Big: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            case .utf16WithoutMark: text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case .windows1252: text.unicodeScalars.map { $0 == "–" ? 0x96 : UInt8($0.value) }
            }
        }
    }

    @Test(arguments: ["\t", ";", ","], Encoding.allCases)
    func listsAreReadInEverySeparatorAndEncoding(separator: String, encoding: Encoding) throws {
        for rows in [Self.oneColumn, Self.threeColumns, Self.threeAndThree] {
            for isQuoted in [true, false] {
                let bytes = encoding.encode(Self.text(rows, separator: separator, isQuoted: isQuoted))
                let project = try GroupExportCSV.read(bytes, file: "a.csv")
                #expect(Self.summary(project) == Self.groups)
            }
        }
    }

    @Test func aListWithoutAHeaderIsRead() throws {
        for rows in [Self.oneColumn, Self.threeColumns, Self.threeAndThree] {
            let text = Self.text(Array(rows.dropFirst()), separator: ";", isQuoted: true)
            #expect(Self.summary(try GroupExportCSV.read(Array(text.utf8), file: "a.csv")) == Self.groups)
        }
    }

    @Test func rangesAndDescriptionsAreKept() throws {
        let text = Self.text(Self.oneColumn, separator: ";", isQuoted: true)
        let project = try GroupExportCSV.read(Array(text.utf8), file: "a.csv")
        #expect(project.rangeNames(of: project.groups[0]) == ["Licht; \"EG\", alles", "Schalten"])
        #expect(project.rangeNames(of: project.groups[2]) == ["Klima"])
        #expect(project.groups[0].description == "Decke")
    }

    @Test(arguments: [
        ("1/515", "1/515", GroupAddress.Style.two), ("2563", "2563", .free), ("31/7/255", "31/7/255", .three),
    ])
    func theStyleOfAddressesIsKept(address: String, expected: String, style: GroupAddress.Style) throws {
        let text = "\"Group name\";\"Address\"\n\"Licht\";\"\(address)\"\n"
        let project = try GroupExportCSV.read(Array(text.utf8), file: "a.csv")
        #expect(project.style == style)
        #expect(project.groups.map { project.text(of: $0.address) } == [expected])
    }

    @Test(arguments: ["", "a", "a;b;c\n1;2;x\n", "\"\"\"", "Name;Adresse\n"])
    func fileWithoutAddressesIsRefused(text: String) throws {
        let fault = #expect(throws: Fault.self) { try GroupExportCSV.read(Array(text.utf8), file: "a.csv") }
        #expect(fault?.code == .badModel && fault?.message.hasPrefix("a.csv ") == true, "\(fault?.message ?? "")")
    }

    @Test func addressesOutOfRangeAreListed() throws {
        let text = "\"Licht\";\"32/0/1\"\n\"Lampe\";\"1/8/1\"\n\"Gut\";\"1/0/1\"\n\"Null\";\"0/0/0\"\n"
        let project = try GroupExportCSV.read(Array(text.utf8), file: "a.csv")
        #expect(project.groups.map(\.name) == ["Gut"])
        #expect(project.problems.count == 3)
    }

    // MARK: XML

    private static let xml = """
        <?xml version="1.0" encoding="utf-8" standalone="yes"?>
        <GroupAddress-Export xmlns="http://knx.org/xml/ga-export/01">
          <GroupRange Name="Licht" RangeStart="2048" RangeEnd="4095">
            <GroupRange Name="Schalten" RangeStart="2048" RangeEnd="2303">
              <GroupAddress Name="Küche Licht" Address="1/0/1" DPTs="DPST-1-1" />
              <GroupAddress Name="Küche Dimmwert" Address="1/0/2" Description="x" DPTs="DPST-5-4,DPST-5-1" />
            </GroupRange>
          </GroupRange>
          <GroupAddress Name="Temperatur – außen" Address="2/0/1" DPTs="DPT-9" Security="On" />
        </GroupAddress-Export>
        """

    @Test(arguments: [Encoding.utf8, .utf8WithMark])
    func theExportInXMLIsRead(encoding: Encoding) throws {
        let project = try GroupExportXML.read(encoding.encode(Self.xml), file: "a.xml")
        #expect(Self.summary(project) == Self.groups)
        #expect(project.rangeNames(of: project.groups[0]) == ["Licht", "Schalten"])
        #expect(project.groups.map(\.isSecured) == [false, false, true])
    }

    @Test(arguments: ["<KNX/>", "<a", "<!DOCTYPE a><GroupAddress-Export/>", "<Viviendas/>"])
    func otherXMLIsRefused(text: String) throws {
        let fault = #expect(throws: Fault.self) { try GroupExportXML.read(Array(text.utf8), file: "a.xml") }
        #expect(fault?.code == .badModel && fault?.message.hasPrefix("a.xml") == true, "\(fault?.message ?? "")")
    }

    @Test func formatIsDetected() throws {
        try Fixtures.withFolder { folder in
            for (name, bytes) in [
                ("a", Encoding.utf16.encode(Self.xml.replacing("utf-8", with: "utf-16"))), ("b", Array(Self.xml.utf8)),
                ("c", Encoding.windows1252.encode(Self.text(Self.threeColumns, separator: "\t", isQuoted: true))),
            ] {
                try PlainFile.write(bytes, to: "\(folder)/\(name)")
                #expect(Self.summary(try ProjectFile.read("\(folder)/\(name)", password: nil)) == Self.groups)
            }
        }
    }
}
