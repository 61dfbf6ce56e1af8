import DomoModel

/// A value as stored in the tables: a number if possible, so that SQL can calculate with it, and its text if the number
/// does not represent it exactly.
struct StoredValue: Equatable {
    /// `on` and `off` are 1 and 0.
    var number: Double?
    var text: String?

    init(number: Double?, text: String?) {
        self.number = number
        self.text = text
    }

    init(_ value: Value?) {
        guard let value else { return }
        number = value.historyNumber
        if number == nil || !value.isKeptByHistoryNumber { text = value.word }
    }

    /// - Returns: nil for unknown, or if the row is invalid for the type.
    func value(_ type: FacetType) -> Value? {
        if let text { return type.value(word: text) }
        return number.flatMap { type.value(number: $0) }
    }
}

extension Comparable {
    func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

extension Certainty {
    /// The number in the tables.
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
