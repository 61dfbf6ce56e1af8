import Glibc
import Testing

@testable import DomoHistory

struct DatabaseLockTests {
    /// A new folder, which is removed afterwards, with the path of a database in it.
    private static func withDatabase(_ body: (_ file: String) throws -> Void) throws {
        var path = Array("/tmp/domo-lock-XXXXXX\0".utf8CString.dropLast())
        try #require(mkdtemp(&path) != nil)
        let folder = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        let file = "\(folder)/h.sqlite"
        defer {
            unlink(file + ".lock")
            rmdir(folder)
        }
        try body(file)
    }

    @Test func lockThatIsASymbolicLinkIsRefused() throws {
        try Self.withDatabase { file in
            try #require(symlink(file + ".other", file + ".lock") == 0)
            #expect(throws: Problem.lockIsLink) { _ = try DatabaseLock(of: file) }
            #expect(access(file + ".other", F_OK) != 0)
        }
    }

    /// A child that was forked, and has not run its program yet, has the file open too.
    @Test func lockIsReleasedThoughAnotherHasTheFileOpen() throws {
        try Self.withDatabase { file in
            var first = try DatabaseLock(of: file)
            let copy = dup(try #require(first?.descriptor))
            defer { close(copy) }
            #expect(throws: Problem.inUse) { _ = try DatabaseLock(of: file) }
            withExtendedLifetime(first) {}
            first = nil
            #expect(try DatabaseLock(of: file) != nil)
        }
    }
}
