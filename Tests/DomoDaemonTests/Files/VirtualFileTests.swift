import DomoEngine
import DomoModel
import DomoTestKit
import Glibc
import Testing

@testable import DomoDaemon
@testable import DomoSystem

/// The file of what domo itself holds.
@Suite struct VirtualFileTests {
    private static func table(_ values: [(String, Value, Cause)]) -> VirtualTable {
        var table = VirtualTable()
        for (number, (path, value, cause)) in values.enumerated() {
            let since = Timestamp(milliseconds: 1_700_000_000_000 + Int64(number))
            table[FacetName(path: path, type: value.type)] = Reading(
                value: value,
                certainty: .confirmed,
                since: since,
                cause: cause
            )
        }
        return table
    }

    private static let sample = table([
        ("Casa/Vacaciones", .on, .user("ana")), ("Casa/Brillo", .level(Percent(clamping: 40)), .token("my phone")),
        ("Casa/Brillo", .on, .token("my phone")), ("Casa/Consigna", .number(21.5), .scene("Buenas noches")),
        ("Casa/Mensaje", .text("it's \"late\" \\ # ñ"), .trigger("when Vacaciones on")),
        ("Casa/Vacío", .text(""), .house),
        ("Casa/Código", .text("007"), .bus("bus knx 1/2/3 from 1.1.5")),
    ])

    @Test func whatIsWrittenIsRead() throws {
        let folder = try TemporaryFolder()
        let file = VirtualFile(folder: folder.path)
        for table in [Self.sample, VirtualTable(), Self.sample] {
            try file.write(table)
            #expect(file.read { Issue.record("\($0)") } == table)
        }
        #expect(!folder.holds("virtual.damaged"))
    }

    @Test func missingFileIsEmpty() throws {
        let folder = try TemporaryFolder()
        #expect(VirtualFile(folder: folder.path).read { Issue.record("\($0)") } == VirtualTable())
    }

    @Test(arguments: [
        ("", "line 1 is not", 0), ("domo-virtual 2\nend 0\n", "line 1 is not", 0),
        ("domo-virtual 1\n", "its end is missing", 0), ("domo-virtual 1\nend 1\n", "its end is missing", 0),
        ("domo-virtual 1\nCasa/A binary on 2026-11-26T13:50:03.123Z user ana\n", "its end is missing", 1),
        ("domo-virtual 1\nCasa/A binary on 2026-11-26T13:50:03.123Z user ana\nCasa/B bin", "its end is missing", 1),
        (
            "domo-virtual 1\nCasa/A binary 7 2026-11-26T13:50:03.123Z user ana\nCasa/B binary on 2026-11-26T13:50:03.123Z house ''\nend 2\n",
            "line 2 can't be read", 1
        ), ("domo-virtual 1\nCasa/A binary 'on\nend 1\n", "line 2 can't be read", 0),
        ("domo-virtual 1\n\nend 1\n", "line 2 can't be read", 0),
    ])
    func damagedFileIsReportedAndKept(text: String, problem: String, readable: Int) throws {
        let folder = try TemporaryFolder()
        try folder.write("virtual", text)
        var reports: [String] = []
        let table = VirtualFile(folder: folder.path).read { reports.append($0) }
        #expect(table.all.count == readable)
        #expect(reports.count == 1)
        #expect(reports.first?.contains(problem) == true, "\(reports)")
        #expect(try FileBytes.read("\(folder.path)/virtual.damaged", maxBytes: 4096) == Array(text.utf8))
    }

    @Test func everyCutIsReported() throws {
        let folder = try TemporaryFolder()
        let file = VirtualFile(folder: folder.path)
        try file.write(Self.sample)
        let whole = try FileBytes.read("\(folder.path)/virtual", maxBytes: 4096)
        for length in [whole.count - 1] + stride(from: 0, to: whole.count, by: 17) {
            try FileBytes.replace("\(folder.path)/virtual", with: Array(whole[..<length]))
            var reports = 0
            _ = file.read { _ in reports += 1 }
            #expect(reports == 1, "\(length)")
        }
    }

    @Test func fileThatCanNotBeReadIsMovedAside() throws {
        let folder = try TemporaryFolder()
        #expect(mkdir("\(folder.path)/virtual", 0o700) == 0)
        var reports: [String] = []
        let file = VirtualFile(folder: folder.path)
        #expect(file.read { reports.append($0) } == VirtualTable())
        #expect(reports.first?.contains("can't be read") == true)
        #expect(folder.holds("virtual.damaged"))
        try file.write(Self.sample)
        #expect(file.read { Issue.record("\($0)") } == Self.sample)
    }
}
