/// Limits repeated log messages: the first few in a period are written, the rest are counted.
///
/// Texts that differ only in numbers count as the same.
struct LogRepeats: Sendable {
    /// What to do with a text.
    enum Decision: Equatable {
        case write
        /// Write it, with the number of repeats omitted since it was last written.
        case writeAfter(omitted: Int)
        case omit
    }

    private struct Entry {
        /// The start of the period, by `MonotonicClock`.
        var start: UInt64
        var length: UInt64
        var written = 1
        var omitted = 0
    }

    /// The maximum number of repeats that are written per period.
    static let maxPerPeriod = 3
    /// The period of a text that was not limited before, in nanoseconds.
    static let firstPeriod: UInt64 = 600_000_000_000
    static let nextPeriods: UInt64 = 3_600_000_000_000
    /// The maximum number of texts that are tracked; beyond it the oldest is forgotten.
    static let maxTexts = 256

    private var entries: [String: Entry] = [:]

    /// - Parameters:
    ///   - subject: what the text is about; the same text about another subject is not a repeat.
    ///   - now: the time by `MonotonicClock`.
    mutating func note(_ text: String, about subject: String = "", at now: UInt64) -> Decision {
        let key = Self.key(text) + subject
        guard var entry = entries[key] else {
            makeRoom()
            entries[key] = Entry(start: now, length: Self.firstPeriod)
            return .write
        }
        defer { entries[key] = entry }
        guard now < entry.start + entry.length else {
            let omitted = entry.omitted
            entry = Entry(start: now, length: omitted > 0 ? Self.nextPeriods : Self.firstPeriod)
            return omitted > 0 ? .writeAfter(omitted: omitted) : .write
        }
        guard entry.written < Self.maxPerPeriod else {
            entry.omitted += 1
            return .omit
        }
        entry.written += 1
        return .write
    }

    private mutating func makeRoom() {
        guard entries.count >= Self.maxTexts, let oldest = entries.min(by: { $0.value.start < $1.value.start })
        else { return }
        entries[oldest.key] = nil
    }

    /// The text with each number replaced by `#`.
    private static func key(_ text: String) -> String {
        var key = ""
        var isInNumber = false
        for character in text {
            let isDigit = character.isASCII && character.isNumber
            if !isDigit { key.append(character) } else if !isInNumber { key.append("#") }
            isInNumber = isDigit
        }
        return key
    }
}
