/// A whole number of percent, 0–100.
public struct Percent: Hashable, Sendable, Comparable {
    public let value: Int

    /// - Returns: nil outside 0–100.
    public init?(_ value: Int) {
        guard (0...100).contains(value) else { return nil }
        self.value = value
    }

    public init(clamping value: Int) {
        self.value = Swift.min(100, Swift.max(0, value))
    }

    public static let zero = Percent(clamping: 0)

    public static func < (one: Percent, other: Percent) -> Bool { one.value < other.value }
}

/// What can be asked of an element, in absolute terms: carried out twice it does no more than once.
public enum Value: Hashable, Sendable {
    case on, off
    case level(Percent)
    case up, down, stop
    case text(String)

    /// The longest text that an element may be given, in characters.
    public static let longestText = 1024

    /// The type that offers this action.
    public var type: FacetType {
        switch self {
        case .on, .off: .binary
        case .level: .regulable
        case .up, .down, .stop: .bidirectional
        case .text: .value
        }
    }

    /// The value as the command language writes it after `set ELEMENT`, unquoted.
    public var word: String {
        switch self {
        case .on: "on"
        case .off: "off"
        case .level(let percent): String(percent.value)
        case .up: "up"
        case .down: "down"
        case .stop: "stop"
        case .text(let text): text
        }
    }
}

/// Why an element can't be asked what was asked of it.
public struct ValueRefusal: Error, Equatable, Sendable {
    /// What was wrong, a whole sentence without the full stop.
    public var message: String
    /// What to do instead.
    public var hint: String

    public init(message: String, hint: String) {
        self.message = message
        self.hint = hint
    }
}

extension Element {
    /// Finds the action that a value means for this element: the value's form picks the type, the types other than
    /// `value` first, since `value` takes anything.
    ///
    /// - Parameter type: asks for this type whatever the value's form.
    public func action(value: String, as type: FacetType? = nil) throws(ValueRefusal) -> Value {
        if let type, !types.contains(type) {
            throw ValueRefusal(message: "\(name) is not \(type.word)", hint: offer)
        }
        let candidates = type.map { [$0] } ?? types.filter { $0 != .value } + types.filter { $0 == .value }
        var closest: ValueRefusal?
        for candidate in candidates {
            switch candidate {
            case .binary:
                switch value.lowercased() {
                case "on": return .on
                case "off": return .off
                default: break
                }
            case .bidirectional:
                switch value.lowercased() {
                case "up": return .up
                case "down": return .down
                case "stop": return .stop
                default: break
                }
            case .regulable:
                guard let number = wholeNumber(value.hasSuffix("%") ? value.dropLast() : value[...]) else { break }
                if let percent = Percent(number) { return .level(percent) }
                closest = ValueRefusal(
                    message: "level \(value) is out of range",
                    hint: "\(name) takes 0–100 (percent)"
                )
            case .value:
                return try .text(text(value))
            }
        }
        throw closest ?? ValueRefusal(message: "\(name) can't be set to \"\(value.prefix(80))\"", hint: offer)
    }

    /// Checks that the element offers a type.
    public func require(_ type: FacetType, for verb: String) throws(ValueRefusal) {
        guard types.contains(type) else {
            throw ValueRefusal(message: "\(name) can't be used with \(verb): it is not \(type.word)", hint: offer)
        }
    }

    private var offer: String { "\(name) takes: \(types.offer)" }

    private func text(_ value: String) throws(ValueRefusal) -> String {
        if value.count > Value.longestText {
            throw ValueRefusal(
                message: "the text for \(name) has \(value.count) characters",
                hint: "a text has at most \(Value.longestText) characters"
            )
        }
        if value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw ValueRefusal(
                message: "the text for \(name) holds a control character",
                hint: "a text is one line of printable characters"
            )
        }
        guard let details, details.minimum != nil || details.maximum != nil else { return value }
        let range = "\(details.minimum.map(plain) ?? "…")–\(details.maximum.map(plain) ?? "…")"
        let hint = "\(name) takes a number, \(range)" + (details.unit.map { " " + $0 } ?? "")
        guard let number = Double(value), number.isFinite else {
            throw ValueRefusal(message: "\"\(value.prefix(80))\" is not a number", hint: hint)
        }
        guard number >= details.minimum ?? -.infinity, number <= details.maximum ?? .infinity else {
            throw ValueRefusal(message: "\(value) is out of range", hint: hint)
        }
        return value
    }
}

/// Digits alone: `Int` would take a sign too, which means a relative level to whoever writes it.
private func wholeNumber(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? Int.max
}

/// A number without the `.0` of a whole one.
private func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
}
