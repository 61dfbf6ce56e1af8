/// A strict JSON validator (RFC 8259) that checks whether a line is exactly one value. It is independent of domo's JSON
/// code, which it checks.
struct JSONLine {
    private let bytes: ArraySlice<UInt8>
    private var at: Int

    private struct Wrong: Error {}

    /// Whether the bytes are one JSON value in valid UTF-8, without line breaks.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard !bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return false }
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var line = JSONLine(bytes)
        do throws(Wrong) {
            try line.value(depth: 0)
        } catch {
            return false
        }
        line.skipSpaces()
        return line.at == bytes.endIndex
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
    }

    private var next: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func skipSpaces() {
        while next == 0x20 || next == 0x09 { at += 1 }
    }

    private mutating func value(depth: Int) throws(Wrong) {
        guard depth < 1000 else { throw Wrong() }
        skipSpaces()
        switch next.map(Unicode.Scalar.init) {
        case "{":
            try members(open: "{", close: "}") { (line: inout JSONLine) throws(Wrong) in
                line.skipSpaces()
                try line.string()
                line.skipSpaces()
                guard line.consume(":") else { throw Wrong() }
                try line.value(depth: depth + 1)
            }
        case "[":
            try members(open: "[", close: "]") { (line: inout JSONLine) throws(Wrong) in
                try line.value(depth: depth + 1)
            }
        case "\"": try string()
        case "t": try word("true")
        case "f": try word("false")
        case "n": try word("null")
        default: try number()
        }
    }

    private mutating func members(
        open: Unicode.Scalar,
        close: Unicode.Scalar,
        _ member: (inout JSONLine) throws(Wrong) -> Void
    ) throws(Wrong) {
        guard consume(open) else { throw Wrong() }
        skipSpaces()
        if consume(close) { return }
        repeat {
            try member(&self)
            skipSpaces()
        } while consume(",")
        guard consume(close) else { throw Wrong() }
    }

    private mutating func word(_ word: String) throws(Wrong) {
        for scalar in word.unicodeScalars { guard consume(scalar) else { throw Wrong() } }
    }

    private mutating func string() throws(Wrong) {
        guard consume("\"") else { throw Wrong() }
        while let byte = next {
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return
            case ..<0x20: throw Wrong()
            case UInt8(ascii: "\\"):
                guard let escaped = next else { throw Wrong() }
                at += 1
                if escaped == UInt8(ascii: "u") {
                    for _ in 0..<4 {
                        guard let digit = next, isHexadecimal(digit) else { throw Wrong() }
                        at += 1
                    }
                } else if !"\"\\/bfnrt".utf8.contains(escaped) {
                    throw Wrong()
                }
            default: break
            }
        }
        throw Wrong()
    }

    private func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    private mutating func number() throws(Wrong) {
        _ = consume("-")
        if !consume("0") { try digits() }
        if consume(".") { try digits() }
        if consume("e") || consume("E") {
            if !consume("+") { _ = consume("-") }
            try digits()
        }
    }

    private mutating func digits() throws(Wrong) {
        let start = at
        while let digit = next, (0x30...0x39).contains(digit) { at += 1 }
        guard at > start else { throw Wrong() }
    }
}
