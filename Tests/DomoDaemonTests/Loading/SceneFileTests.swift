import DomoLanguage
import DomoTestKit
import Foundation
import Testing

@testable import DomoDaemon

/// A change of a scene that could not be loaded is undone, and nothing else is.
struct SceneFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "domo-scene-\(UUID().uuidString)")

    private func with(_ body: (SceneFile) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(SceneFile(name: "Noche", path: folder.path + "/Noche.domo"))
    }

    @Test func failedChangeIsUndone() throws {
        try with { file in
            try file.restore(try file.save("a\n", over: nil), over: "a\n")
            #expect(access(file.path, F_OK) == -1 && errno == ENOENT)
            _ = try file.save("a\n", over: nil)
            let tag = try file.read().tag
            try file.restore(try file.save("b\n", over: tag), over: "b\n")
            #expect(try file.read().text == "a\n")
            try file.restore(try file.remove(tag), over: nil)
            #expect(try file.read().text == "a\n")
        }
    }

    @Test func laterChangeIsKept() throws {
        try with { file in
            _ = try file.save("a\n", over: nil)
            let before = try file.save("b\n", over: try file.read().tag)
            _ = try file.save("c\n", over: try file.read().tag)
            try file.restore(before, over: "b\n")
            #expect(try file.read().text == "c\n")
        }
    }
}
