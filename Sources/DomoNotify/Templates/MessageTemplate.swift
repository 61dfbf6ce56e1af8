import DomoBridge
import DomoLanguage

/// A text with placeholders, of a URL, a header or a body. What replaces a placeholder is written so that it can't become
/// more than a value there.
struct MessageTemplate: Equatable, Sendable {
    enum Form: Sendable {
        /// In a URL and in form data: percent-encoded.
        case percent
        /// A JSON value; in a JSON string its content.
        case json
        /// On one line, as the value of a header.
        case header
        /// As it is.
        case plain
    }

    /// A text between braces that is not a placeholder.
    struct Fault: Error, Equatable {
        var word: String
    }

    private enum Part: Equatable {
        case literal(String)
        case placeholder(Placeholder, isInString: Bool)
    }

    private let parts: [Part]
    let form: Form

    init(_ text: String, form: Form) throws(Fault) {
        var parts: [Part] = []
        var literal = ""
        var isInString = false
        var isEscaped = false
        var rest = text[...]
        while let character = rest.first {
            if character == "{", let word = Self.word(rest.dropFirst()) {
                guard let placeholder = Placeholder(rawValue: word) else { throw Fault(word: word) }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(.placeholder(placeholder, isInString: isInString))
                rest = rest.dropFirst(word.count + 2)
                continue
            }
            if form == .json {
                if isEscaped {
                    isEscaped = false
                } else if isInString, character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isInString.toggle()
                }
            }
            literal.append(character)
            rest = rest.dropFirst()
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
        self.form = form
    }

    /// The lower-case word before the next closing brace; nil if that is something else, such as JSON.
    private static func word(_ text: Substring) -> String? {
        let word = text.prefix { $0.isASCII && $0.isLowercase }
        guard !word.isEmpty, text.dropFirst(word.count).first == "}" else { return nil }
        return String(word)
    }

    var hasPlaceholders: Bool {
        parts.contains { part in if case .placeholder = part { true } else { false } }
    }

    func text(for delivery: Delivery, page: WebAddress?) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let placeholder, let isInString):
                text += write(placeholder.value(of: delivery, page: page), isInString: isInString)
            }
        }
        return text
    }

    private func write(_ value: TemplateValue, isInString: Bool) -> String {
        switch form {
        case .percent: return PercentText.encode(value.text)
        case .plain: return value.text
        case .header: return value.text.oneLine
        case .json:
            if !isInString {
                switch value {
                case .number(let digits): return digits
                case .bool(let flag): return flag ? "true" : "false"
                case .none: return "null"
                case .text: break
                }
            }
            var json = JSONWriter()
            json.string(value.text)
            let quoted = String(decoding: json.bytes, as: UTF8.self)
            return isInString ? String(quoted.dropFirst().dropLast()) : quoted
        }
    }
}
