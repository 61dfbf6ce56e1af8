import DomoLanguage
import DomoSystem
import Glibc
import Testing

@testable import DomoDaemon

struct DescriptorTests {
    /// More than fits in a pipe, to an end that doesn't block.
    @Test func everythingIsWrittenIfTheDescriptorIsNotReady() async throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        defer { close(reader) }
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        async let error = WorkerThread.run(name: "writer", orElse: Fault.init) { () throws(Fault) -> CInt? in
            defer { close(writer) }
            return bytes.withUnsafeBytes { Descriptor.write($0, to: writer) }
        }
        var read: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(reader, &block, block.count)
            if count == 0 { break }
            if count > 0 { read += block.prefix(count) } else { await Task.yield() }
        }
        #expect(try await error == nil)
        // A comparison in the macro would compute their difference, which takes minutes.
        let isWhole = read == bytes
        #expect(isWhole)
    }

    @Test func errorOfTheSystemIsReturned() {
        #expect([UInt8(1)].withUnsafeBytes { Descriptor.write($0, to: -1) } == EBADF)
    }
}
