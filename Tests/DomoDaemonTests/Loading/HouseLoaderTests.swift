import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Testing

@testable import DomoDaemon

struct HouseLoaderTests {
    private let files: HouseFiles

    init() throws {
        files = try HouseFiles()
    }

    @Test func folderIsReadInFileNameOrder() async throws {
        try files.write("/homes/b.xml", HouseFiles.house("B"))
        try files.write("/homes/a.xml", HouseFiles.house("A"))
        try files.write("/homes/notes.txt", "no house")
        // Editors create hidden files.
        try files.write("/homes/.c.xml", HouseFiles.house("C"))
        let load = try await files.loader("/homes").load(.start)
        #expect(load.houses.map(\.name) == ["A", "B"])
        #expect(load.sites.count == 2)
        #expect(load.warnings.isEmpty)
    }

    @Test func errorInOneFileFailsTheLoad() async throws {
        try files.write("/homes/a.xml", HouseFiles.house("A"))
        try files.write("/homes/b.xml", HouseFiles.house(""))
        let fault = await #expect(throws: Fault.self) { _ = try await files.loader("/homes").load(.start) }
        #expect(fault?.code == .badModel)
        #expect(fault?.message.contains("/homes/b.xml:1:") == true)
    }

    @Test(arguments: ["/none.xml", "/empty"])
    func missingSourceIsReported(source: String) async throws {
        try FileBytes.makeFolder(files.folder.path + "/empty")
        let fault = await #expect(throws: Fault.self) { _ = try await files.loader(source).load(.start) }
        #expect(fault?.code == .noSuchFile)
        #expect(fault?.hint != nil)
    }
}
