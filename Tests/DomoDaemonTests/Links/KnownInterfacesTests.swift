import DomoKNX
import DomoTestKit
import Foundation
import Testing

@testable import DomoDaemon

struct KnownInterfacesTests {
    private static func identity(_ serial: UInt64) -> InterfaceIdentity {
        InterfaceIdentity(serialNumber: SerialNumber(raw: serial), mac: MACAddress(raw: 0x0200_0000_0001))
    }

    /// Writing is done on another thread.
    private func waitForFile(_ path: String, _ text: String) throws {
        let deadline = Date(timeIntervalSinceNow: 60)
        // The file may not exist yet.
        while (try? String(contentsOfFile: path, encoding: .utf8)) != text {
            try #require(Date() < deadline, "\(path) was not written: \(text)")
            sched_yield()
        }
    }

    @Test func interfacesAreKnownAfterARestart() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/knx-interfaces"
        let first = KnownInterfaces(folder: folder.path) { Issue.record("\($0)") }
        #expect(first["knx://a"] == nil)
        first.note(Self.identity(0x00FA_0000_0001), at: "knx://a") { Issue.record("\($0)") }
        first.note(Self.identity(0x00FA_0000_0002), at: "knx://b:3672") { Issue.record("\($0)") }
        first.note(Self.identity(0x00FA_0000_0003), at: "knx://a") { Issue.record("\($0)") }
        try waitForFile(
            path,
            "knx://a 00fa:00000003 02:00:00:00:00:01\nknx://b:3672 00fa:00000002 02:00:00:00:00:01\n"
        )
        let second = KnownInterfaces(folder: folder.path) { Issue.record("\($0)") }
        #expect(second["knx://a"] == Self.identity(0x00FA_0000_0003))
        #expect(second["knx://b:3672"] == Self.identity(0x00FA_0000_0002))
    }

    @Test func invalidLinesAreSkippedWithAWarning() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/knx-interfaces"
        try "knx://a 00fa:00000001 02:00:00:00:00:01\nknx://b 12 x\n".write(
            toFile: path,
            atomically: true,
            encoding: .utf8
        )
        var warnings: [String] = []
        let interfaces = KnownInterfaces(folder: folder.path) { warnings.append($0) }
        #expect(interfaces["knx://a"] == Self.identity(0x00FA_0000_0001) && interfaces["knx://b"] == nil)
        #expect(warnings == ["\(path): skipped an invalid line: \"knx://b 12 x\""])
    }
}
