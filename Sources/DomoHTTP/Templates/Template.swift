/// Whose a secret is. It is sent to no host but that of its owner.
enum Secrecy: Sendable, Equatable {
    /// None: the text may be shown.
    case open
    /// Of the dialect.
    case server
    /// Given under `elements`.
    case element
}

/// A text with places for what differs from order to order and from element to element: `{url}/items/{name}`.
///
/// A place is a brace, a name (a lower-case letter, then letters, digits, `-` and `_`), filters each behind a `|`, and
/// a brace. Any other brace is itself.
struct Template: Sendable, Equatable {
    enum Filter: Sendable, Equatable {
        /// From percent to the server's range.
        case scale(NumberRange)
        /// To the nearest whole number.
        case round
    }

    struct Place: Sendable, Equatable {
        let name: String
        /// What stands there is not shown.
        let isSecret: Bool
        var filters: [Filter] = []
        /// In JSON: it stands in a string.
        var isInString = false
        /// Counted in characters from 1.
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
        case place(Place)
    }

    /// What a text is wrong about.
    struct Fault: Error, Equatable {
        /// What is wrong and what to do instead.
        var message: String
        /// Counted in characters from 1.
        var column: Int
    }

    private(set) var segments: [Segment] = []
    /// Where it is a secret, the whole is shown as `***`.
    var secrecy = Secrecy.open

    /// - Parameter secret: taken as it is: a brace in it is a brace.
    init(secret: String, _ secrecy: Secrecy) {
        segments = [.literal(secret)]
        self.secrecy = secrecy
    }

    /// Of each segment of a URL's path, behind `{url}`, whether it holds no place. A place never brings a slash: it is
    /// percent-encoded.
    var literalPathSegments: [Bool] {
        var result = [true]
        for segment in segments.dropFirst() {
            switch segment {
            case .place: result[result.count - 1] = false
            case .literal(let text):
                for character in text {
                    if character == "?" { return result }
                    if character == "/" { result.append(true) }
                }
            }
        }
        return result
    }

    var places: [Place] {
        segments.compactMap { if case .place(let place) = $0 { place } else { nil } }
    }

    /// In what it is itself, its places left out.
    var holdsControlCharacter: Bool {
        segments.contains { segment in
            guard case .literal(let text) = segment else { return false }
            return text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        }
    }

    /// - Parameter isJSON: notes which places stand in strings.
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
                throw Fault(message: "the brace is not closed; write {NAME}", column: column)
            }
            if !literal.isEmpty { segments.append(.literal(literal)) }
            literal = ""
            let inside = rest[..<end]
            segments.append(.place(try Self.place(inside, isInString: isInString, column: column)))
            column += inside.count + 1
            rest = rest[rest.index(after: end)...]
        }
        if !literal.isEmpty { segments.append(.literal(literal)) }
    }

    private static func startsName(_ character: Character) -> Bool { ("a"..."z").contains(character) }

    private static func place(
        _ text: Substring,
        isInString: Bool,
        column: Int
    ) throws(Fault) -> Place {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        let name = parts[0]
        guard name.utf8.allSatisfy({ PercentEncoding.isUnreserved($0) && !".~".utf8.contains($0) }) else {
            throw Fault(
                message: "{\(text)} is no place; a name has letters, digits, - and _",
                column: column
            )
        }
        var place = Place(name: String(name), isInString: isInString, column: column)
        for part in parts.dropFirst() {
            let words = part.split(separator: " ")
            switch (words.first, words.count) {
            case ("round", 1): place.filters.append(.round)
            case ("scale", 2):
                guard let range = NumberRange(words[1]) else {
                    throw Fault(message: "\(words[1]) is no range; an example: scale 0-255", column: column)
                }
                place.filters.append(.scale(range))
            default:
                throw Fault(
                    message: "\"\(part)\" is no filter; there are: round, and scale with a range, such as scale 0-255",
                    column: column
                )
            }
        }
        return place
    }
}

extension Template: CustomReflectable {
    /// Shows no secret in descriptions and dumps.
    var customMirror: Mirror {
        secrecy == .open ? Mirror(self, children: ["segments": segments]) : Mirror(self, children: ["secret": "***"])
    }
}
