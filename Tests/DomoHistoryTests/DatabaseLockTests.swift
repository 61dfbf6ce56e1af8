import Glibc
import Testing

@testable import DomoHistory

struct DatabaseLockTests {
    @Test func lockThatIsASymbolicLinkIsRefused() throws {
        var path = Array("/tmp/domo-lock-XXXXXX\0".utf8CString.dropLast())
        try #require(mkdtemp(&path) != nil)
        let folder = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        let lock = "\(folder)/h.sqlite.lock"
        defer {
            unlink(lock)
            rmdir(folder)
        }
        try #require(symlink("\(folder)/other", lock) == 0)
        #expect(throws: Problem.lockIsLink) { _ = try DatabaseLock(of: "\(folder)/h.sqlite") }
        #expect(access("\(folder)/other", F_OK) != 0)
    }

    /// A child that was forked, and has not run its program yet, has the file open too.
    @Test func lockIsReleasedThoughAnotherHasTheFileOpen() throws {
        var path = Array("/tmp/domo-lock-XXXXXX\0".utf8CString.dropLast())
        try #require(mkdtemp(&path) != nil)
        let folder = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        let file = "\(folder)/h.sqlite"
        defer {
            unlink(file + ".lock")
            rmdir(folder)
        }
        var first = try DatabaseLock(of: file)
        let copy = dup(try #require(first?.descriptor))
        defer { close(copy) }
        #expect(throws: Problem.inUse) { _ = try DatabaseLock(of: file) }
        withExtendedLifetime(first) {}
        first = nil
        #expect(try DatabaseLock(of: file) != nil)
    }
}
