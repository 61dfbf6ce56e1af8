import DomoLanguage
import DomoModel
import Testing

@Suite struct TimePointTests {
    static func local(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> TimePoint {
        .local(CivilDate(year: year, month: month, day: day), hour: hour, minute: minute)
    }

    @Test(
        arguments: [
            ("2d", .ago(.seconds(172_800)), "2d"), ("36h", .ago(.seconds(129_600)), "36h"),
            ("1w", .ago(.seconds(604_800)), "7d"), ("yesterday", .yesterday, "yesterday"),
            ("today", .local(nil, hour: 0, minute: 0), "00:00"), ("0s", .ago(.zero), "0ms"),
            ("1.5h", .ago(.seconds(5400)), "90m"),
            ("21:04", .local(nil, hour: 21, minute: 4), "21:04"),
            ("00:00", .local(nil, hour: 0, minute: 0), "00:00"),
            ("2026-11-20", local(2026, 11, 20), "2026-11-20"),
            ("2026-11-20T00:00", local(2026, 11, 20), "2026-11-20"),
            ("2024-02-29T21:04", local(2024, 2, 29, 21, 4), "2024-02-29T21:04"),
            ("0099-01-01", local(99, 1, 1), "0099-01-01"), ("0001-01-01", local(1, 1, 1), "0001-01-01"),
            ("9999-12-31T23:59", local(9999, 12, 31, 23, 59), "9999-12-31T23:59"),
            (
                "2026-11-20T21:04:05.123Z", .at(Timestamp(milliseconds: 1_795_208_645_123)),
                "2026-11-20T21:04:05.123Z"
            ),
            (
                "2026-11-20T21:04:05Z", .at(Timestamp(milliseconds: 1_795_208_645_000)),
                "2026-11-20T21:04:05.000Z"
            ),
        ] as [(String, TimePoint, String)]
    )
    func timeIsReadAndWritten(text: String, point: TimePoint, written: String) {
        #expect(TimePoint(text) == point)
        #expect(point.text == written)
        #expect(TimePoint(written) == point)
    }

    @Test(arguments: [
        "", "2", "tomorrow", "w", "24:00", "21:60", "9:04", "21:4", "21:04:05", "21:04Z", "2026-02-30", "2025-02-29",
        "2026-13-01", "2026-1-1", "2026-11-20T", "2026-11-20T9:04", "2026-11-20 21:04", "2026-11-20T21:04:05",
        "2026-11-20T21:04:05+01:00", "2026-11-20T24:00:00Z", "-2d", "２d", "２1:04", "2026/11/20", "T21:04",
        "0000-01-01", "0000-12-31T23:59", "0000-06-01T00:00:00Z", "0000-12-31T23:59:59.999Z", "10000-01-01",
        "2026-11-20T21:04T21:04", "1e3d",
    ])
    func whatIsNoTimeIsRefused(text: String) {
        #expect(TimePoint(text) == nil)
    }
}
