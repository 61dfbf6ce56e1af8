/// A point in time, UTC, in milliseconds since 1970.
public struct Timestamp: Hashable, Sendable, Comparable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static func < (one: Timestamp, other: Timestamp) -> Bool { one.milliseconds < other.milliseconds }
}

extension Timestamp {
    /// The range of writable times, the years 1–9999.
    public static let calendar =
        Timestamp(milliseconds: -62_135_596_800_000)...Timestamp(milliseconds: lastWritten)

    private static let firstWritten: Int64 = -62_167_219_200_000
    private static let lastWritten: Int64 = 253_402_300_799_999

    /// The time in RFC 3339 format, in UTC with milliseconds: 24 bytes, `2026-11-20T21:04:05.123Z`, for the years
    /// 0–9999. Times outside them are clamped.
    public func withRFC3339(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
            let milliseconds = min(max(milliseconds, Self.firstWritten), Self.lastWritten)
            let days = milliseconds.floorDivided(by: 86_400_000)
            let rest = Int(milliseconds - days * 86_400_000)
            let date = CivilDate(daysSince1970: Int(days))
            func put(_ number: Int, at position: Int, width: Int) {
                var number = UInt32(truncatingIfNeeded: number)
                var index = position + width
                while index > position {
                    index -= 1
                    buffer[index] = UInt8(truncatingIfNeeded: 0x30 + number % 10)
                    number /= 10
                }
            }
            buffer.initialize(repeating: UInt8(ascii: "-"))
            put(date.year, at: 0, width: 4)
            put(date.month, at: 5, width: 2)
            put(date.day, at: 8, width: 2)
            buffer[10] = UInt8(ascii: "T")
            put(rest / 3_600_000, at: 11, width: 2)
            buffer[13] = UInt8(ascii: ":")
            put(rest / 60_000 % 60, at: 14, width: 2)
            buffer[16] = UInt8(ascii: ":")
            put(rest / 1000 % 60, at: 17, width: 2)
            buffer[19] = UInt8(ascii: ".")
            put(rest % 1000, at: 20, width: 3)
            buffer[23] = UInt8(ascii: "Z")
            body(UnsafeBufferPointer(buffer))
        }
    }

    public var rfc3339: String {
        var text = ""
        withRFC3339 { text = String(decoding: $0, as: UTF8.self) }
        return text
    }

    /// Parses what `rfc3339` writes; nil for anything else.
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
            let date = CivilDate(year: year, month: month, day: day),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let milli = number(20..<23), hour < 24, minute < 60, second < 60
        else { return nil }
        let days = date.daysSince1970
        self.init(milliseconds: Int64((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + milli))
    }
}

extension BinaryInteger {
    func floorDivided(by divisor: Self) -> Self {
        let quotient = self / divisor
        return self % divisor != 0 && (self < 0) != (divisor < 0) ? quotient - 1 : quotient
    }
}
