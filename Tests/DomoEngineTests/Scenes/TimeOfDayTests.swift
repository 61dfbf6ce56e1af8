import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

@Suite struct TimeOfDayTests {
    @Test(arguments: [
        ("08:00", "20:00", "2026-11-21T06:59:59Z", false), ("08:00", "20:00", "2026-11-21T07:00:00Z", true),
        ("08:00", "20:00", "2026-11-21T18:59:59Z", true), ("08:00", "20:00", "2026-11-21T19:00:00Z", false),
        ("22:00", "07:00", "2026-11-21T20:59:59Z", false), ("22:00", "07:00", "2026-11-21T21:00:00Z", true),
        ("22:00", "07:00", "2026-11-21T23:30:00Z", true), ("22:00", "07:00", "2026-11-22T05:59:59Z", true),
        ("22:00", "07:00", "2026-11-22T06:00:00Z", false), ("08:00", "08:00", "2026-11-21T07:00:00Z", false),
        // The repeated hour is one interval with the one before it.
        ("02:30", "03:00", "2026-10-25T00:29:59Z", false), ("02:30", "03:00", "2026-10-25T01:15:00Z", true),
        ("02:30", "03:00", "2026-10-25T02:00:00Z", false),
        // The missing hour has no interval.
        ("02:00", "03:00", "2026-03-29T01:00:00Z", false),
    ])
    func betweenTwoTimesOfTheClock(one: String, other: String, at: String, expected: Bool) throws {
        let (one, other) = (TimeOfDay.clock(try clockTime(one)), TimeOfDay.clock(try clockTime(other)))
        #expect(TimeOfDay.isBetween(one, other, at: try time(at), site: try site("Europe/Madrid")) == expected)
    }

    /// Dusk of 16 May 2026 comes at 00:33:54 on 17 May (PyEphem 4.2.1); dawn of 17 May is at about 02:20.
    @Test(arguments: [
        ("2026-05-17T00:30:00Z", false, true), ("2026-05-17T00:38:00Z", true, true),
        ("2026-05-17T06:30:00Z", true, false), ("2026-05-17T12:00:00Z", false, false),
        ("2026-05-16T23:30:00Z", false, true),
    ])
    func betweenADuskAfterMidnightAndSeven(at: String, sinceDusk: Bool, untilDusk: Bool) throws {
        let reykjavik = try site("Atlantic/Reykjavik", sun: .reykjavik)
        let dusk = TimeOfDay.sun(.dusk, offset: .zero, notBefore: nil, notAfter: nil)
        let (seven, evening) = (TimeOfDay.clock(try clockTime("07:00")), TimeOfDay.clock(try clockTime("22:00")))
        let now = try time(at)
        #expect(TimeOfDay.isBetween(dusk, seven, at: now, site: reykjavik) == sinceDusk)
        #expect(TimeOfDay.isBetween(evening, dusk, at: now, site: reykjavik) == (untilDusk && !sinceDusk))
    }

    @Test func nothingIsBetweenMissingTimes() throws {
        let sunset = TimeOfDay.sun(.sunset, offset: .zero, notBefore: nil, notAfter: nil)
        let seven = TimeOfDay.clock(try clockTime("07:00"))
        let now = try time("2026-06-21T21:00:00Z")
        let tromso = try site("Europe/Oslo", sun: .tromso)
        let madrid = try site("Europe/Madrid", sun: .madrid)
        let nowhere = try site("Europe/Madrid")
        #expect(TimeOfDay.isBetween(sunset, seven, at: now, site: tromso) == nil)
        #expect(TimeOfDay.isBetween(seven, sunset, at: now, site: tromso) == nil)
        #expect(TimeOfDay.isBetween(sunset, seven, at: now, site: nowhere) == nil)
        #expect(TimeOfDay.isBetween(sunset, seven, at: now, site: madrid) == true)
    }

    @Test(arguments: [
        ("2d", "2026-11-18T12:00:00.000Z"), ("21:04", "2026-11-20T20:04:00.000Z"),
        ("2026-07-01", "2026-06-30T22:00:00.000Z"), ("2026-07-01T08:30", "2026-07-01T06:30:00.000Z"),
        ("2026-07-01T08:30:00Z", "2026-07-01T08:30:00.000Z"), ("2026-03-29T02:30", "2026-03-29T01:00:00.000Z"),
        ("99999999d", "0001-01-01T00:00:00.000Z"), ("999999999d", "0001-01-01T00:00:00.000Z"),
        ("9999-12-31T23:59", "9999-12-31T22:59:00.000Z"), ("0001-01-01", "0001-01-01T00:14:44.000Z"),
    ])
    func timePointUsesTheClocksOfTheHouse(text: String, expected: String) throws {
        let point = try #require(TimePoint(text))
        let clock = try site("Europe/Madrid").clock
        #expect(clock.moment(of: point, now: try time("2026-11-20T12:00:00Z")).rfc3339 == expected)
    }
}
