/// The names that new tokens can have: one that looks like another, or like somebody else, would forge the records of who
/// did what.
public enum TokenName {
    /// In characters.
    public static let maxLength = 64

    private static let reserved: Set = [
        "root", "house", "scene", "token", "user", "bus", "hook", "domo", "domod", "domo-web", "domo-notify",
        "domo-mqtt", "domo-fleet", "domo-fleet-store", "domo-fleet-web", "domo-fleet-operator",
    ]
    private static let reservedPrefixes = ["scene ", "token ", "user ", "bus ", "hook ", "at ", "every ", "when "]

    /// - Throws: what is wrong with a name.
    static func check(_ name: String) throws(Fault) {
        try StoredText.require(name, StoredText.maxName, "the name")
        guard (1...maxLength).contains(name.count), name.first != " ", name.last != " " else {
            throw fault(name, "use 1–\(maxLength) characters, without spaces at the ends: \"Anna's phone\"")
        }
        var scripts: Set<Int> = []
        for scalar in name.unicodeScalars {
            guard isVisible(scalar) else {
                let code = "U+\(String(scalar.value, radix: 16, uppercase: true))"
                throw fault(name, "it has a character that is not visible, or is written in another form: \(code)")
            }
            if scalar.properties.isAlphabetic { scripts.insert(script(of: scalar)) }
        }
        guard scripts.count <= 1 else {
            throw fault(name, "it mixes letters of several scripts, so that it can look like another name")
        }
        let folded = name.lowercased()
        guard !reserved.contains(folded), !reservedPrefixes.contains(where: folded.hasPrefix) else {
            throw fault(name, "it is a word that domo itself uses for who did something: use another")
        }
    }

    /// Whether two names are the same to people.
    public static func same(_ one: String, _ other: String) -> Bool {
        // Comparing texts takes composed and decomposed letters for the same.
        one.lowercased() == other.lowercased()
    }

    private static func fault(_ name: String, _ hint: String) -> Fault {
        Fault(.badRequest, "\"\(name.prefix(80))\" is not a name for a token", hint: hint)
    }

    /// False for controls, directions, joiners, other spaces, and the wide and mathematical forms of letters.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isDefaultIgnorableCodePoint { return false }
        switch scalar.value {
        case 0x1D400...0x1D7FF, 0xFF00...0xFFEF, 0x2100...0x214F, 0x2460...0x24FF: return false
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }

    /// A number for each script, by its blocks (Unicode 15, Blocks.txt): those whose letters look alike are told apart.
    private static func script(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x41...0x2FF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF: 1
        case 0x370...0x3FF, 0x1F00...0x1FFF: 2
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: 3
        case 0x590...0x5FF: 4
        case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF: 5
        // Chinese, Japanese and Korean are written together.
        case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF: 6
        default: 0x100 + Int(scalar.value >> 7)
        }
    }
}
