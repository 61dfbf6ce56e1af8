/// A number or a text. If the house file declares limits, a number within them; if it declares options, one of them.
struct ValueFacet: Facet {
    var word: String { "value" }
    var namedValues: [Value] { [] }
    var takesAnyText: Bool { true }
    var measure: Measure { .number }
    var orders: [String] { ["text"] }
    var ordersTakeValue: Bool { true }

    func offer(for element: Element?) -> String {
        if let options = element?.details?.options, !options.isEmpty {
            return options.map(\.value).joined(separator: ", ")
        }
        return element?.details.flatMap(Limits.init)?.description ?? "any text"
    }

    func value(of text: String, for element: Element) throws(ValueRefusal) -> Value? {
        if text.utf8.count <= Value.maxTextBytes, text.count > Value.maxTextLength {
            throw ValueRefusal(
                message: "the text for \(element.name) has \(text.count) characters",
                hint: "use at most \(Value.maxTextLength) characters"
            )
        }
        guard text.utf8.count <= Value.maxTextBytes else {
            throw ValueRefusal(
                message: "the text for \(element.name) has \(text.utf8.count) bytes",
                hint: "use at most \(Value.maxTextBytes) bytes"
            )
        }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw ValueRefusal(
                message: "the text for \(element.name) contains a control character",
                hint: "use one line of printable characters"
            )
        }
        if let options = element.details?.options, !options.isEmpty {
            guard let option = options.first(where: { $0.value == text }) ?? options.first(where: { $0.isCalled(text) })
            else {
                throw ValueRefusal(
                    message: "\"\(text.prefix(80))\" is not one of the options of \(element.name)",
                    hint: "\(element.name) takes: \(offer(for: element))"
                )
            }
            return value(word: option.value)
        }
        guard let limits = element.details.flatMap(Limits.init) else { return value(word: text) }
        let hint = "\(element.name) takes \(limits)"
        guard let number = Decimal(anySpelling: text) else {
            throw ValueRefusal(message: "\"\(text.prefix(80))\" is not a number", hint: hint)
        }
        if let fault = limits.fault(of: number) { throw ValueRefusal(message: "\(number) \(fault)", hint: hint) }
        return .number(number)
    }

    func value(word: String) -> Value? { Decimal(word).map { .number($0) } ?? .text(word) }

    func range(of element: Element) -> ClosedRange<Double>? {
        let minimum = element.details?.minimum?.double ?? -.infinity
        return minimum...max(minimum, element.details?.maximum?.double ?? .infinity)
    }

    func unit(of value: Value, declared: String?) -> String? {
        if case .number = value { declared } else { nil }
    }

    /// A text that is an unusual spelling of a number also has one: `007`, `1e3`.
    func number(of value: Value) -> Double? {
        if case .number(let number) = value { return number.double }
        // Only usual number forms: `nan`, `inf` and `0x1p3` are words.
        guard case .text(let text) = value, text.utf8.count <= 32,
            text.utf8.contains(where: { (0x30...0x39).contains($0) }),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }

    func value(number: Double) -> Value? { Decimal(shortest: number).map { .number($0) } ?? .text(String(number)) }

    func isKept(byNumberOf value: Value) -> Bool {
        if case .number(let number) = value { number.isShortest } else { false }
    }

    /// Unchanged: the empty text and spaces are texts too.
    func value(reported text: String, number: Double?) -> Value? {
        guard text.utf8.count <= Value.maxTextBytes, text.count <= Value.maxTextLength,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return value(word: text)
    }

    /// Numbers agree within half of the element's precision, or else within half of the last digit that the house
    /// wrote.
    func agree(ordered: Value, observed: Value, precision: Decimal?) -> Bool {
        guard case .number(let wanted) = ordered else { return ordered == observed }
        let found: Decimal? =
            if case .number(let number) = observed { number } else { Decimal(anySpelling: observed.word) }
        guard let found else { return false }
        return wanted.isWithinHalf(precision ?? found.unitInLastPlace, of: found)
    }

    func step(of element: Element) -> Decimal? { element.details?.step }
}

/// The limits that a house file declares for an element's numbers.
private struct Limits: CustomStringConvertible {
    let minimum: Decimal?
    let maximum: Decimal?
    let step: Decimal?
    let unit: String?

    /// - Returns: nil if there are none.
    init?(_ details: Details) {
        guard details.minimum != nil || details.maximum != nil || details.step != nil else { return nil }
        (minimum, maximum, step, unit) = (details.minimum, details.maximum, details.step, details.unit)
    }

    /// The origin of the steps.
    private var start: Decimal { minimum ?? 0 }

    /// Why a number is not accepted; nil if it is.
    func fault(of number: Decimal) -> String? {
        if let minimum, number < minimum { return "is out of range" }
        if let maximum, number > maximum { return "is out of range" }
        if let step, !number.isWholeSteps(of: step, from: start) { return "is between two steps" }
        return nil
    }

    /// `a number, 15–30 °C, in steps of 0.5`
    var description: String {
        let unit = unit.map { " " + $0 } ?? ""
        var text = "a number"
        switch (minimum, maximum) {
        case (nil, nil): text += unit.isEmpty ? "" : " (\(self.unit ?? ""))"
        case (let minimum?, nil): text += ", at least \(minimum)\(unit)"
        case (nil, let maximum?): text += ", at most \(maximum)\(unit)"
        case (let minimum?, let maximum?): text += ", \(minimum)–\(maximum)\(unit)"
        }
        guard let step else { return text }
        return text + ", in steps of \(step)" + (start.isWholeSteps(of: step, from: 0) ? "" : " from \(start)")
    }
}
