import DomoLanguage
import Glibc
import Synchronization
import Testing

@testable import DomoCLI

@Suite struct RecordTests {
    private static let text = "name \"Película en casa\"\nset Louver down\n"

    /// - Parameter save: its answer to who wants a scene saved.
    private static func daemon(
        _ recording: Recording,
        lines: Lines = Lines(),
        save: Reply = .fault(Fault(.badConfiguration, "no folder for scenes"))
    ) -> FakeDaemon {
        FakeDaemon { line in
            let isSave = line.hasPrefix("script save ")
            if !isSave { lines.add(line) }
            var json = JSONWriter()
            json.value(isSave ? save : Reply.recording(recording))
            json.newline()
            return String(decoding: json.bytes, as: UTF8.self)
        }
    }

    private final class Lines: Sendable {
        private let kept = Mutex<[String]>([])
        var all: [String] { kept.withLock { $0 } }
        func add(_ line: String) { kept.withLock { $0.append(line) } }
    }

    private static func recording(folder: String? = nil, orders: Int = 1, text: String? = text) -> Recording {
        Recording(name: "Película en casa", orders: orders, text: text, folder: folder)
    }

    @Test func recordingBegins() {
        let lines = Lines()
        let daemon = Self.daemon(Recording(name: "Cine", orders: 0), lines: lines)
        #expect(DomoCommand.run(["record", "Cine en casa", "--socket", daemon.path]) == .done)
        #expect(lines.all == ["record 'Cine en casa'"])
        #expect(DomoCommand.run(["record", "Cine", "--to", "x", "--socket", daemon.path]) == .usage)
        #expect(lines.all.count == 1)
    }

    @Test func sceneIsWrittenBesideTheOthers() throws {
        let folder = TestFolder()
        let daemon = Self.daemon(Self.recording(folder: folder.path))
        #expect(DomoCommand.run(["record", "stop", "--socket", daemon.path]) == .done)
        #expect(folder.names == ["pelicula-en-casa.domo"])
        #expect(try folder.read("pelicula-en-casa.domo") == Array(Self.text.utf8))
    }

    @Test func daemonSavesTheScene() {
        let folder = TestFolder()
        let saved = SceneText(name: "Película en casa", file: "/scenes/x.domo", text: Self.text, tag: "t")
        let daemon = Self.daemon(Self.recording(folder: folder.path), save: .sceneText(saved))
        #expect(DomoCommand.run(["record", "stop", "--socket", daemon.path]) == .done)
        #expect(folder.names == [])
        let shown = Rendering(style: .plain).recorded(Self.recording(), saved: saved)
        #expect(shown.hasPrefix("Película en casa: 1 order in /scenes/x.domo, loaded\n"))
    }

    @Test func sceneWhoseNameIsTakenIsPrinted() {
        let folder = TestFolder()
        let fault = Fault(.changed, "the scene already exists")
        let daemon = Self.daemon(Self.recording(folder: folder.path), save: .fault(fault))
        #expect(DomoCommand.run(["record", "stop", "--socket", daemon.path]) == .badData)
        #expect(folder.names == [])
    }

    @Test func sceneIsWrittenToTheGivenFile() throws {
        let folder = TestFolder()
        let other = TestFolder()
        let daemon = Self.daemon(Self.recording(folder: other.path))
        let path = folder.path + "/cine.domo"
        #expect(DomoCommand.run(["record", "stop", "--to", path, "--socket", daemon.path]) == .done)
        #expect(DomoCommand.run(["record", "stop", "--to", "-", "--socket", daemon.path]) == .done)
        #expect(DomoCommand.run(["record", "stop", "--json", "--socket", daemon.path]) == .done)
        #expect(folder.names == ["cine.domo"])
        #expect(other.names == [])
    }

    @Test func noFileIsEverReplaced() throws {
        let folder = TestFolder()
        let lines = Lines()
        try folder.write("pelicula-en-casa.domo", [0x61])
        let daemon = Self.daemon(Self.recording(folder: folder.path), lines: lines)
        let path = folder.path + "/pelicula-en-casa.domo"
        // The given file is checked before the recording ends.
        #expect(DomoCommand.run(["record", "stop", "--to", path, "--socket", daemon.path]) == .usage)
        #expect(lines.all == [])
        #expect(DomoCommand.run(["record", "stop", "--socket", daemon.path]) == .usage)
        #expect(lines.all == ["record stop"])
        #expect(try folder.read("pelicula-en-casa.domo") == [0x61])
        #expect(folder.names.count == 1)
    }

    @Test func recordingWithoutOrdersIsNotWritten() {
        let folder = TestFolder()
        for text in [nil, "", Self.text] {
            let daemon = Self.daemon(Self.recording(folder: folder.path, orders: 0, text: text))
            #expect(DomoCommand.run(["record", "stop", "--socket", daemon.path]) == .done)
        }
        #expect(folder.names == [])
    }

    @Test func folderWithoutWriteAccessIsSkipped() {
        #expect(RecordedScene.path(name: "Noche", folder: "/nonexistent") == "noche.domo")
        #expect(RecordedScene.path(name: "Noche", folder: nil) == "noche.domo")
        #expect(RecordedScene.path(name: "Noche", folder: "/tmp") == "/tmp/noche.domo")
        #expect(RecordedScene.path(name: "Noche", folder: "/tmp/") == "/tmp/noche.domo")
    }

    @Test(arguments: [
        ("Buenas noches", "buenas-noches"), ("Película  en casa", "pelicula-en-casa"), ("../a/b", "a-b"),
        ("...", "scene"), ("", "scene"), ("日本", "日本"), ("a_b\n\u{1B}c", "a_b-c"),
        (String(repeating: "é日", count: 200), String(repeating: "e日", count: 50)),
    ])
    func nameBecomesAFileName(name: String, slug: String) {
        #expect(RecordedScene.slug(name) == slug)
    }

    @Test func fileThatCanNotBeWrittenIsAFault() {
        let fault = #expect(throws: Fault.self) { try RecordedScene.write("x", to: "/nonexistent/a.domo") }
        #expect(fault?.code == .noSuchFile)
    }
}
