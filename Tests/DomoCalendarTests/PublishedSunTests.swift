import DomoCalendar
import DomoModel
import Testing

/// Tables published by the U.S. Naval Observatory, to the minute.
@Suite struct PublishedSunTests {
    /// "Rise and Set for the Sun for 2007", Atlanta, Georgia, W 84°25′, N 33°46′, Eastern Standard Time (Astronomical
    /// Applications Department): the first and the fifteenth of each month.
    private static let atlanta = """
        01-01 07:43 17:40
        01-15 07:42 17:52
        02-01 07:34 18:08
        02-15 07:22 18:22
        03-01 07:07 18:34
        03-15 06:49 18:45
        04-01 06:26 18:58
        04-15 06:07 19:09
        05-01 05:49 19:21
        05-15 05:37 19:31
        06-01 05:28 19:43
        06-15 05:27 19:50
        07-01 05:31 19:52
        07-15 05:38 19:49
        08-01 05:49 19:38
        08-15 05:59 19:24
        09-01 06:11 19:04
        09-15 06:21 18:45
        10-01 06:32 18:22
        10-15 06:42 18:04
        11-01 06:57 17:46
        11-15 07:09 17:35
        12-01 07:24 17:29
        12-15 07:35 17:31
        """

    /// From the same department's data services for days of 2020 to 2023, UTC: `rise` for sunrise and sunset,
    /// `twilight` for civil dawn and dusk, at Anchorage, Auckland, Brasília and Singapore.
    private static let services = """
        rise 61.216667 -149.866667 2020-01-05 19:11 00:57
        rise 61.216667 -149.866667 2020-01-25 18:37 01:44
        rise 61.216667 -149.866667 2020-02-25 17:13 03:10
        rise 61.216667 -149.866667 2020-03-15 16:14 04:01
        rise 61.216667 -149.866667 2020-04-25 14:06 05:48
        rise 61.216667 -149.866667 2020-06-15 12:21 07:40
        rise 61.216667 -149.866667 2020-06-25 12:22 07:42
        rise 61.216667 -149.866667 2020-08-15 14:10 05:59
        rise 61.216667 -149.866667 2020-10-15 16:44 02:48
        rise 61.216667 -149.866667 2020-12-15 19:10 00:40
        rise -36.833333 174.8 2020-01-05 17:09 07:44
        rise -36.833333 174.8 2020-03-15 18:20 06:40
        rise -36.833333 174.8 2020-06-15 19:32 05:11
        rise -36.833333 174.8 2020-09-15 18:19 06:12
        rise -36.833333 174.8 2020-12-15 16:56 07:36
        rise -15.8 -47.85 2020-02-05 09:03 21:47
        rise -15.8 -47.85 2020-05-15 09:26 20:49
        rise -15.8 -47.85 2020-11-05 08:33 21:17
        rise 1.283333 103.833333 2020-02-05 23:17 11:21
        rise 1.283333 103.833333 2020-10-25 22:46 10:51
        twilight 61.216667 -149.866667 2020-01-05 18:11 01:58
        twilight 61.216667 -149.866667 2020-05-15 12:00 07:52
        twilight 61.216667 -149.866667 2020-06-05 10:24 09:32
        twilight 61.216667 -149.866667 2020-07-05 10:21 09:48
        twilight 61.216667 -149.866667 2020-07-15 11:21 08:51
        twilight 61.216667 -149.866667 2020-09-25 15:10 04:34
        twilight 61.216667 -149.866667 2020-12-25 18:13 01:46
        twilight -36.833333 174.8 2023-01-05 16:38 08:14
        twilight -36.833333 174.8 2023-06-25 19:05 05:42
        twilight -36.833333 174.8 2023-11-05 16:43 07:25
        twilight -15.8 -47.85 2023-03-25 08:55 21:40
        twilight -15.8 -47.85 2023-07-25 09:15 21:21
        twilight 1.283333 103.833333 2023-02-15 22:55 11:42
        twilight 1.283333 103.833333 2023-11-05 22:25 11:12
        """

    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        return parts.count == 2 ? parts[0] * 60 + parts[1] : nil
    }

    /// The distance of the event from that minute of the UTC day, in seconds; the event may be on an adjacent day.
    private static func difference(
        _ sun: Sun,
        _ event: SunEvent,
        _ date: CivilDate,
        _ minute: Int
    ) -> Double {
        let expected = Double((date.daysSince1970 * 1440 + minute) * 60)
        let near = (-1...1).compactMap { days -> Double? in
            let time = sun.time(of: event, on: date.adding(days: days), LocalClock(UTC()))
            guard case .at(let moment) = time else { return nil }
            return abs(Double(moment.milliseconds) / 1000 - expected)
        }
        return near.min() ?? .infinity
    }

    @Test func sunMatchesTheTableOfAYear() throws {
        let sun = Sun(latitude: 33 + 46.0 / 60, longitude: -(84 + 25.0 / 60))
        let rows = Self.atlanta.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows.count == 24)
        for row in rows {
            let date = try #require(CivilDate("2007-\(row[0])"))
            for (event, text) in zip([SunEvent.sunrise, .sunset], row.dropFirst()) {
                // Five hours behind UTC.
                let minute = try #require(Self.minutes(text)) + 300
                #expect(Self.difference(sun, event, date, minute) <= 60, "\(event) on \(date)")
            }
        }
    }

    @Test func sunAndTwilightMatchTheDataServices() throws {
        let rows = Self.services.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows.count == 34)
        for row in rows {
            let sun = Sun(latitude: try #require(Double(row[1])), longitude: try #require(Double(row[2])))
            let date = try #require(CivilDate(row[3]))
            let events: [SunEvent] = row[0] == "rise" ? [.sunrise, .sunset] : [.dawn, .dusk]
            for (event, text) in zip(events, row.dropFirst(4)) {
                let minute = try #require(Self.minutes(text))
                #expect(Self.difference(sun, event, date, minute) <= 60, "\(event) at \(row)")
            }
        }
    }
}
