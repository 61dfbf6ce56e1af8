import DomoSystem

/// Base64 for URLs, without padding: RFC 4648, section 5.
enum Base64URL {
    static func text(of bytes: [UInt8]) -> String {
        let characters = Base64.text(of: bytes).utf8.compactMap { character -> UInt8? in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: character
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// - Returns: nil for anything but what `text(of:)` writes.
    static func bytes(of text: some StringProtocol) -> [UInt8]? {
        guard !text.utf8.contains(where: { $0 == 0x2B || $0 == 0x2F || $0 == 0x3D }) else { return nil }
        var characters = text.utf8.map { character -> UInt8 in
            switch character {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: character
            }
        }
        while !characters.count.isMultiple(of: 4) { characters.append(UInt8(ascii: "=")) }
        return Base64.bytes(of: String(decoding: characters, as: UTF8.self))
    }
}
