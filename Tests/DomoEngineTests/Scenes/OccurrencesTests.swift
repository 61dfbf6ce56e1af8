import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

@Suite struct OccurrencesTests {
    /// IANA time zone database.
    @Test(arguments: [
        (
            "Europe/Madrid", "02:30", "2026-03-27T12:00:00Z",
            ["2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"]
        ),
        ("Europe/Madrid", "02:30", "2026-10-24T12:00:00Z", ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]),
        ("Europe/Madrid", "03:00", "2026-03-28T12:00:00Z", ["2026-03-29T01:00:00Z", "2026-03-30T01:00:00Z"]),
        ("America/New_York", "02:30", "2026-03-07T12:00:00Z", ["2026-03-08T07:00:00Z", "2026-03-09T06:30:00Z"]),
        ("America/New_York", "01:30", "2026-10-31T12:00:00Z", ["2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"]),
        (
            "Australia/Lord_Howe", "02:15", "2026-10-02T12:00:00Z",
            ["2026-10-02T15:45:00Z", "2026-10-03T15:30:00Z", "2026-10-04T15:15:00Z"]
        ),
        (
            "Australia/Lord_Howe", "01:45", "2026-04-03T12:00:00Z",
            ["2026-04-03T14:45:00Z", "2026-04-04T14:45:00Z", "2026-04-05T15:15:00Z"]
        ),
        // The day begins at one o'clock.
        (
            "America/Sao_Paulo", "00:30", "2018-11-03T00:00:00Z",
            ["2018-11-03T03:30:00Z", "2018-11-04T03:00:00Z", "2018-11-05T02:30:00Z"]
        ),
        ("America/Sao_Paulo", "23:30", "2018-02-17T12:00:00Z", ["2018-02-18T01:30:00Z", "2018-02-19T02:30:00Z"]),
        // The day ends at 23 o'clock.
        (
            "America/Nuuk", "23:30", "2026-03-27T12:00:00Z",
            ["2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"]
        ),
        // There was no 30 December.
        ("Pacific/Apia", "12:00", "2011-12-29T00:00:00Z", ["2011-12-29T22:00:00Z", "2011-12-30T22:00:00Z"]),
        ("UTC", "23:59", "2026-12-31T23:58:59Z", ["2026-12-31T23:59:00Z", "2027-01-01T23:59:00Z"]),
    ])
    func aTimeOfTheClockComesOnceADay(zone: String, at: String, after: String, expected: [String]) throws {
        let occurrences = Occurrences(try .at(at), site: try site(zone))
        let found = occurrences.next(expected.count, after: try time(after))
        #expect(found.map(\.moment.text) == expected)
    }

    @Test func whatTheClocksLeaveOutOrRepeatIsSaid() throws {
        let madrid = try site("Europe/Madrid")
        let night = Occurrences(try .at("02:30"), site: madrid)
        #expect(
            night.next(2, after: try time("2026-03-28T12:00:00Z")).map(\.note) == [
                "02:30 does not exist on this day: the clocks are set forward", nil,
            ]
        )
        #expect(
            night.next(2, after: try time("2026-10-24T12:00:00Z")).map(\.note) == [
                "02:30 occurs twice on this day, this is the first time: the clocks are set back", nil,
            ]
        )
    }

    @Test func theNextIsLaterThanThatAndNotAtIt() throws {
        let occurrences = Occurrences(try .at("12:00"), site: try site("UTC"))
        let noon = try time("2026-11-21T12:00:00Z")
        #expect(occurrences.next(after: Timestamp(milliseconds: noon.milliseconds - 1))?.moment == noon)
        #expect(occurrences.next(after: noon)?.moment.text == "2026-11-22T12:00:00Z")
    }

    private static let holidays = Holidays(
        dates: Set(["2026-12-08", "2027-03-26"].compactMap { CivilDate($0) }),
        yearly: [.init(month: 12, day: 25), .init(month: 1, day: 1)]
    )

    @Test(arguments: [
        (
            Days([.weekdays(.friday, .monday)]), "2026-11-25",
            ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30", "2026-12-04"]
        ),
        (Days([.weekdays(.saturday, .saturday)]), "2026-12-30", ["2027-01-02", "2027-01-09"]),
        (
            Days([.weekdays(.monday, .friday)], except: [.holidays]), "2026-12-24",
            ["2026-12-24", "2026-12-28", "2026-12-29", "2026-12-30", "2026-12-31", "2027-01-04"]
        ),
        (Days([.holidays]), "2026-11-21", ["2026-12-08", "2026-12-25", "2027-01-01", "2027-03-26", "2027-12-25"]),
        (Days([.holidays], except: [.weekdays(.friday, .friday)]), "2026-11-21", ["2026-12-08", "2027-12-25"]),
        (Days([.holidays, .weekdays(.sunday, .sunday)]), "2026-12-07", ["2026-12-08", "2026-12-13", "2026-12-20"]),
        (Days([.yearly(month: 2, day: 29)]), "2026-01-01", ["2028-02-29", "2032-02-29"]),
        (Days([.yearly(month: 2, day: 29)]), "2096-03-01", ["2104-02-29", "2108-02-29"]),
        (Days([.yearly(month: 12, day: 31)]), "2026-12-31", ["2026-12-31", "2027-12-31"]),
        (Days([], except: [.yearly(month: 12, day: 31)]), "2026-12-30", ["2026-12-30", "2027-01-01"]),
        (Days([CivilDate("2040-05-01").map { .date($0) } ?? .holidays]), "2026-11-21", ["2040-05-01"]),
        (Days([CivilDate("2026-11-20").map { .date($0) } ?? .holidays]), "2026-11-21", []),
        (Days([], except: [.weekdays(.monday, .sunday)]), "2026-11-21", []),
        (Days([.yearly(month: 2, day: 30)]), "2026-11-21", []),
    ])
    func itComesOnItsDays(days: Days, from: String, expected: [String]) throws {
        let madrid = try site("Europe/Madrid", holidays: Self.holidays)
        let occurrences = Occurrences(try .at("00:00", days), site: madrid)
        let before = Timestamp(milliseconds: madrid.clock.startOfDay(try date(from)).milliseconds - 1)
        let found = occurrences.next(max(expected.count, 1), after: before)
        #expect(found.map { "\(madrid.clock.date(at: $0.moment))" } == expected)
    }

    @Test(arguments: [
        (
            "Europe/Madrid", 7.0, "2026-03-28T22:59:59Z",
            ["03-28T23:00", "03-29T06:00", "03-29T13:00", "03-29T20:00", "03-29T22:00", "03-30T05:00"]
        ),
        (
            "Europe/Madrid", 7, "2026-10-24T21:59:59Z",
            ["10-24T22:00", "10-25T05:00", "10-25T12:00", "10-25T19:00", "10-25T23:00", "10-26T06:00"]
        ),
        ("Europe/Madrid", 24, "2026-10-24T21:59:59Z", ["10-24T22:00", "10-25T22:00", "10-25T23:00", "10-26T23:00"]),
        (
            "America/Sao_Paulo", 12, "2018-11-03T02:59:59Z",
            ["11-03T03:00", "11-03T15:00", "11-04T03:00", "11-04T15:00", "11-05T02:00"]
        ),
        (
            "Australia/Lord_Howe", 8, "2026-04-04T12:59:59Z",
            ["04-04T13:00", "04-04T21:00", "04-05T05:00", "04-05T13:00", "04-05T13:30"]
        ),
        ("Pacific/Apia", 24, "2011-12-29T00:00:00Z", ["12-29T10:00", "12-30T10:00", "12-31T10:00"]),
        ("UTC", 0.5, "2026-12-31T23:29:59Z", ["12-31T23:30", "01-01T00:00", "01-01T00:30"]),
    ])
    func everyCountsFromMidnight(zone: String, hours: Double, after: String, expected: [String]) throws {
        let occurrences = Occurrences(Trigger(.every(.seconds(hours * 3600))), site: try site(zone))
        let found = occurrences.next(expected.count, after: try time(after))
        #expect(found.map { "\($0.moment.text.dropFirst(5).prefix(11))" } == expected)
    }

    /// The sun's moments are PyEphem's, 4.2.1.
    @Test(arguments: [
        (0, nil, nil, "2026-06-20T22:00:00Z", "2026-06-21T19:48:30Z"),
        (-30, "17:00", "21:00", "2026-06-20T22:00:00Z", "2026-06-21T19:00:00Z"),
        (-30, "17:00", "21:00", "2026-12-20T23:00:00Z", "2026-12-21T16:21:25Z"),
        (-90, "17:00", "21:00", "2026-12-20T23:00:00Z", "2026-12-21T16:00:00Z"),
        (12 * 60, nil, nil, "2026-06-20T22:00:00Z", "2026-06-21T07:48:30Z"),
        (-12 * 60, nil, nil, "2026-06-20T22:00:00Z", "2026-06-21T07:48:30Z"),
        // An hour that the clocks leave out.
        (-600, "02:30", "02:40", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"),
    ])
    func theSunHasOffsetAndBounds(
        minutes: Int,
        notBefore: String?,
        notAfter: String?,
        after: String,
        expected: String
    ) throws {
        let sunset = TimeOfDay.sun(
            .sunset,
            offset: .seconds(60 * minutes),
            notBefore: try notBefore.map { try clockTime($0) },
            notAfter: try notAfter.map { try clockTime($0) }
        )
        let occurrences = Occurrences(Trigger(.at(sunset, .every)), site: try site("Europe/Madrid", sun: .madrid))
        let found = try #require(occurrences.next(after: try time(after)))
        // The day before, or after, is a minute or less away from that of the table.
        let difference = found.moment.milliseconds - (try time(expected)).milliseconds
        #expect(abs(difference) <= (abs(minutes) == 720 ? 60_000 : 10_000), "\(found.moment.text)")
        #expect((found.note != nil) == (minutes == -600))
    }

    @Test func theDayOfADuskAfterMidnightIsThatBefore() throws {
        let saturday = Days([.weekdays(.saturday, .saturday)])
        let reykjavik = try site("Atlantic/Reykjavik", sun: .reykjavik)
        let dusk = Occurrences(.at(.dusk, saturday), site: reykjavik)
        // 16 May 2026 is a Saturday; PyEphem 4.2.1.
        let expected = try time("2026-05-17T00:33:54Z")
        for after in ["2026-05-10T12:00:00Z", "2026-05-16T12:00:00Z", "2026-05-17T00:20:00Z"] {
            let found = try #require(dusk.next(after: try time(after)))
            #expect(abs(found.moment.milliseconds - expected.milliseconds) <= 20_000)
        }
    }

    @Test func onPolarDaysThereIsNone() throws {
        let tromso = try site("Europe/Oslo", sun: .tromso)
        let bounded = TimeOfDay.sun(
            .sunset,
            offset: .zero,
            notBefore: try clockTime("17:00"),
            notAfter: try clockTime("22:00")
        )
        let found = Occurrences(Trigger(.at(bounded, .every)), site: tromso).next(
            after: try time("2026-06-01T00:00:00Z")
        )
        // The sun sets again in the last days of July.
        #expect(try #require(found).moment.text.hasPrefix("2026-07-2"))
        let solstice = Days([.yearly(month: 6, day: 21)])
        #expect(Occurrences(.at(.sunset, solstice), site: tromso).next(after: try time("2026-06-01T00:00:00Z")) == nil)
    }

    /// The last day that is looked through may be the last of a year.
    @Test(arguments: [
        "at dusk 12-31", "at 12:00 12-25 2500-01-01 except 12-25 2500-01-01", "at 12:00 12-31 except 12-31",
    ])
    func daysBeyondTheLastAreNotLookedFor(line: String) throws {
        let site = Catalog.Site(clock: LocalClock(UTC()), sun: Sun(latitude: 63.4, longitude: 10.4))
        let trigger = try #require(ScriptParser.parse(line).script.triggers.first)
        let from = try #require(Timestamp(rfc3339: "2026-12-24T12:00:00.000Z"))
        let page = CalendarPage(
            [("Noche", [trigger], site)],
            from: from,
            until: from + .seconds(7 * 86_400),
            maxEntries: 500
        )
        #expect(page.entries.count <= 1)
        for days in 0..<400 {
            _ = Occurrences(trigger, site: site).next(after: from + .seconds(days * 86_400))
        }
    }

    @Test func withoutAPlaceTheSunNeverRises() throws {
        let nowhere = try site("Europe/Madrid")
        #expect(Occurrences(.at(.sunrise), site: nowhere).next(after: try time("2026-06-01T00:00:00Z")) == nil)
    }

    @Test func whatGoesNotByTheClockHasNoMoment() throws {
        let occurrences = Occurrences(Trigger(.start), site: Catalog.Site())
        #expect(occurrences.next(after: try time("2026-06-01T00:00:00Z")) == nil)
    }

    /// Whenever one asks, it is the first of all that come that is later.
    @Test(
        arguments: [
            Trigger.Kind.at(.sun(.dusk, offset: .seconds(43_200), notBefore: nil, notAfter: nil), .every),
            .at(.sun(.dawn, offset: .seconds(-43_200), notBefore: nil, notAfter: nil), .every),
            .at(.sun(.dusk, offset: .zero, notBefore: nil, notAfter: ClockTime(hour: 23, minute: 30)), .every),
            .at(.sun(.sunrise, offset: .zero, notBefore: ClockTime(hour: 6, minute: 30), notAfter: nil), .every),
            .at(.sun(.sunset, offset: .seconds(7200), notBefore: nil, notAfter: nil), .every),
            .every(.seconds(5 * 3600)),
        ],
        [
            ("Atlantic/Reykjavik", -21.9426), ("Europe/Madrid", -3.7038), ("America/Nuuk", -51.7), ("UTC", 179.9),
            ("UTC", -179.9), ("Pacific/Apia", -171.75),
        ]
    )
    func theNextIsTheSameWheneverOneAsks(kind: Trigger.Kind, place: (zone: String, longitude: Double)) throws {
        let site = try site(place.zone, sun: Sun(latitude: 64.1466, longitude: place.longitude))
        let occurrences = Occurrences(Trigger(kind), site: site)
        let start = try time("2011-11-01T00:00:00Z").milliseconds
        let all = occurrences.next(1500, after: Timestamp(milliseconds: start)).map(\.moment)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
        var rest = all[...]
        for hour in stride(from: 0, to: 24 * 300, by: 7) {
            let time = Timestamp(milliseconds: start + Int64(hour) * 3_600_000)
            rest = rest.drop { $0 <= time }
            #expect(occurrences.next(after: time)?.moment == rest.first)
        }
    }
}
