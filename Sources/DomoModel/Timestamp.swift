/// A point in time, UTC, in milliseconds since 1970.
public struct Timestamp: Hashable, Sendable, Comparable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (one: Timestamp, other: Timestamp) -> Bool { one.milliseconds < other.milliseconds }
}

extension Timestamp {
    /// The first and the last moment that people write, those of the years 1–9999.
    public static let calendar =
        Timestamp(milliseconds: -62_135_596_800_000)...Timestamp(milliseconds: lastWritten)

    private static let firstWritten: Int64 = -62_167_219_200_000
    private static let lastWritten: Int64 = 253_402_300_799_999

    /// The time as RFC 3339 writes it, in UTC with milliseconds: 24 bytes, `2026-11-20T21:04:05.123Z`, for the years
    /// 0–9999. A time beyond them, which so many digits can't tell, is written as the first or the last of them.
    public func withRFC3339<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
            let milliseconds = min(max(milliseconds, Self.firstWritten), Self.lastWritten)
            let days = milliseconds.floorDivided(by: 86_400_000)
            let rest = Int(milliseconds - days * 86_400_000)
            let (year, month, day) = civil(daysSince1970: Int(days))
            func put(_ number: Int, at position: Int, width: Int) {
                var number = number
                for index in stride(from: position + width - 1, through: position, by: -1) {
                    buffer[index] = UInt8(0x30 + number % 10)
                    number /= 10
                }
            }
            buffer.initialize(repeating: UInt8(ascii: "-"))
            put(year, at: 0, width: 4)
            put(month, at: 5, width: 2)
            put(day, at: 8, width: 2)
            buffer[10] = UInt8(ascii: "T")
            put(rest / 3_600_000, at: 11, width: 2)
            buffer[13] = UInt8(ascii: ":")
            put(rest / 60_000 % 60, at: 14, width: 2)
            buffer[16] = UInt8(ascii: ":")
            put(rest / 1000 % 60, at: 17, width: 2)
            buffer[19] = UInt8(ascii: ".")
            put(rest % 1000, at: 20, width: 3)
            buffer[23] = UInt8(ascii: "Z")
            return body(UnsafeBufferPointer(buffer))
        }
    }

    public var rfc3339: String { withRFC3339 { String(decoding: $0, as: UTF8.self) } }

    /// Reads what `rfc3339` writes; nil for anything else.
    public init?(rfc3339 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let separators = zip([4, 7, 10, 13, 16, 19, 23], "--T::.Z".utf8)
        guard bytes.count == 24, separators.allSatisfy({ bytes[$0] == $1 }) else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let milli = number(20..<23), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
            second < 60
        else { return nil }
        let days = daysSince1970(year: year, month: month, day: day)
        // The thirtieth of February is the first or second of March.
        guard civil(daysSince1970: days).day == day else { return nil }
        self.init(milliseconds: Int64((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + milli))
    }
}

// The civil calendar by counting from 1 March of a 400-year era, so that the leap day comes last in its year
// (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", public domain description).

private func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
}

private func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.floorDivided(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

extension BinaryInteger {
    fileprivate func floorDivided(by divisor: Self) -> Self {
        let quotient = self / divisor
        return self % divisor != 0 && (self < 0) != (divisor < 0) ? quotient - 1 : quotient
    }
}
