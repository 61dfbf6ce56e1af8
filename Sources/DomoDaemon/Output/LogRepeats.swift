/// Keeps a log readable where the same is logged again and again: the first few are written, the others are counted.
///
/// Texts that differ in their numbers alone are the same.
struct LogRepeats: Sendable {
    /// What is to be done with a text.
    enum Decision: Equatable {
        case write
        /// So many were left out since it was written last.
        case writeAfter(omitted: Int)
        case omit
    }

    private struct Entry {
        /// When the period began, by `MonotonicClock`.
        var start: UInt64
        var length: UInt64
        var written = 1
        var omitted = 0
    }

    /// So many are written in each period.
    static let maxPerPeriod = 3
    /// Of a text that was not limited before, in nanoseconds.
    static let firstPeriod: UInt64 = 600_000_000_000
    static let nextPeriods: UInt64 = 3_600_000_000_000
    /// More different texts than that are not told apart for long.
    static let maxTexts = 256

    private var entries: [String: Entry] = [:]

    /// - Parameters:
    ///   - subject: what the text is about: of another subject the same may be said.
    ///   - now: by `MonotonicClock`.
    mutating func take(_ text: String, about subject: String = "", at now: UInt64) -> Decision {
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

    /// Every number is the same.
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
