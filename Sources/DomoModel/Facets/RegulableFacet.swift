/// A level, 0–100 %.
struct RegulableFacet: Facet {
    var word: String { "regulable" }
    var namedValues: [Value] { [] }
    func offer(for element: Element?) -> String { "0–100" }
    var measure: Measure { .percent }
    var isNumberInJSON: Bool { true }
    var orders: [String] { ["level"] }
    var ordersTakeValue: Bool { true }

    /// No server has a level that changes while a button is held.
    func order(for value: Value) -> String? {
        if case .level = value { "level" } else { nil }
    }

    var completions: [String] { ["0", "25", "50", "75", "100"] }

    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value? {
        if let dimming = Self.dimming(text.lowercased()) { return .dimming(dimming) }
        guard let number = Self.wholeNumber(text.hasSuffix("%") ? text.dropLast() : text[...]) else { return nil }
        guard let percent = Percent(number) else {
            throw ValueRefusal(
                message: "level \(text) is out of range",
                hint: "\(element.name) takes 0–100 (percent)"
            )
        }
        return .level(percent)
    }

    func value(word: String) -> Value? {
        Self.dimming(word).map { .dimming($0) }
            ?? Self.wholeNumber(word[...]).flatMap { Percent($0) }.map { .level($0) }
    }

    private static func dimming(_ word: String) -> Dimming? { Dimming.allCases.first { $0.word == word } }

    /// Digits only: `Int` would accept a sign, which means a relative level to people.
    private static func wholeNumber(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? Int.max
    }

    func range(of element: Element) -> ClosedRange<Double>? { 0...100 }

    func unit(of value: Value, declared: String?) -> String? {
        if case .level = value { "%" } else { nil }
    }

    func number(of value: Value) -> Double? {
        guard case .level(let percent) = value else { return nil }
        return Double(percent.value)
    }

    func value(number: Double) -> Value? {
        number.isNaN ? nil : .level(Percent(clamping: Int(min(max(number, 0), 100).rounded())))
    }

    /// A number that rounds to a percentage is a level; others are not. What is above 0, such as 1 of 255, is not off.
    func value(reported text: String, number: Double?) -> Value? {
        guard let number, (0...100).contains(number.rounded()) else { return nil }
        return .level(Percent(clamping: max(number > 0 ? 1 : 0, Int(number.rounded()))))
    }

    /// Levels may differ by one, because servers round. But 1 % is not off.
    func agree(ordered: Value, observed: Value, precision: Decimal?) -> Bool {
        guard case .level(let one) = ordered, case .level(let other) = observed else { return false }
        return one == other || one > .zero && other > .zero && abs(one.value - other.value) <= 1
    }

    /// A house that reports a slightly different level than ordered does not change it.
    func isChange(from old: Value, to new: Value) -> Bool { !agree(ordered: old, observed: new, precision: nil) }

    var sources: [FacetType] { [.binary] }
    var siblings: [FacetType] { [.binary, .colour] }

    /// A lamp that is off is at 0. One that is switched on returns to its last level; one that is only reported on may
    /// be at any level above 0.
    func change(after sibling: Value, _ news: FacetNews, lastLevel: Percent?) -> FacetChange {
        switch (sibling, news) {
        case (.off, _): .to(.level(.zero))
        case (.on, .accepted): lastLevel.map { .to(.level($0)) } ?? .unknown
        // Some lamps keep their brightness with a new colour, others go to 100 %.
        case (.colour, .accepted): .unknown
        default: .none
        }
    }
}

extension Value {
    /// The level that `on` restores later; nil for 0 and for other types.
    public var levelAboveZero: Percent? {
        guard case .level(let level) = self, level > .zero else { return nil }
        return level
    }
}
