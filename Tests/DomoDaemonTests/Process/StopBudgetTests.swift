import DomoSystem
import Testing

@testable import DomoDaemon

struct StopBudgetTests {
    @Test func stopFitsIntoSystemdsTimeout() throws {
        #expect(StopBudget.total <= .seconds(8))
        let folder = #filePath.parentFolder.parentFolder.parentFolder.parentFolder
        let unit = String(
            decoding: try FileBytes.read("\(folder)/systemd/domod.service", maxBytes: 1 << 16),
            as: UTF8.self
        )
        let lines = unit.split(separator: "\n")
        let limit = try #require(lines.first { $0.hasPrefix("TimeoutStopSec=") }?.dropFirst("TimeoutStopSec=".count))
        #expect(.seconds(try #require(Int(limit))) >= StopBudget.total + .seconds(2))
        // Copies of house files and the history reveal when nobody is at home.
        #expect(lines.contains("StateDirectoryMode=0700"))
    }
}
