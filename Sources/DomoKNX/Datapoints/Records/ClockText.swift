/// Days and times of day as people write them: `Mon`, `2026-11-22`, `12:30:00`.
enum ClockText {
    struct Time { var hour, minute, second: Int64 }
    struct Day { var year, month, day: Int64 }

    static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longWeekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// 1 for Monday. Nil for other words.
    static func weekday(_ word: some StringProtocol) -> Int64? {
        let word = word.lowercased()
        let index = weekdays.firstIndex { $0.lowercased() == word } ?? longWeekdays.firstIndex(of: word)
        return index.map { Int64($0) + 1 }
    }

    /// `12:30:00` or `12:30`; nil for other text. The numbers may be out of range.
    static func time(_ text: some StringProtocol) -> Time? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count),
            parts.dropFirst().allSatisfy({ $0.count == 2 }), parts.allSatisfy({ RecordNumber.isDigits($0) })
        else { return nil }
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == parts.count else { return nil }
        return Time(hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
    }

    /// `2026-11-22`; nil for other text. The numbers may be out of range.
    static func day(_ text: some StringProtocol) -> Day? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map({ $0.count }) == [4, 2, 2], parts.allSatisfy({ RecordNumber.isDigits($0) }) else { return nil }
        let numbers = parts.compactMap { Int64($0) }
        return numbers.count == 3 ? Day(year: numbers[0], month: numbers[1], day: numbers[2]) : nil
    }

    static func text(_ hour: Int64, _ minute: Int64, _ second: Int64) -> String {
        [hour, minute, second].map { RecordNumber.padded($0, 2) }.joined(separator: ":")
    }

    /// The days of a month; without a year, those of a leap year.
    static func dayCount(month: Int64, year: Int64?) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year.map { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) } ?? true ? 29 : 28
        default: 31
        }
    }
}

extension DatapointValue {
    /// The number in a field of a record; nil if there is none.
    func integer(_ name: String) -> Int64? {
        guard case .record(let fields) = self,
            case .integer(let number) = fields.first(where: { $0.name == name })?.value
        else { return nil }
        return number
    }
}
