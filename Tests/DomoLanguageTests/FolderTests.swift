import Testing

@testable import DomoLanguage

/// Where files are is nothing for somebody limited to places.
struct FolderTests {
    @Test func repliesAboutScenesNameFilesWithoutTheirFolders() throws {
        let text = SceneText(name: "Noche", file: "/etc/domo/homes/scenes/noche.domo", text: "", tag: "t")
        guard case .sceneText(let shown) = Reply.sceneText(text).withoutAddresses else {
            throw Fault(.badRequest, "another reply")
        }
        #expect(shown.file == "noche.domo" && shown.name == "Noche")
        let recording = Recording(name: "Noche", orders: 1, folder: "/etc/domo/homes/scenes")
        guard case .recording(let seen) = Reply.recording(recording).withoutAddresses else {
            throw Fault(.badRequest, "another reply")
        }
        #expect(seen.folder == nil && seen.orders == 1)
    }
}
