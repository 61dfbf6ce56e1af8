import DomoModel

/// A value that a scene takes when it is started: `takes level percent 0..50 default 40`.
public struct SceneParameter: Equatable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case number, percent
        case onOff = "switch"
        case direction, colour, text
    }

    public var name: String
    public var kind: Kind
    /// Of a number or a percentage; nil if it has no limits of its own.
    public var range: ClosedRange<Double>?
    /// As `read` returns it; nil if a start must give a value.
    public var standard: String?
    /// The position of its name.
    public var position: Script.Position

    public init(
        name: String,
        kind: Kind,
        range: ClosedRange<Double>? = nil,
        standard: String? = nil,
        at position: Script.Position
    ) {
        (self.name, self.kind, self.range, self.standard) = (name, kind, range, standard)
        self.position = position
    }

    /// The maximum length of a text, in Unicode scalars.
    public static let maxTextLength = 200
    /// The maximum length of a name, in Unicode scalars.
    public static let maxNameLength = 32

    /// Letters, digits and `_`, beginning with a letter.
    public static func isName(_ text: some StringProtocol) -> Bool {
        (1...maxNameLength).contains(text.unicodeScalars.count) && text.first?.isLetter == true
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Checks a value that somebody gave.
    ///
    /// - Returns: the value as it is put in.
    public func read(_ text: String) throws(Fault) -> String {
        switch kind {
        case .number:
            guard let number = NumberText.read(text), !text.hasSuffix("%"), isInRange(number) else {
                throw refusal(text)
            }
            return text.hasPrefix("+") ? String(text.dropFirst()) : text
        case .percent:
            let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
            guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let percent = Int(digits).flatMap(Percent.init), isInRange(Double(percent.value))
            else { throw refusal(text) }
            return String(percent.value)
        case .onOff:
            switch text.lowercased() {
            case "on", "true": return "on"
            case "off", "false": return "off"
            default: throw refusal(text)
            }
        case .direction:
            let word = text.lowercased()
            guard ["up", "down", "stop"].contains(word) else { throw refusal(text) }
            return word
        case .colour:
            guard let colour = Colour(text) else { throw refusal(text) }
            return Value.colour(colour).word
        case .text:
            let scalars = text.unicodeScalars
            guard (1...Self.maxTextLength).contains(scalars.count),
                !scalars.contains(where: { $0.properties.generalCategory == .control })
            else { throw refusal(text) }
            return text
        }
    }

    private func isInRange(_ number: Double) -> Bool { range?.contains(number) ?? true }

    private func refusal(_ text: String) -> Fault {
        Fault(.refusedValue, "\"\(text.prefix(80))\" is not a value for \(name)", hint: "\(name) takes \(values)")
    }

    /// For people: `a whole number from 0 to 100`.
    public var values: String {
        switch kind {
        case .number: "a number" + (limits.map { " from \($0)" } ?? "")
        case .percent: "a whole number from \(limits ?? "0 to 100")"
        case .onOff: "on or off"
        case .direction: "up, down or stop"
        case .colour: "a colour, such as #ff8000 or 2700K"
        case .text: "a text of 1–\(Self.maxTextLength) characters without control characters"
        }
    }

    private var limits: String? {
        range.map { "\(NumberText.write($0.lowerBound)) to \(NumberText.write($0.upperBound))" }
    }

    /// Values that stand for all others where a scene is checked. All of them must fit; of a text or of a number without
    /// limits, which may be given as the element takes it, one.
    public var samples: (values: [String], mustAllFit: Bool) {
        switch kind {
        case .number:
            guard let range else { return (["0", "1", "20", "50", "100", "2000"], false) }
            return ([range.lowerBound, range.upperBound].map(NumberText.write), true)
        case .percent: return ([range?.lowerBound ?? 0, range?.upperBound ?? 100].map(NumberText.write), true)
        case .onOff: return (["on", "off"], true)
        case .direction: return (["up", "down"], true)
        case .colour: return (["#ff8000", "2700K"], false)
        case .text: return (["text"], false)
        }
    }

    /// `takes level percent 0..50 default 40`
    var line: String {
        let range = range.map { " \(NumberText.write($0.lowerBound))..\(NumberText.write($0.upperBound))" } ?? ""
        return "takes \(name) \(kind.rawValue)\(range)" + (standard.map { " default \(Words.quoted($0))" } ?? "")
    }
}
