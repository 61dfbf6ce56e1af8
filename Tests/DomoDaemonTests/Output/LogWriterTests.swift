import Glibc
import Logging
import Testing

@testable import DomoDaemon

struct LogWriterTests {
    /// A pipe that holds one page, and a writer to it.
    private final class Fixture {
        let writer: LogWriter
        private var ends: [CInt] = [0, 0]

        init(bound: Int) throws {
            try #require(pipe(&ends) == 0)
            // F_SETPIPE_SZ, which Swift's Glibc has not.
            try #require(fcntl(ends[1], 1031, CInt(4096)) >= 4096)
            writer = LogWriter(ends[1], bound: bound) { Array("dropped \($0)\n".utf8) }
        }

        deinit {
            // The read end first: a thread that writes finds that nobody reads, and ends. What it writes to stays open until
            // then, for others would get its number, and what it still writes.
            close(ends[0])
            writer.end(within: .seconds(20))
            close(ends[1])
        }

        func add(_ lines: String, isLast: Bool = false) { writer.add(Array(lines.utf8), isLast: isLast) }

        /// All that was added.
        func read() throws -> [String] {
            add("the end\n", isLast: true)
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while !String(decoding: bytes.suffix(9), as: UTF8.self).hasSuffix("the end\n") {
                let count = Glibc.read(ends[0], &buffer, buffer.count)
                try #require(count > 0)
                bytes += buffer[..<count]
            }
            #expect(writer.end(within: .seconds(20)))
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropLast().map(String.init)
        }
    }

    @Test func linesAreWrittenInTheOrderInWhichTheyCame() throws {
        let fixture = try Fixture(bound: 1 << 20)
        let lines = (0..<5000).map { "line \($0)" }
        for line in lines { fixture.add("\(line)\n") }
        #expect(try fixture.read() == lines)
    }

    @Test func whoLogsNeverWaitsAndWhatDidNotFitIsCounted() throws {
        let fixture = try Fixture(bound: 1000)
        // The pipe is full long before this ends.
        for number in 0..<5000 { fixture.add("line \(number)\n") }
        fixture.add("line 5000\n", isLast: true)
        var (next, dropped) = (0, 0)
        for line in try fixture.read() {
            let number = try #require(Int(line.split(separator: " ")[1]))
            if line.hasPrefix("dropped ") {
                (next, dropped) = (next + number, dropped + number)
            } else {
                // The count stands where the lines would have been.
                #expect(number == next)
                next += 1
            }
        }
        #expect(dropped > 0)
        #expect(next == 5001)
    }

    @Test func theEndDoesNotWaitForEverForAReader() throws {
        let fixture = try Fixture(bound: 100_000)
        for number in 0..<2000 { fixture.add("line \(number)\n") }
        #expect(!fixture.writer.end(within: .milliseconds(50)))
    }

    @Test func aWriterThatWroteNothingEndsAtOnce() throws {
        #expect(try Fixture(bound: 100).writer.end(within: .seconds(20)))
    }

    @Test func eachLineOfADroppedMessageIsCounted() throws {
        let fixture = try Fixture(bound: 10)
        fixture.add("1\n2\n3\n4\n5\n6\n")
        #expect(try fixture.read() == ["dropped 6"])
    }

    @Test func eachLineBeginsAsItsReaderNeedsIt() {
        func text(_ format: LogFormat) -> String {
            String(decoding: format.lines(.warning, "one\ntwo\u{7}"), as: UTF8.self)
        }
        #expect(text(.journal) == "<4>one\n<4>two\u{FFFD}\n")
        let lines = text(.people).split(separator: "\n").map { $0.drop { $0 != " " } }
        #expect(lines == [" warning one", " warning two\u{FFFD}"])
    }
}
