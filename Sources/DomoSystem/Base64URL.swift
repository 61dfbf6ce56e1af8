/// Base64 for URLs, without padding: RFC 4648, section 5.
public enum Base64URL {
    public static func text(of bytes: [UInt8]) -> String {
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

    /// Padding is accepted: some browsers' libraries write it.
    public static func bytes(of text: some StringProtocol) -> [UInt8]? {
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
