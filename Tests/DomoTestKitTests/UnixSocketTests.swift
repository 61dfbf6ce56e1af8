import DomoTestKit
import Glibc
import Testing

@Suite struct UnixSocketTests {
    @Test func socketThatIsOnlyBoundDoesNotListen() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a socket"
        #expect(try !UnixSocket.isListening(path))
        let descriptor = try UnixSocket.bound(path)
        defer { close(descriptor) }
        #expect(access(path, F_OK) == 0)
        #expect(try !UnixSocket.isListening(path))
        #expect(listen(descriptor, 1) == 0)
        #expect(try UnixSocket.isListening(path))
        // A file of that name is not enough.
        #expect(try !UnixSocket.isListening(path + "2"))
    }
}
