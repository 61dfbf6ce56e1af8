/// The header of a file in a tar archive after POSIX.1-1988 (ustar): 512 bytes, numbers in octal.
struct TarHeader {
    static let length = 512
    /// The first file of a backup.
    static let database = "history.sqlite"
    /// An archive ends with two blocks of zeros.
    static let end = [UInt8](repeating: 0, count: 2 * length)

    /// Without a leading slash; at most 100 bytes, or 255 with a slash that divides it into a prefix of at most 155
    /// bytes and a name of at most 100.
    var name: String
    var size: Int
    var mode: UInt32
    /// In seconds since 1970.
    var time: Int64

    var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.length)
        func put(_ text: some Sequence<UInt8>, at offset: Int) {
            for (index, byte) in text.enumerated() { bytes[offset + index] = byte }
        }
        func octal(_ number: Int, digits: Int, at offset: Int) {
            let text = String(number, radix: 8)
            put((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8, at: offset)
        }
        let (prefix, rest) = Self.divided(Array(name.utf8))
        put(rest, at: 0)
        octal(Int(mode), digits: 7, at: 100)
        octal(0, digits: 7, at: 108)
        octal(0, digits: 7, at: 116)
        octal(size, digits: 11, at: 124)
        octal(Int(time), digits: 11, at: 136)
        put("        ".utf8, at: 148)
        put("0".utf8, at: 156)
        put("ustar\u{0}00".utf8, at: 257)
        put(prefix, at: 345)
        // The checksum of all bytes, with spaces in place of the checksum.
        octal(bytes.reduce(0) { $0 + Int($1) }, digits: 6, at: 148)
        bytes[154] = 0
        return bytes
    }

    /// Whether a name fits.
    static func fits(_ name: String) -> Bool {
        let (prefix, rest) = divided(Array(name.utf8))
        return prefix.count <= 155 && rest.count <= 100
    }

    /// The padding to a full block after a file.
    static func padding(after size: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (length - size % length) % length)
    }

    /// The size of the database, if the block is the header of a backup.
    static func sizeOfDatabase(in block: [UInt8]) -> Int? {
        guard block.count == length, block.starts(with: Array(database.utf8) + [0]),
            block[257..<262].elementsEqual("ustar".utf8)
        else { return nil }
        return Int(String(decoding: block[124..<135], as: UTF8.self), radix: 8)
    }

    private static func divided(_ name: [UInt8]) -> (prefix: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        guard name.count > 100 else { return ([], name[...]) }
        let slash = name.indices.first { name[$0] == UInt8(ascii: "/") && name.count - $0 - 1 <= 100 }
        guard let slash else { return ([], name[...]) }
        return (name[..<slash], name[(slash + 1)...])
    }
}

extension TarHeader {
    /// What a block of an archive says about the member that follows.
    struct Parsed {
        var name: String
        var size: Int
        var mode: UInt32
        var isFile: Bool

        /// Nil if the block is no header.
        init?(_ block: [UInt8]) {
            func text(_ range: Range<Int>) -> String? {
                String(validating: block[range].prefix { $0 != 0 }, as: UTF8.self)
            }
            func octal(_ range: Range<Int>) -> Int? {
                text(range).flatMap { Int($0.filter { $0 != " " }, radix: 8) }.flatMap { $0 >= 0 ? $0 : nil }
            }
            guard block.count == TarHeader.length, block[257..<262].elementsEqual("ustar".utf8),
                let rest = text(0..<100), let prefix = text(345..<500), let size = octal(124..<136),
                let mode = octal(100..<108), let sum = octal(148..<156)
            else { return nil }
            // The checksum is that of all bytes, with spaces in place of the checksum.
            let others = block[..<148].reduce(0) { $0 + Int($1) } + block[156...].reduce(0) { $0 + Int($1) }
            guard others + 8 * 32 == sum else { return nil }
            name = prefix.isEmpty ? rest : "\(prefix)/\(rest)"
            (self.size, self.mode) = (size, UInt32(truncatingIfNeeded: mode))
            isFile = block[156] == UInt8(ascii: "0") || block[156] == 0
        }
    }
}
