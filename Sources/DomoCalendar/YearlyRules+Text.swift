extension YearlyRules {
    /// Parses the value of the environment variable TZ as in POSIX.1-2024 (Base Definitions, section 8.3), with the
    /// extended hours of RFC 9636, section 3.3.1: `CET-1CEST,M3.5.0,M10.5.0/3`.
    init?(_ text: some Sequence<UInt8>) {
        var reader = TextReader(text)
        guard reader.skipName(), let standard = reader.offset() else { return nil }
        self.init(standard: standard)
        if reader.isAtEnd { return }
        guard reader.skipName() else { return nil }
        daylight = DaylightTime(offset: standard + 3600, start: .usualStart, end: .usualEnd)
        if let next = reader.next, next != UInt8(ascii: ",") {
            guard let offset = reader.offset() else { return nil }
            daylight?.offset = offset
        }
        if !reader.isAtEnd {
            guard let start = reader.yearlyMoment(), let end = reader.yearlyMoment(), reader.isAtEnd else { return nil }
            daylight?.start = start
            daylight?.end = end
        }
        guard let daylight, ZoneRules.offsets.contains(Int(daylight.offset)) else { return nil }
    }
}

extension YearlyMoment {
    // The defaults of the GNU C library if the rules are missing: the days of the United States.

    fileprivate static let usualStart = YearlyMoment(day: .weekday(0, week: 2, month: 3), seconds: 7200)
    fileprivate static let usualEnd = YearlyMoment(day: .weekday(0, week: 1, month: 11), seconds: 7200)
}

private struct TextReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: some Sequence<UInt8>) { rest = Array(text)[...] }

    var next: UInt8? { rest.first }
    var isAtEnd: Bool { rest.isEmpty }

    /// `CET` or `<+01>`
    mutating func skipName() -> Bool {
        if skip("<") {
            let name = rest.prefix { Self.isLetter($0) || Self.isDigit($0) || $0 == 0x2B || $0 == 0x2D }
            rest = rest.dropFirst(name.count)
            return name.count >= 3 && skip(">")
        }
        let name = rest.prefix(while: Self.isLetter)
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    /// In seconds, east positive; in the text, west is positive.
    mutating func offset() -> Int32? {
        guard let seconds = signedTime(hours: 0...24), ZoneRules.offsets.contains(Int(seconds)) else { return nil }
        return -seconds
    }

    /// `,M10.5.0/3`
    mutating func yearlyMoment() -> YearlyMoment? {
        guard skip(","), let day = day() else { return nil }
        guard skip("/") else { return YearlyMoment(day: day, seconds: 7200) }
        guard let seconds = signedTime(hours: 0...167) else { return nil }
        return YearlyMoment(day: day, seconds: seconds)
    }

    private mutating func day() -> YearlyMoment.Day? {
        if skip("J") { return number(1...365).map { .ordinary($0) } }
        guard skip("M") else { return number(0...365).map { .fromZero($0) } }
        guard let month = number(1...12), skip("."), let week = number(1...5), skip("."), let weekday = number(0...6)
        else { return nil }
        return .weekday(weekday, week: week, month: month)
    }

    /// `-1`, `+5:30` or `3:02:01`
    private mutating func signedTime(hours: ClosedRange<Int>) -> Int32? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hour = number(hours) else { return nil }
        var seconds = hour * 3600
        for unit in [60, 1] where skip(":") {
            guard let number = number(0...59) else { return nil }
            seconds += number * unit
        }
        return Int32(isNegative ? -seconds : seconds)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(while: Self.isDigit)
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return range.contains(number) ? number : nil
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
