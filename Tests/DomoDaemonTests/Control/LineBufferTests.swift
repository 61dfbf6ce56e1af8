import NIOCore
import Testing

@testable import DomoDaemon

struct LineBufferTests {
    private func lines(of chunks: [String]) -> [LineBuffer.Line] {
        var buffer = LineBuffer()
        var lines: [LineBuffer.Line] = []
        for chunk in chunks {
            buffer.append(ByteBuffer(string: chunk))
            while let line = buffer.next() { lines.append(line) }
        }
        return lines
    }

    @Test(arguments: [
        (["ls\n"], ["ls"]),
        (["ls\nshow X\n"], ["ls", "show X"]),
        (["l", "s", "\nsho", "w X\n"], ["ls", "show X"]),
        (["ls\r\n"], ["ls"]),
        (["\n\nls\n"], ["", "", "ls"]),
        (["set X ñ🚪\n"], ["set X ñ🚪"]),
        (["ls"], []),
    ])
    func linesAreSplitAtLineFeedsWhateverTheChunks(chunks: [String], expected: [String]) {
        #expect(lines(of: chunks) == expected.map { .text($0) })
    }

    @Test func lineOfMaximumLengthIsAcceptedAndALongerOneIsNot() {
        let longest = String(repeating: "x", count: LineBuffer.maxLineLength)
        #expect(lines(of: [longest + "\nls\n"]) == [.text(longest), .text("ls")])
        #expect(lines(of: [longest + "y\nls\n"]) == [.tooLong, .text("ls")])
    }

    @Test func endlessLineIsDiscardedAsItArrives() {
        var buffer = LineBuffer()
        let chunk = ByteBuffer(repeating: UInt8(ascii: "x"), count: 32 * 1024)
        for _ in 0..<1000 {
            buffer.append(chunk)
            #expect(buffer.next() == nil)
        }
        #expect(buffer.hasPart)
        buffer.append(ByteBuffer(string: "\nls\n"))
        #expect(buffer.next() == .tooLong)
        #expect(buffer.next() == .text("ls"))
        #expect(buffer.next() == nil)
        #expect(!buffer.hasPart)
    }

    @Test func invalidUTF8IsReported() {
        var buffer = LineBuffer()
        buffer.append(ByteBuffer(bytes: [0x6C, 0xFF, 0x0A, 0x6C, 0x73, 0x0A]))
        #expect(buffer.next() == .notUTF8)
        #expect(buffer.next() == .text("ls"))
    }

    @Test func bufferDoesNotGrowIfNoReadEndsWithALine() {
        var buffer = LineBuffer()
        let line = String(repeating: "x", count: 999) + "\n"
        let chunk = ByteBuffer(string: String(repeating: line, count: 8) + "begun")
        buffer.append(ByteBuffer(string: "begun"))
        for _ in 0..<2000 {
            buffer.append(chunk)
            while buffer.next() != nil {}
        }
        #expect(buffer.capacity <= 64 * 1024)
    }
}
