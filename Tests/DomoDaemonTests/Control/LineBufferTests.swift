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

    @Test func knownLineIsRemovedAndAnotherStays() {
        var buffer = LineBuffer()
        buffer.append(ByteBuffer(string: "ls\nls\nshow X\nls"))
        func known() -> String? {
            buffer.next { $0.elementsEqual("ls".utf8) ? String(decoding: $0, as: UTF8.self) : nil }
        }
        #expect(known() == "ls" && known() == "ls" && known() == nil)
        #expect(buffer.next() == .text("show X"))
        // It is not complete.
        #expect(known() == nil && buffer.next() == nil && buffer.hasPart)
        buffer.append(ByteBuffer(string: "\n"))
        #expect(known() == "ls" && !buffer.hasPart)
    }

    @Test func endOfATooLongLineIsNoLine() {
        var buffer = LineBuffer()
        buffer.append(ByteBuffer(repeating: UInt8(ascii: "x"), count: LineBuffer.maxLineLength + 1))
        #expect(buffer.next() == nil)
        buffer.append(ByteBuffer(string: "ls\n"))
        #expect(buffer.next { _ in true } == nil)
        #expect(buffer.next() == .tooLong)
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
