import DomoCalendar
import DomoModel
import Testing

@Suite struct LocalClockTests {
    @Test func utcIsNeverSetForward() {
        #expect(UTC().offset(at: Timestamp(milliseconds: 0)) == 0)
    }

    @Test func unknownZoneIsRefused() {
        #expect(SystemTimeZone("Mars/Olympus") == nil)
        #expect(SystemTimeZone("") == nil)
        #expect(SystemTimeZone("Europe/Madrid")?.name == "Europe/Madrid")
        #expect(!SystemTimeZone.current.name.isEmpty)
    }

    /// IANA time zone database. For each zone a local time, and the moment when its clocks show it.
    @Test(arguments: [
        ("Europe/Madrid", "2026-07-01 08:30:00", "2026-07-01T06:30:00Z", LocalMoment.Kind.usual),
        ("Europe/Madrid", "2026-03-29 01:59:59", "2026-03-29T00:59:59Z", .usual),
        ("Europe/Madrid", "2026-03-29 02:00:00", "2026-03-29T01:00:00Z", .moved),
        ("Europe/Madrid", "2026-03-29 02:59:59", "2026-03-29T01:00:00Z", .moved),
        ("Europe/Madrid", "2026-03-29 03:00:00", "2026-03-29T01:00:00Z", .usual),
        ("Europe/Madrid", "2026-10-25 01:59:59", "2026-10-24T23:59:59Z", .usual),
        ("Europe/Madrid", "2026-10-25 02:00:00", "2026-10-25T00:00:00Z", .twice),
        ("Europe/Madrid", "2026-10-25 02:59:59", "2026-10-25T00:59:59Z", .twice),
        ("Europe/Madrid", "2026-10-25 03:00:00", "2026-10-25T02:00:00Z", .usual),
        ("America/New_York", "2026-03-08 02:30:00", "2026-03-08T07:00:00Z", .moved),
        ("America/New_York", "2026-11-01 01:30:00", "2026-11-01T05:30:00Z", .twice),
        // By half an hour.
        ("Australia/Lord_Howe", "2026-10-04 02:15:00", "2026-10-03T15:30:00Z", .moved),
        ("Australia/Lord_Howe", "2026-10-04 02:30:00", "2026-10-03T15:30:00Z", .usual),
        ("Australia/Lord_Howe", "2026-04-05 01:30:00", "2026-04-04T14:30:00Z", .twice),
        ("Australia/Lord_Howe", "2026-04-05 02:00:00", "2026-04-04T15:30:00Z", .usual),
        // From midnight to one o'clock.
        ("America/Sao_Paulo", "2018-11-04 00:00:00", "2018-11-04T03:00:00Z", .moved),
        ("America/Sao_Paulo", "2018-11-04 01:00:00", "2018-11-04T03:00:00Z", .usual),
        ("America/Sao_Paulo", "2018-02-17 23:30:00", "2018-02-18T01:30:00Z", .twice),
        ("Asia/Beirut", "2026-03-29 00:30:00", "2026-03-28T22:00:00Z", .moved),
        // The last hour of the day is skipped.
        ("America/Nuuk", "2026-03-28 23:30:00", "2026-03-29T01:00:00Z", .moved),
        // Back for Ramadan.
        ("Africa/Casablanca", "2026-02-15 02:30:00", "2026-02-15T01:30:00Z", .twice),
        ("Africa/Casablanca", "2026-03-22 02:30:00", "2026-03-22T02:00:00Z", .moved),
        // Across the date line.
        ("Pacific/Apia", "2011-12-29 23:59:59", "2011-12-30T09:59:59Z", .usual),
        ("Pacific/Apia", "2011-12-30 12:00:00", "2011-12-30T10:00:00Z", .moved),
        ("Pacific/Apia", "2011-12-31 00:00:00", "2011-12-30T10:00:00Z", .usual),
        ("Asia/Kathmandu", "1985-12-31 23:59:59", "1985-12-31T18:29:59Z", .usual),
        ("Asia/Kathmandu", "1986-01-01 00:10:00", "1985-12-31T18:30:00Z", .moved),
        ("Europe/Madrid", "2100-07-01 12:00:00", "2100-07-01T10:00:00Z", .usual),
        ("UTC", "1970-01-01 00:00:00", "1970-01-01T00:00:00Z", .usual),
        ("Europe/Madrid", "1960-07-01 00:00:00", "1960-06-30T23:00:00Z", .usual),
    ])
    func localTimeHasItsMoment(
        zone: String,
        local: String,
        expected: String,
        kind: LocalMoment.Kind
    ) throws {
        let clock = try clock(zone)
        let seconds = Int(try time("1970-01-01T\(local.suffix(8))Z").milliseconds / 1000)
        let date = try date(String(local.prefix(10)))
        let moment = clock.moment(of: date, seconds: seconds)
        #expect(moment.timestamp.text == expected)
        #expect(moment.kind == kind)
        if kind != .moved {
            #expect(clock.date(at: moment.timestamp) == date)
            #expect(clock.secondsOfDay(at: moment.timestamp) == seconds)
        }
    }

    /// Every half hour of some years: no clock shows a time before its moment, and each moment shows its time.
    @Test(arguments: [
        ("Europe/Madrid", "2026-01-01"), ("America/Sao_Paulo", "2018-01-01"), ("Australia/Lord_Howe", "2026-01-01"),
        ("Africa/Casablanca", "2026-01-01"), ("Pacific/Apia", "2011-01-01"), ("America/Nuuk", "2026-01-01"),
        // The clocks were set back across the date line at one minute after midnight.
        ("America/St_Johns", "2010-01-01"), ("Africa/Monrovia", "1971-06-01"), ("Asia/Beirut", "2026-01-01"),
    ])
    func momentIsTheFirstThatShowsTheTime(zone: String, first: String) throws {
        let clock = try clock(zone)
        let first = try date(first)
        let begin = clock.startOfDay(first).milliseconds
        var shown: [Int: Int64] = [:]
        for step in 0..<(366 * 48) {
            let time = Timestamp(milliseconds: begin + Int64(step) * 1_800_000)
            let local = clock.date(at: time).daysSince1970 * 86_400 + clock.secondsOfDay(at: time)
            if shown[local] == nil { shown[local] = time.milliseconds }
        }
        for (local, expected) in shown {
            let moment = clock.moment(of: CivilDate(daysSince1970: 0), seconds: local)
            #expect(moment.timestamp.milliseconds == expected)
            #expect(moment.kind != .moved)
        }
    }

    @Test(arguments: [
        ("Europe/Madrid", "2026-03-29", 23.0), ("Europe/Madrid", "2026-10-25", 25), ("Europe/Madrid", "2026-06-10", 24),
        ("Australia/Lord_Howe", "2026-10-04", 23.5), ("Australia/Lord_Howe", "2026-04-05", 24.5),
        ("America/Sao_Paulo", "2018-11-04", 23), ("America/Sao_Paulo", "2018-02-17", 25),
        ("America/Sao_Paulo", "2018-02-18", 24), ("Asia/Beirut", "2026-03-29", 23),
        ("Pacific/Apia", "2011-12-29", 24), ("Pacific/Apia", "2011-12-30", 0), ("Pacific/Apia", "2011-12-31", 24),
    ])
    func lengthOfADay(zone: String, day: String, hours: Double) throws {
        let clock = try clock(zone)
        let date = try date(day)
        let (start, end) = (clock.startOfDay(date), clock.endOfDay(date))
        #expect(Double(end.milliseconds - start.milliseconds) / 3_600_000 == hours)
        if hours > 0 {
            #expect(clock.date(at: start) == date)
            #expect(clock.date(at: Timestamp(milliseconds: start.milliseconds - 1)) < date)
            #expect(clock.date(at: Timestamp(milliseconds: end.milliseconds - 1)) == date)
        }
    }

    @Test(arguments: [
        ("Europe/Madrid", "2026-11-21T22:30:00Z", "2026-11-21T23:30:00+01:00"),
        ("Europe/Madrid", "2026-06-21T22:30:00Z", "2026-06-22T00:30:00+02:00"),
        ("America/St_Johns", "2026-11-21T02:00:00Z", "2026-11-20T22:30:00-03:30"),
        ("Asia/Kathmandu", "2026-12-31T18:15:00Z", "2027-01-01T00:00:00+05:45"),
        ("UTC", "2026-11-21T22:30:00Z", "2026-11-21T22:30:00+00:00"),
        // 44 minutes and 30 seconds behind UTC.
        ("Africa/Monrovia", "1971-06-01T12:00:00Z", "1971-06-01T11:16:00-00:44"),
        ("Europe/Madrid", "1969-12-31T22:59:59Z", "1969-12-31T23:59:59+01:00"),
    ])
    func localTimeIsFormatted(zone: String, moment: String, expected: String) throws {
        let clock = try clock(zone)
        #expect(clock.rfc3339(try time(moment)) == expected)
        #expect(clock.rfc3339(Timestamp(milliseconds: try time(moment).milliseconds + 999)) == expected)
    }
}
