/// The owner of a secret, which is sent only to its owner's host.
enum Secrecy: Sendable, Equatable {
    /// Not a secret: the text may be shown.
    case open
    /// A secret of the dialect.
    case server
    /// A secret of an entry under `elements`.
    case element
}

/// A text with placeholders: `{url}/items/{name}`.
///
/// A placeholder is a name (a lower-case letter, then letters, digits, `-` and `_`) in braces, with any number of
/// filters, each after a `|`. Any other brace is literal.
struct Template: Sendable, Equatable {
    enum Filter: Sendable, Equatable {
        /// Converts percent to the server's range.
        case scale(NumberRange)
        /// Rounds to the nearest whole number.
        case round
        /// Puts a text before the value, unless the value is empty.
        case after(String)
    }

    struct Placeholder: Sendable, Equatable {
        let name: String
        /// Whether the value is a secret.
        let isSecret: Bool
        var filters: [Filter] = []
        /// Whether it is in a JSON string.
        var isInString = false
        /// In characters, from 1.
        var column: Int

        init(name: String, isInString: Bool = false, column: Int) {
            self.name = name
            isSecret = TemplateValues.isSecret(name)
            self.isInString = isInString
            self.column = column
        }
    }

    enum Segment: Sendable, Equatable {
        case literal(String)
        case placeholder(Placeholder)
    }

    /// What is wrong with the text of a template.
    struct Fault: Error, Equatable {
        /// What is wrong and what to do instead.
        var message: String
        /// In characters, from 1.
        var column: Int
    }

    private(set) var segments: [Segment] = []
    /// Unless it is `open`, the whole text is shown as `***`.
    var secrecy = Secrecy.open

    /// - Parameter secret: a literal text: its braces are not placeholders.
    init(secret: String, _ secrecy: Secrecy) {
        segments = [.literal(secret)]
        self.secrecy = secrecy
    }

    /// For each path segment of a URL after `{url}`, whether it contains no placeholder. The value of a placeholder
    /// never adds a segment: its slashes are percent-encoded.
    var literalPathSegments: [Bool] {
        var result = [true]
        for segment in segments.dropFirst() {
            switch segment {
            case .placeholder: result[result.count - 1] = false
            case .literal(let text):
                for character in text {
                    if character == "?" { return result }
                    if character == "/" { result.append(true) }
                }
            }
        }
        return result
    }

    var placeholders: [Placeholder] {
        segments.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
    }

    /// Whether a literal part contains a control character.
    var holdsControlCharacter: Bool {
        segments.contains { segment in
            guard case .literal(let text) = segment else { return false }
            return text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        }
    }

    /// - Parameter isJSON: whether to record which placeholders are in JSON strings.
    init(_ text: String, isJSON: Bool = false) throws(Fault) {
        var literal = ""
        var isInString = false
        var isEscaped = false
        var column = 0
        var rest = text[...]
        while let character = rest.popFirst() {
            column += 1
            if isJSON {
                if character == "\"", !isEscaped { isInString.toggle() }
                isEscaped = character == "\\" && !isEscaped
            }
            guard character == "{", let next = rest.first, Self.startsName(next) else {
                literal.append(character)
                continue
            }
            guard let end = rest.firstIndex(of: "}") else {
                throw Fault(message: "unclosed brace; write {NAME}", column: column)
            }
            if !literal.isEmpty { segments.append(.literal(literal)) }
            literal = ""
            let inside = rest[..<end]
            segments.append(.placeholder(try Self.placeholder(inside, isInString: isInString, column: column)))
            column += inside.count + 1
            rest = rest[rest.index(after: end)...]
        }
        if !literal.isEmpty { segments.append(.literal(literal)) }
    }

    private static func startsName(_ character: Character) -> Bool { ("a"..."z").contains(character) }

    private static func placeholder(
        _ text: Substring,
        isInString: Bool,
        column: Int
    ) throws(Fault) -> Placeholder {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        let name = parts[0]
        guard name.utf8.allSatisfy({ PercentEncoding.isUnreserved($0) && !".~".utf8.contains($0) }) else {
            throw Fault(
                message: "invalid placeholder {\(text)}; use letters, digits, - and _",
                column: column
            )
        }
        var placeholder = Placeholder(name: String(name), isInString: isInString, column: column)
        for part in parts.dropFirst() {
            let words = part.split(separator: " ")
            switch (words.first, words.count) {
            case ("round", 1): placeholder.filters.append(.round)
            case ("scale", 2):
                guard let range = NumberRange(words[1]) else {
                    throw Fault(message: "invalid range \(words[1]); an example: scale 0-255", column: column)
                }
                placeholder.filters.append(.scale(range))
            case ("after", 2): placeholder.filters.append(.after(String(words[1])))
            default:
                throw Fault(
                    message: "unknown filter \"\(part)\"; use round, scale with a range, such as scale 0-255, or after "
                        + "with a text, such as after _",
                    column: column
                )
            }
        }
        return placeholder
    }
}

extension Template: CustomReflectable {
    /// Shows no secret in descriptions and dumps.
    var customMirror: Mirror {
        secrecy == .open ? Mirror(self, children: ["segments": segments]) : Mirror(self, children: ["secret": "***"])
    }
}
