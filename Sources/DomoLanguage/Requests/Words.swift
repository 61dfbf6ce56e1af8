/// Splits a line of the command language into words as a shell does: spaces separate words; everything in '…' is
/// literal; in "…" a backslash escapes a quote, a backslash, a dollar sign or a backtick; elsewhere a backslash escapes
/// the next character; `#` at the start of a word begins a comment, unless the word is a colour after another word:
/// `set Strip #ff8000`.
public enum Words {
    public struct Word: Equatable, Sendable {
        public var text: String
        /// Counted in Unicode scalars from 1.
        public var column: Int
        /// True if any part of the word was quoted or escaped. Such a word is never an option.
        public var isQuoted: Bool
        /// True if its last character was quoted or escaped: `"off:"`, not `"off":`.
        public var endIsQuoted: Bool

        /// - Parameter endIsQuoted: the same as `isQuoted` by default.
        public init(text: String, column: Int, isQuoted: Bool = false, endIsQuoted: Bool? = nil) {
            self.text = text
            self.column = column
            self.isQuoted = isQuoted
            self.endIsQuoted = endIsQuoted ?? isQuoted
        }
    }

    /// An unclosed quote, or a backslash at the end of the line.
    public struct Unclosed: Error, Equatable, Sendable {
        /// Counted as in `Word`.
        public var column: Int
        public var fault: Fault
    }

    public static func split(_ line: some StringProtocol) throws(Unclosed) -> [Word] {
        if let words = line.utf8.withContiguousStorageIfAvailable(splitPlain) ?? nil { return words }
        var words: [Word] = []
        var open = OpenWord()
        var column = 0
        // By scalars, not characters: a combining mark after a quote must not hide the quote.
        var iterator = line.unicodeScalars.makeIterator()
        func unclosed(_ message: String, hint: String, at column: Int) -> Unclosed {
            Unclosed(column: column, fault: Fault(.badRequest, message, hint: hint))
        }
        while let character = iterator.next() {
            column += 1
            if isSpace(character) {
                open.close(into: &words)
                continue
            }
            if character == "#", !open.hasBegun {
                if words.isEmpty || !isColour(iterator) { break }
            }
            open.begin(at: column)
            if character == "'" || character == "\"" {
                let start = column
                open.isQuoted = true
                open.endIsQuoted = true
                var closed = false
                while let inner = iterator.next() {
                    column += 1
                    if inner == character {
                        closed = true
                        break
                    }
                    guard character == "\"", inner == "\\" else {
                        open.append(inner)
                        continue
                    }
                    guard let escaped = iterator.next() else { break }
                    column += 1
                    if !"\"\\$`".unicodeScalars.contains(escaped) { open.append("\\") }
                    open.append(escaped)
                }
                guard closed else {
                    throw unclosed(
                        "unclosed quote: \(character)",
                        hint: "close it, or write a backslash before it",
                        at: start
                    )
                }
            } else if character == "\\" {
                guard let escaped = iterator.next() else {
                    throw unclosed(
                        "backslash at the end of the line",
                        hint: "write two backslashes for a backslash",
                        at: column
                    )
                }
                column += 1
                open.append(escaped)
                open.isQuoted = true
                open.endIsQuoted = true
            } else {
                open.append(character)
                open.endIsQuoted = false
            }
        }
        open.close(into: &words)
        return words
    }

    /// Splits a line of ASCII without quotes and backslashes, which nearly every line is.
    ///
    /// - Returns: nil for any other line.
    private static func splitPlain(_ line: UnsafeBufferPointer<UInt8>) -> [Word]? {
        var words: [Word] = []
        var position = 0
        while position < line.count {
            guard !isSpace(line[position]) else {
                position += 1
                continue
            }
            if line[position] == UInt8(ascii: "#") {
                if words.isEmpty || !isColour(line[(position + 1)...].lazy.map { Unicode.Scalar($0) }.makeIterator()) {
                    return words
                }
            }
            let start = position
            while position < line.count, !isSpace(line[position]) {
                switch line[position] {
                case 0x80..., UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"): return nil
                default: position += 1
                }
            }
            let text = String(decoding: UnsafeBufferPointer(rebasing: line[start..<position]), as: UTF8.self)
            words.append(Word(text: text, column: start + 1))
        }
        return words
    }

    /// Whether the rest of a word that begins with `#` is that of a colour: six hexadecimal digits and nothing more.
    private static func isColour(_ rest: some IteratorProtocol<Unicode.Scalar>) -> Bool {
        var rest = rest
        for _ in 0..<6 {
            guard let digit = rest.next(), digit.properties.isASCIIHexDigit else { return false }
        }
        guard let next = rest.next() else { return true }
        // A comma ends a step of a scene.
        return isSpace(next) || next == ","
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// The word being read. All words share one buffer: growing a `String` scalar by scalar took longer than the rest
    /// of reading a line.
    private struct OpenWord {
        private var bytes: [UInt8] = []
        private var column = 0
        var isQuoted = false
        var endIsQuoted = false

        var hasBegun: Bool { column > 0 }

        /// - Parameter column: ignored if the word has already begun.
        mutating func begin(at column: Int) {
            if !hasBegun { self.column = column }
        }

        mutating func append(_ scalar: Unicode.Scalar) {
            if scalar.isASCII {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes.append(contentsOf: scalar.utf8)
            }
        }

        /// Ends the word, if one has begun, and prepares for the next.
        mutating func close(into words: inout [Word]) {
            guard hasBegun else { return }
            words.append(
                Word(
                    text: String(decoding: bytes, as: UTF8.self),
                    column: column,
                    isQuoted: isQuoted,
                    endIsQuoted: endIsQuoted
                )
            )
            bytes.removeAll(keepingCapacity: true)
            column = 0
            isQuoted = false
            endIsQuoted = false
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        // Nearly all input is ASCII, and the table of properties is slow.
        scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
    }

    /// Returns the text, quoted if needed, so that it is read back as one word.
    public static func quoted(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x7F ? !scalar.properties.isWhitespace : isPlain(UInt8(scalar.value))
        }
        // A leading dash would make it an option, whatever mark combines with the dash.
        if plain, !text.isEmpty, text.unicodeScalars.first != "-" { return text }
        // No ASCII character combines with a quote.
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "'") }) { return "'\(text)'" }
        // By scalars, as in `split`: a quote with a combining mark after it is still a quote.
        var quoted = "'".unicodeScalars
        for scalar in text.unicodeScalars {
            if scalar == "'" { quoted.append(contentsOf: "'\\''".unicodeScalars) } else { quoted.append(scalar) }
        }
        quoted.append("'")
        return String(quoted)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        // - . / and the digits; and :
        case UInt8(ascii: "-")...UInt8(ascii: ":"): true
        case UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "%"), UInt8(ascii: "="), UInt8(ascii: ","),
            UInt8(ascii: "@"):
            true
        default: false
        }
    }
}
