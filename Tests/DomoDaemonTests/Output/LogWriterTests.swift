import Testing

@testable import DomoDaemon

struct LogWriterTests {
    @Test func linesAreWrittenInOrder() throws {
        let pipe = try LogPipe(bound: 1 << 20)
        let lines = (0..<5000).map { "line \($0)" }
        for line in lines { pipe.add("\(line)\n") }
        #expect(try pipe.lines() == lines)
    }

    @Test func loggingNeverBlocksAndDroppedLinesAreCounted() throws {
        let pipe = try LogPipe(bound: 1000)
        // The pipe is full long before this ends.
        for number in 0..<5000 { pipe.add("line \(number)\n") }
        pipe.add("line 5000\n", isLast: true)
        var (next, dropped) = (0, 0)
        for line in try pipe.lines() {
            let number = try #require(Int(line.split(separator: " ")[1]))
            if line.hasPrefix("dropped ") {
                (next, dropped) = (next + number, dropped + number)
            } else {
                // The count is in the place of the lines.
                #expect(number == next)
                next += 1
            }
        }
        #expect(dropped > 0)
        #expect(next == 5001)
    }

    @Test func endDoesNotWaitForeverForAReader() throws {
        let pipe = try LogPipe(bound: 100_000)
        for number in 0..<2000 { pipe.add("line \(number)\n") }
        #expect(!pipe.writer.end(within: .milliseconds(50)))
    }

    @Test func idleWriterEndsAtOnce() throws {
        #expect(try LogPipe(bound: 100).writer.end(within: .seconds(60)))
    }

    @Test func eachLineOfADroppedMessageIsCounted() throws {
        let pipe = try LogPipe(bound: 10)
        pipe.add("1\n2\n3\n4\n5\n6\n")
        #expect(try pipe.lines() == ["dropped 6"])
    }
}
