import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoModel

// Decoding of data on a facet's addresses, independent of the link under test.

extension KNXFacet {
    /// Whether a value matches the data that the facet's devices send.
    func agrees(_ value: Value, with payload: Payload) -> Bool {
        // Invalid data matches no value.
        guard let datapoint = try? type.decode(payload) else { return false }
        switch (value, datapoint) {
        case (.on, .bool(let bit)), (.down, .bool(let bit)): return bit != isInverted
        case (.off, .bool(let bit)), (.up, .bool(let bit)): return bit == isInverted
        case (.level(let level), _): return percent(datapoint).map { Self.agrees(level.value, with: $0) } ?? false
        case (.number, _), (.text, _): return agrees(word: value.word, with: datapoint, payload)
        case (.on, _), (.off, _), (.press, _), (.up, _), (.down, _), (.stop, _), (.dimming, _), (.colour, _):
            return false
        }
    }

    /// The level, 0–100 %, with inversion removed; nil if the value is not a level.
    func percent(_ datapoint: DatapointValue) -> Double? {
        let number: Double
        switch datapoint {
        case .real(let real): number = real
        case .integer(let integer): number = Double(integer)
        case .bool, .text, .record: return nil
        }
        guard let range = type.subtype.range else { return nil }
        let percent = (number - range.lowerBound) / (range.upperBound - range.lowerBound) * 100
        return isInverted ? 100 - percent : percent
    }

    /// Levels are whole percentages; only the exact ends are 0 and 100.
    static func agrees(_ level: Int, with percent: Double) -> Bool {
        guard percent > 0.001 else { return level == 0 }
        guard percent < 99.999 else { return level == 100 }
        return (1...99).contains(level) && abs(Double(level) - percent) <= 1
    }

    private func agrees(word: String, with datapoint: DatapointValue, _ payload: Payload) -> Bool {
        if case .integer(let raw) = datapoint, let own = words.first(where: { $0.raw == raw }) {
            return own.value == word
        }
        if type.text(of: datapoint) == word { return true }
        // An ordered value may have more digits than its data. A value that can't be encoded matches no data.
        guard let ordered = try? type.value(of: word) else { return false }
        return (try? type.encode(ordered)) == payload
    }

    /// What was ordered is shown for what is that near, and it was ordered that near.
    private static let agreement = 2 * KNXShift.tolerance

    /// Whether a set-point that is ordered as a difference follows from its reports.
    ///
    /// - `reference`: The temperature that the shift belongs to.
    func agrees(_ value: Value, reference: Payload, status: Payload?) -> Bool {
        guard let shift, let value = Double(value.word), let celsius = Self.number(reference, KNXShift.temperature)
        else {
            return false
        }
        switch shift.reference {
        case .setPoint: return abs(celsius - value) <= Self.agreement
        case .base:
            guard let number = status.flatMap({ Self.number($0, type) }) else { return false }
            return abs(celsius + number * (shift.increment?.double ?? 1) - value) <= Self.agreement
        }
    }

    private static func number(_ payload: Payload, _ type: DatapointType?) -> Double? {
        // Invalid data is no number, and agrees with nothing.
        switch try? type?.decode(payload) {
        case .real(let number)?: number
        case .integer(let number)?: Double(number)
        case .bool, .text, .record, nil: nil
        }
    }
}
