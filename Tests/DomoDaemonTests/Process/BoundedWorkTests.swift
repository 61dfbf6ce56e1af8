import Glibc
import NIOCore
import NIOPosix
import Testing

@testable import DomoDaemon

struct BoundedWorkTests {
    @Test func blockingWorkIsNotWaitedForForever() async throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (output, input) = (ends[0], ends[1])
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let isDone = await BoundedWork.run(name: "test", atMost: .milliseconds(20), on: loop) {
            // Blocks until the test has its result.
            var byte: UInt8 = 0
            _ = read(output, &byte, 1)
            close(output)
        }
        #expect(!isDone)
        close(input)
    }

    @Test func workThatEndsInTimeIsReportedAsDone() async {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        #expect(await BoundedWork.run(name: "test", atMost: .minutes(10), on: loop) {})
    }
}
