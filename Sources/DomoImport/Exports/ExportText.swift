/// Decodes the text of an export in any encoding.
enum ExportText {
    /// Decodes UTF-8 and UTF-16 with or without a byte order mark; everything else is Windows-1252, the default of ETS
    /// 4 and 5.
    static func decode(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isLittleEndian: true) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isLittleEndian: false) }
        if bytes.count >= 4, bytes[1] == 0, bytes[3] == 0 { return utf16(bytes[...], isLittleEndian: true) }
        if bytes.count >= 4, bytes[0] == 0, bytes[2] == 0 { return utf16(bytes[...], isLittleEndian: false) }
        return String(validating: bytes, as: UTF8.self) ?? windows1252(bytes)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> String {
        var units: [UInt16] = []
        var rest = bytes
        while rest.count >= 2 {
            let (first, second) = (UInt16(rest[rest.startIndex]), UInt16(rest[rest.startIndex + 1]))
            units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
            rest = rest.dropFirst(2)
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Source: the Unicode consortium's mapping CP1252.TXT.
    private static func windows1252(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let scalar = (0x80...0x9F).contains(byte) ? upper[Int(byte - 0x80)] : UInt32(byte)
            text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
        }
        return String(text)
    }

    private static let upper: [UInt32] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
        0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
