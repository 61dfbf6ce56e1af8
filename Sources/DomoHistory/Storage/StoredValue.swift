import DomoModel

/// A value as the tables hold it: a number where it is one, so that SQL can reckon with it, and its text where the number
/// alone would not bring it back.
struct StoredValue: Equatable {
    /// `on` and `off` are 1 and 0.
    var number: Double?
    var text: String?

    init(number: Double?, text: String?) {
        self.number = number
        self.text = text
    }

    init(_ action: Value?) {
        switch action {
        case nil: break
        case .on: number = 1
        case .off: number = 0
        case .level(let percent): number = Double(percent.value)
        case .up, .down, .stop: text = action?.word
        case .text(let text):
            number = Self.number(text)
            if number.map(Self.text) != text { self.text = text }
        }
    }

    /// - Returns: nil while nothing was known, or where the row makes no sense for the type.
    func action(_ type: FacetType) -> Value? {
        switch type {
        case .binary: number.map { $0 == 0 ? .off : .on }
        case .regulable: number.map { .level(Percent(clamping: Int($0.clamped(to: 0...100).rounded()))) }
        case .bidirectional:
            switch text {
            case "up": .up
            case "down": .down
            case "stop": .stop
            default: nil
            }
        case .value: (text ?? number.map(Self.text)).map(Value.text)
        }
    }

    /// A number without the `.0` of a whole one.
    static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }

    /// Only what people write as a number: `nan`, `inf` and `0x1p3` are words.
    private static func number(_ text: String) -> Double? {
        let characters = text.utf8
        guard characters.count <= 32, characters.contains(where: { (0x30...0x39).contains($0) }),
            characters.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }
}

extension Comparable {
    func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

extension Certainty {
    /// As the tables hold it.
    var number: Int {
        switch self {
        case .unknown: 0
        case .assumed: 1
        case .confirmed: 2
        }
    }

    init(number: Int) {
        switch number {
        case 1: self = .assumed
        case 2: self = .confirmed
        default: self = .unknown
        }
    }
}
