import DomoSystem
import DomoTestKit
import Glibc
import Testing

@testable import DomoDaemon

struct InstanceLockTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path + "/lock" }

    @Test func lockIsTakenOnce() throws {
        let lock = try InstanceLock(path, guarding: "it")
        let fault = #expect(throws: StartFault.self) { _ = try InstanceLock(path, guarding: "it") }
        #expect(fault?.message == "another domod is using it")
        withExtendedLifetime(lock) {}
    }

    @Test func symbolicLinkAsLockIsRejected() throws {
        let other = folder.path + "/other"
        try #require(symlink(other, path) == 0)
        for isThere in [false, true] {
            if isThere { try FileBytes.replace(other, with: []) }
            let fault = #expect(throws: StartFault.self) { _ = try InstanceLock(path, guarding: "it") }
            #expect(fault?.message.contains(path) == true)
            #expect(throws: StartFault.self) { _ = try InstanceLock.ifPossible(path, guarding: "it") }
            // Nor was its target created.
            #expect(FileBytes.isThere(other) == isThere)
        }
    }

    @Test func fileIsNotReplacedThroughASymbolicLink() throws {
        let other = folder.path + "/other"
        try FileBytes.replace(other, with: [1])
        try #require(symlink(other, path + ".new") == 0)
        try FileBytes.replace(path, with: [2])
        #expect(try FileBytes.read(path, maxBytes: 10) == [2])
        #expect(try FileBytes.read(other, maxBytes: 10) == [1])
    }
}
