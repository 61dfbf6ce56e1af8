extension [UInt8] {
    /// The bytes, in which what is not UTF-8 is replaced by U+FFFD: one text in another encoding must not make the rest
    /// of an answer unreadable.
    var validUTF8: [UInt8] {
        if String(validating: self, as: UTF8.self) != nil { return self }
        return Array(String(decoding: self, as: UTF8.self).utf8)
    }
}

extension String {
    /// Whether some of it could not be decoded.
    var isDamaged: Bool { unicodeScalars.contains("\u{FFFD}") }
}
