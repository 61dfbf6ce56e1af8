import DomoEngine
import DomoJSON
import DomoModel

/// Where an answer contains a word.
enum StateSource: Sendable, Equatable {
    case json(JSONPath)
    case xpath(String)
    case regex(Pattern)
    /// The whole answer is the word.
    case whole
}

/// The request for the states of all elements at once, and where its answer contains them.
struct AllQuery: Sendable, Equatable {
    var request: RequestTemplate
    /// The list of items, or the object whose keys are their names.
    var items: JSONPath
    /// The path to the name in an item; nil if the name is the key.
    var name: JSONPath?
    /// The name of an element's item: `{name}`.
    var match: Template
    /// The path to the word in an item.
    var word: JSONPath?
}

/// How one type of an element is read.
struct TypeRule: Sendable, Equatable {
    /// A word that means a value.
    struct Word: Sendable, Equatable {
        /// In lower case.
        var text: String
        /// The word as a number, or as a range of numbers.
        var number: Double?
        var range: NumberRange?

        init(_ text: String) {
            self.text = text.lowercased()
            number = NumberRange.number(text)
            range = number == nil ? NumberRange(text) : nil
        }

        /// - Parameter word: in lower case; `number` if it is one.
        func means(_ word: String, _ number: Double?) -> Bool {
            text == word || number.map { self.number == $0 || range?.contains($0) == true } == true
        }
    }

    struct Meaning: Sendable, Equatable {
        var action: Value
        var words: [Word]
    }

    let type: FacetType
    /// Nil for the source of the element as a whole.
    var source: StateSource?
    /// In the order of the dialect.
    var meanings: [Meaning]
    var scale: NumberRange?
    /// The word to use if there is none in the answer.
    var missing: String?
    /// In lower case.
    var unknown: Set<String> = []
    /// Units that a server writes after a number, beside those that `Quantity` knows.
    var units: Set<String> = []
    /// For a colour.
    var colour: ColourRule?
    /// Whether a word may be hue, saturation and brightness, of which the brightness counts.
    var isBrightnessOfHSB = false
    /// For a level: what shows that it is 0, as a lamp that is off keeps its last brightness; nil if the level says it.
    var zero: WordRule?

    /// All its sources; nil for that of the element as a whole.
    var sources: [StateSource?] {
        var sources: [StateSource?] = [source]
        if let colour { sources += colour.sources }
        if let zero { sources.append(zero.source) }
        return sources
    }

    init(_ type: FacetType) {
        self.type = type
        meanings = type.namedValues.map { value in
            Meaning(action: value, words: type.serverWords(for: value).map { Word($0) })
        }
    }

    /// The value that the words of its sources mean; nil for unknown.
    ///
    /// - Parameter hasLevel: the element has a level: its colours have no brightness.
    func value(of reported: [String?], hasLevel: Bool) -> Value? {
        if let zero {
            // Without it, the level may be that of a lamp that is off.
            guard let word = reported.last ?? nil else { return nil }
            if zero.contains(word) { return type.value(reported: "0", number: 0) }
        }
        guard let colour else { return value(of: reported.first ?? nil) }
        let texts = reported.map { text in text.flatMap { unknown.contains($0.trimmed.lowercased()) ? nil : $0 } }
        guard let found = colour.colour(of: texts.first ?? nil, Array(texts.dropFirst())) else { return nil }
        // A lamp that is off may report black, and has no colour then.
        if hasLevel { return found == .black ? nil : .colour(found.atFullBrightness) }
        return .colour(found)
    }

    /// The value that a word means; nil for unknown.
    func value(of reported: String?) -> Value? {
        guard let text = reported ?? missing else { return nil }
        let parts = isBrightnessOfHSB ? text.split(separator: ",") : []
        let word = (parts.count == 3 ? String(parts[2]) : text).trimmed.lowercased()
        guard !unknown.contains(word) else { return nil }
        if let meaning = meanings.first(where: { $0.words.contains { $0.text == word } }) { return meaning.action }
        let number = NumberRange.number(word.hasSuffix("%") ? String(word.dropLast()).trimmed : word)
        if let number {
            if let exact = meanings.first(where: { $0.words.contains { $0.number == number } }) { return exact.action }
            let near = meanings.first { $0.words.contains { $0.range?.contains(number) == true } }
            if let near { return near.action }
        }
        return type.value(reported: bare(text), number: number.map { scale?.percent($0) ?? $0 })
    }

    /// The number of a quantity. A number alone keeps its spelling: `007` is a text.
    private func bare(_ text: String) -> String {
        guard type == .value, let quantity = Quantity(text, units: units), !quantity.unit.isEmpty else { return text }
        return quantity.number
    }
}

/// Words at one place of an answer.
struct WordRule: Sendable, Equatable {
    var source: StateSource
    /// In lower case.
    var words: [TypeRule.Word]

    func contains(_ word: String) -> Bool {
        let (text, number) = (word.trimmed.lowercased(), NumberRange.number(word.trimmed))
        return words.contains { $0.means(text, number) }
    }
}

/// How an answer shows that a cover moves.
struct MovementRule: Sendable, Equatable {
    enum Movement: String, Sendable, CaseIterable {
        case up, down
        /// In an unknown direction.
        case moving
        case stop
    }

    /// Nil for the source of the element as a whole.
    var source: StateSource?
    /// The words for each movement; any other word is unknown.
    var meanings: [(movement: Movement, words: [TypeRule.Word])] = []

    func movement(of text: String?) -> Movement? {
        guard let word = text?.trimmed else { return nil }
        let (text, number) = (word.lowercased(), NumberRange.number(word))
        return meanings.first { $0.words.contains { $0.means(text, number) } }?.movement
    }

    /// What it is over other words for the ends, which may be turned round: a direction would contradict them.
    var withoutDirection: MovementRule {
        var rule = self
        rule.meanings = meanings.map { ($0.movement == .stop ? .stop : .moving, $0.words) }
        return rule
    }

    static func == (one: Self, other: Self) -> Bool {
        one.source == other.source
            && one.meanings.elementsEqual(other.meanings) { $0.movement == $1.movement && $0.words == $1.words }
    }
}

extension String {
    /// The string without leading and trailing white space.
    var trimmed: String {
        guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(unicodeScalars[first...last])
    }

    /// The string without a trailing line break.
    var withoutLineEnd: String {
        var scalars = unicodeScalars
        if scalars.last == "\n" {
            scalars.removeLast()
            if scalars.last == "\r" { scalars.removeLast() }
        }
        return String(scalars)
    }
}
