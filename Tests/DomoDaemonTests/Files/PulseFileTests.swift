import DomoEngine
import DomoModel
import DomoTestKit
import Testing

@testable import DomoDaemon

/// The file of the pulses that have to be ended.
@Suite struct PulseFileTests {
    private static let sample = [
        OpenPulse(path: "Casa/Portal/Cierre", end: .off), OpenPulse(path: "Casa/it's \"here\" \\ ñ", end: .on),
    ]

    @Test func whatIsWrittenIsRead() throws {
        let folder = try TemporaryFolder()
        let file = PulseFile(folder: folder.path)
        for pulses in [Self.sample, [], Self.sample] {
            try file.write(pulses)
            #expect(file.read { Issue.record("\($0)") } == pulses)
        }
    }

    @Test func missingFileIsEmpty() throws {
        let folder = try TemporaryFolder()
        #expect(PulseFile(folder: folder.path).read { Issue.record("\($0)") } == [])
    }

    /// What can be read of a damaged file is ended.
    @Test(arguments: [
        ("", 0), ("domo-pulses 2\nCasa/A off\nend 1\n", 1), ("domo-pulses 1\nCasa/A off\n", 1),
        ("domo-pulses 1\nCasa/A off\nCasa/B open\nend 2\n", 1), ("domo-pulses 1\n'Casa off\nend 1\n", 0),
    ])
    func damagedFileIsReported(text: String, readable: Int) throws {
        let folder = try TemporaryFolder()
        try folder.write("pulses", text)
        var reports: [String] = []
        #expect(PulseFile(folder: folder.path).read { reports.append($0) }.count == readable)
        #expect(reports.count == 1)
        #expect(reports.first?.contains("a push button may still be active") == true)
    }
}
