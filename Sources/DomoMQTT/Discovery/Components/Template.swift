import DomoLanguage
import DomoModel

/// Templates of Home Assistant (Jinja): they read the JSON on a state topic (`StateText`).
///
/// `None` makes an entity unknown. Where Home Assistant takes no `None`, as for levels and positions, an unknown value
/// renders as nothing: then it keeps the previous one, and the state alone is unknown.
enum Template {
    static func path(_ type: FacetType) -> String { "value_json.\(type.word).value" }

    /// A word or a whole number.
    static func value(_ type: FacetType) -> String { "{{ \(path(type)) }}" }

    /// The same, where `None` is not accepted.
    static func valueOrNothing(_ type: FacetType) -> String {
        "{% set v = \(path(type)) %}{{ '' if v is none else v }}"
    }

    /// A number; a text is unknown. Home Assistant refuses numbers out of the range of a `number`, with an error in its log.
    static func number(_ type: FacetType = .value, in range: ClosedRange<Double>? = nil) -> String {
        let limits = range.map { " and \(text($0.lowerBound)) <= v <= \(text($0.upperBound))" } ?? ""
        return "{% set v = \(path(type)) %}{{ v if v is number\(limits) else None }}"
    }

    /// A text, cut to the longest state of Home Assistant.
    static func text(_ type: FacetType = .value) -> String { "{{ (\(path(type)) | string)[:255] }}" }

    /// The same for an entity that shows `None` as a word.
    static let textOrNothing = "{% set v = \(path(.value)) %}{{ '' if v is none else (v | string)[:255] }}"

    /// One of two words; `condition` is an expression over `v`, which is not none.
    static func choice(_ type: FacetType, if condition: String, _ word: String, else other: String) -> String {
        "{% set v = \(path(type)) %}{{ None if v is none else \(quoted(word)) if \(condition) else \(quoted(other)) }}"
    }

    /// The entry of a table; a value that is not in it is unknown.
    static func lookup(_ expression: String, in table: [(key: String, value: String)]) -> String {
        let entries = table.map { "\(quoted($0.key)): \(quoted($0.value))" }.joined(separator: ", ")
        return "{% set o = {\(entries)} %}{{ o.get(\(expression)) }}"
    }

    static func lookup(_ type: FacetType, in table: [(key: String, value: String)]) -> String {
        lookup("\(path(type)) | string", in: table)
    }

    /// What is known of a facet beside its value: certainty, stale, since; and its age in seconds. The age is computed when
    /// the message arrives: after a restart of the broker or of Home Assistant an old value is not shown as new.
    static func attributes(_ type: FacetType) -> String {
        "{% set f = value_json.\(type.word) %}" + attributes
    }

    /// The same of a cover, whose certainty is that of the state that is shown.
    static func coverAttributes(_ type: FacetType) -> String {
        "{% set f = value_json.\(type.word) %}{% if value_json.cover is defined %}"
            + "{% set f = dict(f, certainty=value_json.cover.certainty, cover=value_json.cover.state) %}{% endif %}"
            + attributes
    }

    private static let attributes =
        "{{ (dict(f, age=(now() - f.since | as_datetime).total_seconds() | int) if f.since is defined else f) | tojson }}"

    /// What people are shown of a cover. Between its ends it is open; at rest at an unknown position it is unknown.
    static let coverState =
        "{% set c = (value_json.cover | default({'state': 'unknown'})).state %}"
        + "{{ {'open': 'open', 'closed': 'closed', 'between': 'open', 'opening': 'opening', 'closing': 'closing'}.get(c) }}"

    /// An input of one element; others have the same topic.
    static func event(of id: String, words: [String]) -> String {
        let list = words.map(quoted).joined(separator: ", ")
        return "{% set v = value_json.value | default(none) %}{% if value_json.element == \(quoted(id)) %}"
            + "{{ {'event_type': v | string if v | string in [\(list)] else 'other', 'value': v} | tojson }}{% endif %}"
    }

    /// A string in a template. Its escapes are those of JSON; most texts have none, and need no escapes in the
    /// announcement either.
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\\") }
        guard !isPlain else { return "'\(text)'" }
        var json = JSONWriter(capacity: text.utf8.count + 2)
        json.string(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }
}
