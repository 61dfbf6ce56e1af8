import DomoLanguage

/// A value in an announcement.
enum ConfigValue: Equatable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case null
    case list([ConfigValue])
    case object(ConfigObject)

    /// Nil leaves a key out.
    static func text(_ text: String?) -> ConfigValue? { text.map { .text($0) } }
    static func number(_ number: Double?) -> ConfigValue? { number.map { .number($0) } }
    static func texts(_ texts: [String]) -> ConfigValue { .list(texts.map { .text($0) }) }

    func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.string(text)
        case .number(let number):
            if let whole = Int(exactly: number) { json.number(whole) } else { json.number(number) }
        case .flag(let flag): json.bool(flag)
        case .null: json.null()
        case .list(let items): json.array(items) { $1.write(to: &$0) }
        case .object(let object): object.write(to: &json)
        }
    }
}

extension ConfigValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(booleanLiteral flag: Bool) { self = .flag(flag) }
}
