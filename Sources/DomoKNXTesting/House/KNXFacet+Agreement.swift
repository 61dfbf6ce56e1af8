import DomoKNX
import DomoKNXBus
import DomoModel

// What data on a facet's addresses means, worked out apart from the link that is tested.

extension KNXFacet {
    /// Whether a value says the same as data that the facet's devices send.
    func agrees(_ value: Value, with payload: Payload) -> Bool {
        // Data that the type can't have agree with no value, whatever the reason.
        guard let datapoint = try? type.decode(payload) else { return false }
        switch (value, datapoint) {
        case (.on, .bool(let bit)), (.down, .bool(let bit)): return bit != isInverted
        case (.off, .bool(let bit)), (.up, .bool(let bit)): return bit == isInverted
        case (.level(let level), _): return percent(datapoint).map { Self.agrees(level.value, with: $0) } ?? false
        case (.number, _), (.text, _): return agrees(word: value.word, with: datapoint, payload)
        case (.on, _), (.off, _), (.up, _), (.down, _), (.stop, _): return false
        }
    }

    /// 0–100 % in the sense of the house; nil for what is no level.
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

    /// Levels are whole percentages; only the ends themselves are 0 and 100.
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
        // A value as it was ordered, with more digits than its data has. What can't be sent agrees with no data.
        guard let ordered = try? type.value(of: word) else { return false }
        return (try? type.encode(ordered)) == payload
    }
}
