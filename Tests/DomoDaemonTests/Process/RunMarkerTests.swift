import DomoTestKit
import Testing

@testable import DomoDaemon

/// Whether the previous run ended by itself.
struct RunMarkerTests {
    @Test func onlyARunThatDidNotEndIsACrash() throws {
        let folder = try TemporaryFolder()
        let marker = RunMarker(folder: folder.path)
        var warnings = 0
        #expect(!marker.begin { _ in warnings += 1 })
        // It ended without its end: a crash.
        #expect(marker.begin { _ in warnings += 1 })
        marker.end { _ in warnings += 1 }
        #expect(!marker.begin { _ in warnings += 1 })
        #expect(warnings == 0)
    }

    @Test func folderThatCanNotBeWrittenIsAWarning() {
        var warnings = 0
        #expect(!RunMarker(folder: "/nonexistent").begin { _ in warnings += 1 })
        RunMarker(folder: "/nonexistent").end { _ in warnings += 1 }
        #expect(warnings == 1)
    }
}
