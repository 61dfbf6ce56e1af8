/// Text with one octet per character.
enum OctetText: Sendable {
    /// US-ASCII: 0–127.
    case ascii
    /// ISO 8859-1: 0–255.
    case latin1

    func text(of octets: some Sequence<UInt8>, as subtype: Subtype) throws(DatapointFault) -> String {
        var text = String.UnicodeScalarView()
        for octet in octets {
            guard octet <= limit else {
                throw DatapointFault(
                    .invalid,
                    "octet \(octet) is not a character of \(subtype.id)",
                    hint: "the sender may use ISO 8859-1"
                )
            }
            text.append(Unicode.Scalar(octet))
        }
        return String(text)
    }

    /// An é may be one Unicode scalar or two; both are one octet.
    func octets(of text: String, as subtype: Subtype) throws(DatapointFault) -> [UInt8] {
        var octets: [UInt8] = []
        for character in text {
            if let composed = Self.composed(character), composed <= limit {
                octets.append(composed)
                continue
            }
            for scalar in character.unicodeScalars {
                guard let octet = UInt8(exactly: scalar.value), octet <= limit else {
                    throw DatapointFault(
                        .wrongForm,
                        "\"\(character)\" is not a character of \(subtype.id)",
                        hint: self == .ascii ? "use letters without accents" : "use western European letters"
                    )
                }
                octets.append(octet)
            }
        }
        return octets
    }

    private var limit: UInt8 { self == .ascii ? 0x7F : 0xFF }

    /// The accented letter of ISO 8859-1 for a letter and a combining accent.
    private static func composed(_ character: Character) -> UInt8? {
        guard character.unicodeScalars.count > 1 else { return nil }
        return (0xC0...0xFF).first { Character(Unicode.Scalar($0)) == character }
    }
}
