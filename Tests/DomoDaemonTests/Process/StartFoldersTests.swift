import DomoSystem
import DomoTestKit
import Testing

@testable import DomoDaemon

struct StartFoldersTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func failedStartRemovesTheFoldersThatItCreated() throws {
        let folders = StartFolders()
        try folders.make("\(folder.path)/a/b/state", mode: 0o700)
        try FileBytes.replace("\(folder.path)/a/b/state/lock", with: [])
        folders.discard()
        #expect(!FileBytes.isThere("\(folder.path)/a"))
        #expect(FileBytes.isThere(folder.path))
    }

    /// The outer folder can be created, and the one in it has too long a name.
    @Test func folderThatCanOnlyBeCreatedInPartIsRemoved() throws {
        let folders = StartFolders()
        let name = String(repeating: "x", count: 300)
        #expect(throws: FileBytes.Fault.self) { try folders.make("\(folder.path)/a/\(name)", mode: 0o700) }
        folders.discard()
        #expect(!FileBytes.isThere("\(folder.path)/a"))
    }

    @Test func failedStartLeavesWhatExistedBefore() throws {
        try FileBytes.makeFolder("\(folder.path)/state")
        try FileBytes.replace("\(folder.path)/state/history.sqlite", with: [1])
        let folders = StartFolders()
        try folders.make("\(folder.path)/state", mode: 0o700)
        folders.discard()
        #expect(FileBytes.isThere("\(folder.path)/state/history.sqlite"))
    }

    @Test func folderOfSomebodyElseInANewOneStays() throws {
        let folders = StartFolders()
        try folders.make("\(folder.path)/state", mode: 0o700)
        try FileBytes.makeFolder("\(folder.path)/state/other")
        folders.discard()
        #expect(FileBytes.isThere("\(folder.path)/state/other"))
    }

    @Test func startThatSucceededKeepsItsFolders() throws {
        let folders = StartFolders()
        try folders.make("\(folder.path)/state", mode: 0o700)
        folders.keep()
        folders.discard()
        #expect(FileBytes.isThere("\(folder.path)/state"))
    }
}
