import DomoDaemon
import NIOCore

/// The bytes of the control socket, split into lines.
public struct Lines: FuzzTarget {
    public static let name = "lines"

    public init() {}

    public let maxLength = 300 * 1024

    public var corpus: [[UInt8]] {
        let texts = ["ls\n", "ls\r\nshow X\r\n", "\n\n", "set X ñ🚪\nls", "\r", "\r\r\n"]
        return texts.map { Array($0.utf8) } + [[0x6C, 0xFF, 0x0A, 0x6C, 0x73, 0x0A]]
    }

    public var words: [String] { ["\n", "\r\n", "\r", "\n\n", "ls\n"] }

    public func input(using random: inout Dice) -> [UInt8]? {
        var bytes: [UInt8] = []
        for _ in 0..<1 + random.below(8) {
            // Lines of about the maximum length are rare, since they take long.
            let isLong = random.once(in: 1000)
            let count = isLong ? LineBuffer.maxLineLength - 2 + random.below(5) : random.below(60)
            bytes.append(contentsOf: repeatElement(UInt8(0x20 + random.below(0x5F)), count: count))
            if random.once(in: 12) { bytes.append(random.once(in: 2) ? 0xFF : 0xC3) }
            if random.once(in: 4) { bytes.append(UInt8(ascii: "\r")) }
            if !random.once(in: 10) { bytes.append(UInt8(ascii: "\n")) }
        }
        return bytes
    }

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        var buffer = LineBuffer()
        var expected = Self.lines(of: input)[...]
        var rest = input[...]
        while !rest.isEmpty {
            let maxLength = random.once(in: 4) ? 64 * 1024 : 40
            let part = rest.prefix(1 + random.below(maxLength))
            rest = rest.dropFirst(part.count)
            buffer.append(ByteBuffer(bytes: part))
            // A client that is throttled leaves lines in the buffer.
            while !random.once(in: 10) || rest.isEmpty, let line = buffer.next() {
                try expect(line == expected.first, "a line is \(line), expected \(String(describing: expected.first))")
                expected = expected.dropFirst()
            }
            // The buffer holds one line and what was read with it, and doubles when it grows.
            if buffer.next() == nil {
                try expect(
                    buffer.capacity <= 4 * LineBuffer.maxLineLength,
                    "the buffer has a capacity of \(buffer.capacity) bytes"
                )
            } else {
                expected = expected.dropFirst()
            }
        }
        while let line = buffer.next() {
            try expect(line == expected.first, "a line is \(line), expected \(String(describing: expected.first))")
            expected = expected.dropFirst()
        }
        try expect(expected.isEmpty, "\(expected.count) lines are missing")
        let hasPart = input.last.map { $0 != UInt8(ascii: "\n") } ?? false
        try expect(buffer.hasPart == hasPart, "hasPart is wrong")
    }

    /// The simplest implementation of the buffer's behaviour.
    static func lines(of bytes: [UInt8]) -> [LineBuffer.Line] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { line in
            guard line.count <= LineBuffer.maxLineLength else { return .tooLong }
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            return String(validating: text, as: UTF8.self).map { .text($0) } ?? .notUTF8
        }
    }
}
