/// Bounds of texts that are stored, in bytes: a single character may have thousands of combining marks, so that a bound in
/// characters bounds nothing.
public enum StoredText {
    /// A name that somebody gives: of a token, a field of a hook, a recording.
    public static let maxName = 256
    /// Where somebody or something comes from.
    public static let maxAddress = 256
    /// The path of an element, or the name of a scene.
    public static let maxPath = 4096
    /// All places of a token or hook together.
    public static let maxPlaces = 4096
    /// What a delivery reports, for people.
    public static let maxReason = 1200

    /// - Parameter what: the text, as in `the address`.
    static func require(_ text: String, _ maxBytes: Int, _ what: String) throws(Fault) {
        let count = text.utf8.count
        guard count <= maxBytes else {
            throw Fault(
                .badRequest,
                "\(what) has \(count) bytes; at most \(maxBytes) are kept",
                hint: "use a shorter text"
            )
        }
    }

    /// Requires places that can be kept.
    static func require(places: [String]) throws(Fault) {
        let count = places.reduce(0) { $0 + $1.utf8.count + 1 }
        guard count <= maxPlaces else {
            throw Fault(
                .badRequest,
                "the places have \(count) bytes together; at most \(maxPlaces) are kept",
                hint: "name a house or a sector instead of each of its elements"
            )
        }
    }

    /// The beginning of a text that is kept anyway, cut between characters where possible.
    public static func cut(_ text: String, _ maxBytes: Int) -> String {
        guard text.utf8.count > maxBytes else { return text }
        var (cut, count) = ("".unicodeScalars, 0)
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            if count > maxBytes { break }
            cut.append(scalar)
        }
        return String(cut)
    }
}

extension Arguments {
    /// The value of `--from`.
    func address() throws(UsageError) -> String? {
        try value("--from") { text throws(Fault) in
            try StoredText.require(text, StoredText.maxAddress, "the address")
            return text
        }
    }

    /// The values of `--place`.
    func places() throws(UsageError) -> [String] {
        let places = values("--place")
        do throws(Fault) {
            try StoredText.require(places: places)
        } catch {
            throw usageError(error.message, hint: error.hint)
        }
        return places
    }
}
