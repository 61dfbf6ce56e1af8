import CLibXML2

/// Finds positions in the file. libxml2 counts lines and columns, but reports a construct only after reading it,
/// whereas diagnostics need its beginning.
struct Locator {
    private let parser: xmlParserCtxtPtr

    init(_ parser: xmlParserCtxtPtr) { self.parser = parser }

    /// The position up to which the parser has read.
    var current: SourcePosition {
        guard let input = parser.pointee.input else { return SourcePosition(line: 1, column: 1) }
        return SourcePosition(line: input.pointee.line, column: max(1, input.pointee.col))
    }

    /// The number of bytes in UTF-8 that are not read yet.
    var unreadCount: Int {
        guard let input = parser.pointee.input, let current = input.pointee.cur, let end = input.pointee.end else {
            return 0
        }
        return end - current
    }

    /// The number of bytes that are not converted to UTF-8 yet: few, unless they are invalid in their encoding.
    var unconvertedCount: Int {
        guard let raw = parser.pointee.input?.pointee.buf?.pointee.raw else { return 0 }
        return Int(xmlBufUse(raw))
    }

    /// Whether everything is read.
    var isAtEnd: Bool { unreadCount <= 0 }

    /// Whether the next byte belongs to a character outside ASCII.
    var isAtWideCharacter: Bool {
        guard !isAtEnd, let next = parser.pointee.input?.pointee.cur else { return false }
        return next.pointee >= 0x80
    }

    /// The `<` of the start tag that is being reported. The whole tag is in the buffer, and contains no other `<`.
    var startTag: SourcePosition {
        guard let input = parser.pointee.input, let base = input.pointee.base, let end = input.pointee.cur else {
            return current
        }
        var start = end
        var characters: Int32 = 0
        var isOnOneLine = true
        while start > base {
            start -= 1
            let byte = start.pointee
            if byte & 0xC0 != 0x80 { characters += 1 }
            if byte == UInt8(ascii: "<") { break }
            if byte == UInt8(ascii: "\n") { isOnOneLine = false }
        }
        guard isOnOneLine else { return position(of: start, base: base, readTo: end) }
        return SourcePosition(line: input.pointee.line, column: max(1, input.pointee.col - characters))
    }

    /// The first character of the text that is being reported, after white space.
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> SourcePosition {
        guard let input = parser.pointee.input, let base = input.pointee.base, let limit = input.pointee.end,
            let text = bytes.baseAddress
        else { return current }
        if base <= text, text < limit {
            // The text is in the input buffer itself, and lines are counted to its end.
            let first = bytes.firstIndex { !isXMLSpace($0) } ?? 0
            return position(of: text + first, base: base, readTo: text + bytes.count)
        }
        guard let end = input.pointee.cur else { return current }
        var start = end
        while start > base, start[-1] != UInt8(ascii: ">") { start -= 1 }
        while start < end, isXMLSpace(start.pointee) { start += 1 }
        return position(of: start, base: base, readTo: end)
    }

    /// The same for a CDATA section, which is reported before its lines are counted.
    func section(_ bytes: UnsafeBufferPointer<UInt8>) -> SourcePosition {
        guard let input = parser.pointee.input, let counted = input.pointee.cur, let limit = input.pointee.end,
            let text = bytes.baseAddress, counted <= text, text < limit
        else { return current }
        return position(of: text + (bytes.firstIndex { !isXMLSpace($0) } ?? 0), after: counted)
    }

    /// - Parameter end: the byte up to which libxml2 has counted lines and columns.
    private func position(
        of byte: UnsafePointer<UInt8>,
        base: UnsafePointer<UInt8>,
        readTo end: UnsafePointer<UInt8>
    ) -> SourcePosition {
        let (lines, characters) = count(from: byte, to: end)
        let here = current
        guard lines > 0 else { return SourcePosition(line: here.line, column: max(1, here.column - characters)) }
        var lineStart = byte
        while lineStart > base, lineStart[-1] != UInt8(ascii: "\n") { lineStart -= 1 }
        return SourcePosition(line: here.line - lines, column: count(from: lineStart, to: byte).characters + 1)
    }

    /// - Parameter start: the byte up to which libxml2 has counted lines and columns.
    private func position(of byte: UnsafePointer<UInt8>, after start: UnsafePointer<UInt8>) -> SourcePosition {
        let (lines, characters) = count(from: start, to: byte)
        let here = current
        guard lines > 0 else { return SourcePosition(line: here.line, column: here.column + characters) }
        var lineStart = byte
        while lineStart > start, lineStart[-1] != UInt8(ascii: "\n") { lineStart -= 1 }
        return SourcePosition(line: here.line + lines, column: count(from: lineStart, to: byte).characters + 1)
    }

    private func count(
        from start: UnsafePointer<UInt8>,
        to end: UnsafePointer<UInt8>
    ) -> (lines: Int32, characters: Int32) {
        var lines: Int32 = 0
        var characters: Int32 = 0
        var byte = start
        while byte < end {
            if byte.pointee == UInt8(ascii: "\n") { lines += 1 }
            if byte.pointee & 0xC0 != 0x80 { characters += 1 }
            byte += 1
        }
        return (lines, characters)
    }
}
