import DomoModel

/// Where in an answer a word stands.
enum StateSource: Sendable, Equatable {
    case json(JSONPath)
    case xpath(String)
    case regex(Pattern)
    /// The answer is the word.
    case whole
}

/// The request that tells of all elements at once, and where in its answer they stand.
struct AllQuery: Sendable, Equatable {
    var request: RequestTemplate
    /// The list of items, or the object that holds them by their names.
    var items: JSONPath
    /// An item's name in the item; nil where it is its key.
    var name: JSONPath?
    /// What an item's name is for an element: `{name}`.
    var match: Template
    /// An item's word.
    var word: JSONPath?
}

/// How one type of an element is read.
struct TypeRule: Sendable, Equatable {
    /// A word that means a value.
    struct Word: Sendable, Equatable {
        /// In lower case.
        var text: String
        /// What it is as a number, or as a range of numbers.
        var number: Double?
        var range: NumberRange?

        init(_ text: String) {
            self.text = text.lowercased()
            number = NumberRange.number(text)
            range = number == nil ? NumberRange(text) : nil
        }
    }

    struct Meaning: Sendable, Equatable {
        var action: Value
        var words: [Word]
    }

    let type: FacetType
    /// Nil where it is read from the same place as the element as a whole.
    var source: StateSource?
    /// In the order in which they stand in the dialect.
    var meanings: [Meaning]
    var scale: NumberRange?
    /// Taken for what is not there.
    var missing: String?
    /// In lower case.
    var unknown: Set<String> = []

    init(_ type: FacetType) {
        self.type = type
        meanings = type.namedValues.map { value in
            Meaning(action: value, words: type.serverWords(for: value).map { Word($0) })
        }
    }

    /// What a word means; nil for one that means that nothing is known.
    func value(of told: String?) -> Value? {
        guard let text = told ?? missing else { return nil }
        let word = text.trimmed.lowercased()
        guard !unknown.contains(word) else { return nil }
        if let meaning = meanings.first(where: { $0.words.contains { $0.text == word } }) { return meaning.action }
        let number = NumberRange.number(word.hasSuffix("%") ? String(word.dropLast()).trimmed : word)
        if let number {
            if let exact = meanings.first(where: { $0.words.contains { $0.number == number } }) { return exact.action }
            let near = meanings.first { $0.words.contains { $0.range?.contains(number) == true } }
            if let near { return near.action }
        }
        return type.value(reported: text, number: number.map { scale?.percent($0) ?? $0 })
    }
}

extension String {
    /// Without the blanks around it.
    var trimmed: String {
        guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(unicodeScalars[first...last])
    }

    /// Without the line's end, where there is one.
    var withoutLineEnd: String {
        var scalars = unicodeScalars
        if scalars.last == "\n" {
            scalars.removeLast()
            if scalars.last == "\r" { scalars.removeLast() }
        }
        return String(scalars)
    }
}
