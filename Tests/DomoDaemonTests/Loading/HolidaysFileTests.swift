import DomoEngine
import DomoLanguage
import DomoModel
import DomoTestKit
import DomoXML
import Testing

@testable import DomoDaemon

struct HolidaysFileTests {
    @Test func datesAreReadWithOrWithoutAYear() throws {
        let text = """
            \u{FEFF}# Valencia
            2026-12-25 Navidad

              12-26\tSan Esteban # every year
            2026-03-19# San José
            02-29
            2026-12-25 again\r
            """
        let (holidays, mistakes) = HolidaysFile.parse(text, file: "h")
        #expect(mistakes == [])
        #expect(holidays.dates == [try #require(CivilDate("2026-12-25")), try #require(CivilDate("2026-03-19"))])
        #expect(holidays.yearly == [.init(month: 12, day: 26), .init(month: 2, day: 29)])
    }

    @Test(arguments: [
        ("Navidad", 1, 1), ("\n 2026-13-01", 2, 2), ("2026-02-29 no leap year", 1, 1), ("2-5", 1, 1), ("12-32", 1, 1),
        ("2026-12-25Navidad", 1, 1), ("# a\r\n\tñ", 2, 2), ("20261225", 1, 1), ("-", 1, 1),
    ])
    func invalidDateIsReportedWithItsPosition(text: String, line: Int, column: Int) {
        let (holidays, mistakes) = HolidaysFile.parse(text, file: "casa.holidays")
        #expect(holidays == Holidays())
        #expect(mistakes.count == 1)
        #expect(
            mistakes.first?.description.hasPrefix("casa.holidays:\(line):\(column): error: invalid date \"") == true
        )
        #expect(mistakes.first?.description.hasSuffix("; use 2026-12-25, or 12-25 for every year") == true)
    }

    @Test func longInvalidDateIsTruncatedInTheMessage() {
        for word in [String(repeating: "x", count: 1000), "e" + String(repeating: "\u{301}", count: 1000)] {
            let start = word.unicodeScalars.prefix(40).reduce(into: "") { $0.unicodeScalars.append($1) }
            let message = "invalid date \"\(start)\"; use 2026-12-25, or 12-25 for every year"
            #expect(HolidaysFile.parse(word, file: "h").mistakes.map(\.message) == [message])
        }
    }

    @Test func everyMistakeIsReported() {
        let (holidays, mistakes) = HolidaysFile.parse("a\n12-25\nb", file: "h")
        #expect(mistakes.map(\.line) == [1, 3])
        #expect(holidays.yearly.count == 1)
    }
}

struct HolidaysLoadingTests {
    private let files: HouseFiles
    private let christmas = Holidays(yearly: [.init(month: 12, day: 25)])

    init() throws {
        files = try HouseFiles()
        let both = (HouseFiles.house("A") + HouseFiles.house("B")).replacing("</Viviendas><Viviendas>", with: "")
        try files.write("/homes/two.xml", both)
        try files.write("/homes/one.xml", HouseFiles.house("C"))
    }

    @Test func fileBesideTheHouseFileAppliesToAllItsHouses() async throws {
        try files.write("/homes/two.holidays", "12-25")
        let loader = files.loader("/homes")
        let load = try await loader.load(.start)
        #expect(load.houses.map(\.name) == ["C", "A", "B"])
        #expect(load.sites.map(\.holidays) == [Holidays(), christmas, christmas])
        try files.write("/homes/two.holidays", "# none")
        #expect(try await loader.load(.reload).sites.map(\.holidays) == [Holidays(), Holidays(), Holidays()])
    }

    @Test func configuredFileAppliesOnlyToItsHouse() async throws {
        try files.write("/homes/two.holidays", "12-25")
        try files.write("/other", "12-26")
        let places = ["B": Configuration.Place(holidays: files.folder.path + "/other")]
        let load = try await files.loader("/homes", places: places).load(.start)
        let other = Holidays(yearly: [.init(month: 12, day: 26)])
        #expect(load.sites.map(\.holidays) == [Holidays(), christmas, other])
    }

    @Test func mistakeFailsAReloadAndIsSkippedAtTheStart() async throws {
        try files.write("/homes/two.holidays", "12-25\nsoon")
        let loader = files.loader("/homes")
        let load = try await loader.load(.start)
        #expect(load.sites.map(\.holidays) == [Holidays(), christmas, christmas])
        #expect(load.warnings.count == 1)
        #expect(load.warnings.first?.contains("/homes/two.holidays:2:1: error: invalid date \"soon\"") == true)
        let fault = await #expect(throws: Fault.self) { _ = try await loader.load(.reload) }
        #expect(fault?.message.hasPrefix("\(files.folder.path)/homes/two.holidays:2:1: error: ") == true)
    }

    @Test func missingConfiguredFileFailsAReload() async throws {
        let places = ["A": Configuration.Place(holidays: "/no/such")]
        let fault = await #expect(throws: Fault.self) {
            _ = try await files.loader("/homes", places: places).load(.reload)
        }
        #expect(fault?.message.hasPrefix("/no/such:1:1: error: No such file or directory") == true)
    }
}
