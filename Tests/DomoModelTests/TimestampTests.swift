import DomoModel
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_795_208_645_123, "2026-11-20T21:04:05.123Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    ])
    func timeIsFormattedAndParsed(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    /// Times outside the years with four digits are written as the first or last time within them.
    @Test(arguments: [
        (Int64.min, "0000-01-01T00:00:00.000Z"), (-62_167_219_200_001, "0000-01-01T00:00:00.000Z"),
        (253_402_300_800_000, "9999-12-31T23:59:59.999Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
        (-8_640_000_000_000_000, "0000-01-01T00:00:00.000Z"),
    ])
    func timeBeyondTheCalendarIsClamped(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
    }

    @Test func everyDayOfFourCenturiesIsParsed() {
        for day in stride(from: Int64(-36_525), through: 109_572, by: 1) {
            let time = Timestamp(milliseconds: day * 86_400_000 + 43_200_007)
            #expect(Timestamp(rfc3339: time.rfc3339) == time)
        }
    }

    @Test(arguments: [
        "", "2026-11-20", "2026-11-20T21:04:05Z", "2026-11-20T21:04:05.123+00:00", "2026-13-20T21:04:05.123Z",
        "2026-11-20T24:04:05.123Z", "2026-11-20 21:04:05.123Z", "2026/11/20T21:04:05.123Z", "2026-02-30T21:04:05.123Z",
        "2026-11-20T21-04-05.123Z", "2026-00-20T21:04:05.123Z", "2026-11-2\u{661}T21:04:05.12Z",
    ])
    func otherTextsAreInvalid(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }
}
