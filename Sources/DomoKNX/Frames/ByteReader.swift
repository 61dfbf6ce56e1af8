/// Reads a frame from its beginning.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ octets: ArraySlice<UInt8>) { rest = octets }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func octet() throws(FrameFault) -> UInt8 {
        guard let octet = rest.popFirst() else { throw FrameFault(.tooShort, "the frame ends too early") }
        return octet
    }

    mutating func word() throws(FrameFault) -> UInt16 {
        let high = try octet()
        return UInt16(high) << 8 | UInt16(try octet())
    }

    mutating func number(octets count: Int) throws(FrameFault) -> UInt64 {
        try octets(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func octets(_ count: Int) throws(FrameFault) -> ArraySlice<UInt8> {
        guard count <= rest.count else {
            throw FrameFault(.tooShort, "the frame has only \(rest.count) octets left, but \(count) are needed")
        }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func all() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// A structure whose first octet is its length, that octet included.
    mutating func structure() throws(FrameFault) -> ByteReader {
        let length = Int(try octet())
        guard length >= 2 else { throw FrameFault(.wrongLength, "invalid structure length \(length)") }
        return ByteReader(try octets(length - 1))
    }
}

extension Array where Element == UInt8 {
    mutating func append(word: UInt16) {
        append(UInt8(word >> 8))
        append(UInt8(truncatingIfNeeded: word))
    }

    /// The low octets of a number, most significant first.
    mutating func append(_ number: UInt64, octets count: Int) {
        for index in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }

    /// A structure whose first octet is its length, padded with 0 to an even length and truncated to 255 octets.
    mutating func append(structure content: [UInt8]) {
        var content = content.prefix(253)
        if content.count % 2 == 0 { content.append(0) }
        append(UInt8(content.count + 1))
        self += content
    }
}
