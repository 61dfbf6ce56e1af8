import DomoModel

/// Percent-encoding of a URL's data (RFC 3986, section 2).
enum PercentEncoding {
    /// Whether a byte never needs encoding (section 2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Appends the text's UTF-8, with all but unreserved bytes as upper-case `%XX`.
    ///
    /// - Parameter isMasked: whether `***`, which stands for a secret, is kept as it is.
    static func append(_ text: String, to bytes: inout [UInt8], isMasked: Bool = false) {
        if isMasked, let mask = text.place(of: "***") {
            append(String(text[..<mask.lowerBound]), to: &bytes)
            bytes += Array("***".utf8)
            return append(String(text[mask.upperBound...]), to: &bytes, isMasked: true)
        }
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexadecimal(byte >> 4))
                bytes.append(hexadecimal(byte & 0xF))
            }
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
    }
}
