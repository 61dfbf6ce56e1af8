import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Glibc
import Testing

@testable import DomoDaemon

struct SceneLoadingTests {
    private let files: HouseFiles

    init() throws {
        files = try HouseFiles()
        try files.write("/homes/a.xml", HouseFiles.house("A"))
    }

    @Test(arguments: [true, false])
    func scenesAreReadBesideTheHouseFiles(isStart: Bool) async throws {
        try files.write("/homes/scenes/noche.domo", "name \"Buenas noches\"\nset Lamp off\n")
        try files.write("/homes/scenes/dia.domo", "set Lamp on # morning\n")
        try files.write("/homes/scenes/.#dia.domo", "what an editor keeps there")
        for source in ["/homes", "/homes/", "/homes/a.xml"] {
            let load = try await files.loader(source).load(isStart ? .start : .reload)
            #expect(load.scenes.map(\.name) == ["dia", "Buenas noches"])
            #expect(load.scenes.map(\.script.steps.count) == [1, 1])
            #expect(load.sceneFolder == "\(files.folder.path)/homes/scenes")
            #expect(load.warnings == [])
        }
    }

    @Test func firstFolderIsTheSceneFolderEvenIfMissing() async throws {
        try files.write("/more/b.xml", HouseFiles.house("B"))
        try files.write("/more/c.xml", HouseFiles.house("C"))
        try files.write("/more/scenes/dia.domo", "set Lamp on")
        let load = try await files.loader("/homes/a.xml", "/more/b.xml", "/more/./c.xml").load(.start)
        #expect(load.sceneFolder == "\(files.folder.path)/homes/scenes")
        #expect(load.scenes.map(\.name) == ["dia"])
        // A folder that is named twice is read once.
        #expect(load.warnings == [])
    }

    @Test func reloadFailsWithAllMistakes() async throws {
        try files.write("/homes/scenes/a.domo", "\nif Lamp on: sett Lamp on\nset Lamp 'off\n")
        try files.write("/homes/scenes/b.domo", "name A\nset Lamp on\n")
        try files.write("/homes/scenes/c.domo", "set Lamp on\nset Gone on\nset Doubt on\n")
        // It calls a scene that exists; that this has mistakes is not reported for the caller.
        try files.write("/homes/scenes/d.domo", "set \"scene a\" on")
        try files.write("/homes/a.holidays", "never\n")
        let loader = files.loader("/homes")
        let fault = await #expect(throws: Fault.self) { _ = try await loader.load(.reload) }
        #expect(fault?.code == .badModel)
        let lines = fault?.message.split(separator: "\n") ?? []
        let expected = [
            "/a.holidays:1:1: error: invalid date \"never\"", "/scenes/a.domo:2:13: error: unknown verb",
            "/scenes/a.domo:3:10: error: unclosed quote: '",
            "/scenes/b.domo:1:1: error: the scene \"A\" already exists",
            "/scenes/c.domo:2:5: error: no Gone; see what there is",
        ]
        #expect(lines.count == expected.count, "\(lines)")
        for (line, expected) in zip(lines, expected) {
            #expect(line.hasPrefix(files.folder.path) && line.contains(expected), "\(line)")
        }
    }

    @Test func invalidScenesAreSkippedAndReportedAtTheStart() async throws {
        try files.write("/homes/scenes/bad.domo", "sett Lamp on")
        try files.write("/homes/scenes/caller.domo", "set Lamp on\nset \"scene bad\" on")
        try files.write("/homes/scenes/doubtful.domo", "set Doubt on")
        try files.write("/homes/scenes/good.domo", "set Lamp on")
        try files.write("/homes/scenes/its-caller.domo", "set \"scene caller\" on")
        try files.write("/homes/scenes/unknown.domo", "set Gone on")
        let load = try await files.loader("/homes").load(.start)
        #expect(load.houses.map(\.name) == ["A"])
        #expect(load.scenes.map(\.name) == ["doubtful", "good"])
        let expected = [
            "/bad.domo:1:1: error: unknown verb", "/caller.domo:2:5: error: no scene bad",
            "/its-caller.domo:1:5: error: no scene caller", "/unknown.domo:1:5: error: no Gone",
            "/doubtful.domo:1:5: doubtful",
        ]
        #expect(load.warnings.count == expected.count, "\(load.warnings)")
        for (warning, expected) in zip(load.warnings, expected) {
            #expect(warning.contains(expected))
            #expect(warning.hasSuffix("; skipped until it is fixed") == expected.contains("error"))
        }
    }

    @Test func unreadableSceneIsTreatedAsInvalid() async throws {
        try FileBytes.makeFolder(files.folder.path + "/homes/scenes/folder.domo")
        #expect(mkfifo(files.folder.path + "/homes/scenes/pipe.domo", 0o600) == 0)
        try FileBytes.replace(files.folder.path + "/homes/scenes/latin.domo", with: [0xF1])
        let load = try await files.loader("/homes").load(.start)
        #expect(load.scenes.isEmpty)
        let expected = [
            "folder.domo:1:1: error: it is a folder, not a regular file",
            "latin.domo:1:1: error: the file is not UTF-8", "pipe",
        ]
        #expect(zip(load.warnings, expected).allSatisfy { $0.contains($1) }, "\(load.warnings)")
        #expect(load.warnings.count == 3)
        let fault = await #expect(throws: Fault.self) { _ = try await files.loader("/homes").load(.reload) }
        #expect(fault?.code == .badModel)
        #expect(fault?.message.contains("folder.domo:1:1: error: it is a folder") == true, "\(fault?.message ?? "")")
    }

    @Test func warningsDoNotFailALoad() async throws {
        try files.write("/homes/scenes/doubtful.domo", "set Doubt on")
        let load = try await files.loader("/homes").load(.reload)
        #expect(load.scenes.count == 1)
        #expect(load.warnings.count == 1)
        #expect(load.warnings.first?.hasSuffix("doubtful.domo:1:5: doubtful; see what there is") == true)
    }
}
