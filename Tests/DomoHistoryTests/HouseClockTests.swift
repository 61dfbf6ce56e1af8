import DomoLanguage
import DomoModel
import Testing

@testable import DomoHistory

@Suite struct HouseClockTests {
    /// Days on which the clocks change, and adjacent days (tzdata).
    @Test(arguments: [
        ("Europe/Madrid", "2026-03-29T12:00:00.000Z", "2026-03-28T23:00:00.000Z", 23),
        ("Europe/Madrid", "2026-10-25T12:00:00.000Z", "2026-10-24T22:00:00.000Z", 25),
        ("Europe/Madrid", "2026-06-10T00:00:00.000Z", "2026-06-09T22:00:00.000Z", 24),
        ("America/New_York", "2026-03-08T12:00:00.000Z", "2026-03-08T05:00:00.000Z", 23),
        ("America/New_York", "2026-11-01T12:00:00.000Z", "2026-11-01T04:00:00.000Z", 25),
        ("Australia/Sydney", "2026-10-04T00:00:00.000Z", "2026-10-03T14:00:00.000Z", 23),
        ("Australia/Sydney", "2026-04-05T00:00:00.000Z", "2026-04-04T13:00:00.000Z", 25),
        ("Asia/Kolkata", "2026-06-10T00:00:00.000Z", "2026-06-09T18:30:00.000Z", 24),
        // The clocks go forward from 24:00 to 01:00: the day begins at 01:00.
        ("America/Asuncion", "2023-10-01T12:00:00.000Z", "2023-10-01T04:00:00.000Z", 23),
        ("UTC", "2026-06-10T23:59:59.999Z", "2026-06-10T00:00:00.000Z", 24),
    ])
    func dayMayHaveTwentyThreeOrTwentyFiveHours(zone: String, moment: String, start: String, hours: Int64) {
        let clock = HouseClock(timeZone: zone)
        let begin = clock.startOfDay(time(moment))
        #expect(begin.rfc3339 == start)
        #expect(clock.endOfDay(time(moment)).milliseconds - begin.milliseconds == hours * HouseClock.hourMilliseconds)
        #expect(clock.startOfDay(begin) == begin)
        #expect(clock.startOfDay(Timestamp(milliseconds: begin.milliseconds - 1)) < begin)
    }

    @Test(arguments: [
        ("2026-11-20T12:00:00.000Z", "2026-11-15T23:00:00.000Z", "2026-11-08T23:00:00.000Z"),
        ("2026-11-15T22:59:59.999Z", "2026-11-08T23:00:00.000Z", "2026-11-01T23:00:00.000Z"),
        ("2026-11-15T23:00:00.000Z", "2026-11-15T23:00:00.000Z", "2026-11-08T23:00:00.000Z"),
        ("2026-10-26T12:00:00.000Z", "2026-10-25T23:00:00.000Z", "2026-10-18T22:00:00.000Z"),
        ("1969-12-31T12:00:00.000Z", "1969-12-28T23:00:00.000Z", "1969-12-21T23:00:00.000Z"),
    ])
    func aWeekBeginsOnMonday(moment: String, week: String, before: String) {
        let clock = HouseClock(timeZone: "Europe/Madrid")
        #expect(clock.startOfWeek(time(moment)).rfc3339 == week)
        #expect(clock.startOfWeek(time(moment), weeksAgo: 1).rfc3339 == before)
    }

    @Test(arguments: [
        ("2d", "2026-11-18T12:00:00.000Z"), ("21:04", "2026-11-20T20:04:00.000Z"),
        ("2026-07-01", "2026-06-30T22:00:00.000Z"), ("2026-07-01T08:30", "2026-07-01T06:30:00.000Z"),
        ("2026-07-01T08:30:00Z", "2026-07-01T08:30:00.000Z"),
        // Does not exist: the first moment after it.
        ("2026-03-29T02:30", "2026-03-29T01:00:00.000Z"),
        // Occurs twice: the first time.
        ("2026-10-25T02:30", "2026-10-25T00:30:00.000Z"),
        ("1960-07-01T00:00", "1960-06-30T23:00:00.000Z"),
    ])
    func pointInTimeIsInTheTimeZoneOfTheHouse(text: String, expected: String) throws {
        let point = try #require(TimePoint(text))
        let clock = HouseClock(timeZone: "Europe/Madrid")
        #expect(clock.moment(point, now: time("2026-11-20T12:00:00.000Z")).rfc3339 == expected)
    }

    @Test func skippedDayIsHandled() {
        // Samoa crossed the date line: there was no 30 December 2011.
        let clock = HouseClock(timeZone: "Pacific/Apia")
        let day = clock.startOfDay(time("2011-12-30T09:00:00.000Z"))
        #expect(day.rfc3339 == "2011-12-29T10:00:00.000Z")
        #expect(clock.endOfDay(day).rfc3339 == "2011-12-30T10:00:00.000Z")
    }

    /// The answer contains it, and it must be readable again.
    @Test(
        arguments: ["99999999d", "999999999d", "0001-01-01", "9999-12-31T23:59", "0001-01-01T00:00:00Z"],
        ["Europe/Madrid", "America/Lima", "UTC"]
    )
    func momentsAreClampedToTheCalendar(text: String, zone: String) throws {
        let point = try #require(TimePoint(text))
        let moment = HouseClock(timeZone: zone).moment(point, now: time("2026-11-20T12:00:00.000Z"))
        #expect(TimePoint(moment.rfc3339) == .at(moment))
    }

    @Test func unknownZoneFallsBackToTheMachine() {
        #expect(HouseClock(timeZone: "Mars/Olympus").name == HouseClock(timeZone: nil).name)
    }
}
