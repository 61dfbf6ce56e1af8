import DomoModel
import Testing

@testable import DomoCalendar

@Suite struct YearlyRulesTests {
    /// A text, a moment, and the offset of the clocks in seconds.
    @Test(arguments: [
        ("UTC0", "2026-07-01T00:00:00Z", 0),
        ("EST5", "2026-07-01T00:00:00Z", -18_000),
        ("JST-9", "2026-07-01T00:00:00Z", 32_400),
        ("<+0545>-5:45", "2026-07-01T00:00:00Z", 20_700),
        ("<-0930>9:30", "2026-07-01T00:00:00Z", -34_200),
        ("LMT+0:14:44", "2026-07-01T00:00:00Z", -884),
        // Times default to 02:00, and daylight saving time to one hour.
        ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", -18_000),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14_400),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T05:59:59Z", -14_400),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00:00Z", -18_000),
        ("EST5EDT", "2026-03-08T07:00:00Z", -14_400),
        ("EST5EDT4", "2026-11-01T06:00:00Z", -18_000),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-10-03T15:29:59Z", 37_800),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-10-03T15:30:00Z", 39_600),
        // South of the equator the year begins in summer.
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-12-31T23:59:59Z", 39_600),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-01-01T00:00:00Z", 39_600),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-04-04T14:59:59Z", 39_600),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-04-04T15:00:00Z", 37_800),
        // RFC 9636, section 3.3.1: at -2:00 of the day, which is 22:00 of the previous day.
        ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2026-03-29T00:59:59Z", -10_800),
        ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2026-03-29T01:00:00Z", -7200),
        ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2026-10-25T00:59:59Z", -7200),
        ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2026-10-25T01:00:00Z", -10_800),
        // The same section: daylight saving time all year.
        ("EST5EDT,0/0,J365/25", "2026-01-01T04:59:59Z", -14_400),
        ("EST5EDT,0/0,J365/25", "2026-01-01T05:00:00Z", -14_400),
        ("EST5EDT,0/0,J365/25", "2026-07-01T00:00:00Z", -14_400),
        ("EST5EDT,0/0,J365/25", "2028-12-31T23:59:59Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:59:59Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2026-07-01T00:00:00Z", -14_400),
        // In Dublin winter is the second time, an hour behind.
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-15T00:00:00Z", 0),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29T00:59:59Z", 0),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29T01:00:00Z", 3600),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-10-25T00:59:59Z", 3600),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-10-25T01:00:00Z", 0),
        // The fourth Thursday and two days: Saturday, 02:00.
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-27T23:59:59Z", 7200),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 10_800),
        // A week later, all but an hour.
        ("AAA0BBB,M12.5.4/167,J100/0", "2027-01-06T22:59:59Z", 0),
        ("AAA0BBB,M12.5.4/167,J100/0", "2027-01-06T23:00:00Z", 3600),
        // A year before its first day.
        ("AAA0BBB,J1/-167,J100/0", "2025-12-25T00:59:59Z", 0),
        ("AAA0BBB,J1/-167,J100/0", "2025-12-25T01:00:00Z", 3600),
        // Day 60 is 1 March in every year, day 59 from zero 29 February in a leap year.
        ("AAA0BBB,J60/0,J300/0", "2028-02-29T23:59:59Z", 0),
        ("AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", 3600),
        ("AAA0BBB,J60/0,J300/0", "2026-02-28T23:59:59Z", 0),
        ("AAA0BBB,J60/0,J300/0", "2026-03-01T00:00:00Z", 3600),
        ("AAA0BBB,J59/0,J300/0", "2028-02-28T00:00:00Z", 3600),
        ("AAA0BBB,59/0,300/0", "2028-02-28T23:59:59Z", 0),
        ("AAA0BBB,59/0,300/0", "2028-02-29T00:00:00Z", 3600),
        ("AAA0BBB,59/0,300/0", "2026-02-28T23:59:59Z", 0),
        ("AAA0BBB,59/0,300/0", "2026-03-01T00:00:00Z", 3600),
        ("AAA0BBB,59/0,300/0", "2100-02-28T23:59:59Z", 0),
        ("AAA0BBB,59/0,300/0", "2100-03-01T00:00:00Z", 3600),
        ("AAA0BBB,J60/0,J300/0", "2100-02-28T23:59:59Z", 0),
        ("AAA0BBB,J60/0,J300/0", "2100-03-01T00:00:00Z", 3600),
        ("AAA0BBB,J60/0,J300/0", "2000-02-29T23:59:59Z", 0),
        ("AAA0BBB,J60/0,J300/0", "2000-03-01T00:00:00Z", 3600),
        // March of a leap year begins on a Monday.
        ("EST5EDT,M3.2.0,M11.1.0", "2032-03-14T06:59:59Z", -18_000),
        ("EST5EDT,M3.2.0,M11.1.0", "2032-03-14T07:00:00Z", -14_400),
        // The last Tuesday of February, 29 February in that year.
        ("AAA0BBB,M2.5.2/0,M10.5.0", "2028-02-28T23:59:59Z", 0),
        ("AAA0BBB,M2.5.2/0,M10.5.0", "2028-02-29T00:00:00Z", 3600),
        ("aaa+1bbb-2,M3.5.0/2:30:15,M10.5.0", "2026-03-29T03:30:14Z", -3600),
        ("aaa+1bbb-2,M3.5.0/2:30:15,M10.5.0", "2026-03-29T03:30:15Z", 7200),
    ])
    func textDefinesTheOffset(text: String, moment: String, offset: Int) throws {
        let rules = try #require(YearlyRules(text.utf8))
        #expect(rules.offset(at: Int(try time(moment).milliseconds / 1000)) == offset)
    }

    @Test(arguments: [
        "", "0", "E5", "ES5", "EST", "EST25", "EST24:60", "EST24:59:59x", "EST5:", "EST5:60", "EST5:0:60", "EST5EDT,",
        "EST5EDT,M3.2.0", "EST5EDT,M3.2.0,", "EST5EDT,M3.2.0,M11.1.0,", "EST5EDT,M3.2.0,M11.1.0 ", "EST5ED",
        "EST5EDT,M0.2.0,M11.1.0", "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.0.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0",
        "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,M3.2,M11.1.0", "EST5EDT,J0,J300", "EST5EDT,J366,J300", "EST5EDT,366,300",
        "EST5EDT,J60/168,J300", "EST5EDT,J60/-168,J300", "EST5EDT,J60/,J300", "EST5EDT,J60/2:,J300", "<+1>-1",
        "<+01-1", "+01>-1", "<+01>", "<>0", "<+0 1>0", "EST 5", "EST--5", "EST0005", "EST5EDT,0060,J300",
        "EST24", "EST-24:59:59", "EST-23EDT", "EST99999999999999999999", ":EST5", "EST5\u{0}", "ÉST5",
        "CET-1CEST,M3.5.0;M10.5.0",
    ])
    func otherTextsAreInvalid(text: String) {
        #expect(YearlyRules(text.utf8) == nil)
    }

    /// The same texts in every run.
    @Test func damagedTextIsInvalidOrParsed() {
        var dice = SplitMix64(seed: 8)
        let texts = ["CET-1CEST,M3.5.0,M10.5.0/3", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "EST5EDT,0/0,J365/25"]
        for _ in 0..<20_000 {
            guard let rules = YearlyRules(dice.damaged(Array(texts[dice.below(3)].utf8))) else { continue }
            for second in [Int(Int64.min / 1000), 0, 1_795_219_200, Int(Int64.max / 1000)] {
                #expect(ZoneRules.offsets.contains(rules.offset(at: second)))
            }
        }
    }
}
