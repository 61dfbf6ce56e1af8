import DomoCalendar
import DomoModel
import Testing

@Suite struct SunTests {
    @Test func tableIsComplete() {
        #expect(SunTable.rows.count == 187)
        #expect(SunTable.rows.allSatisfy { $0.times.count == 4 })
    }

    @Test(arguments: SunTable.rows)
    func sunMatchesTheTable(row: SunTable.Row) throws {
        let clock = try clock(row.zone)
        for (event, expected) in zip(SunEvent.allCases, row.times) {
            switch row.sun.time(of: event, on: row.date, clock) {
            case .at(let time):
                let difference = try #require(expected, "\(event)").milliseconds - time.milliseconds
                #expect(abs(difference) <= 10_000, "\(event) at \(time.text)")
            case .never: #expect(expected == nil, "\(event)")
            }
        }
    }

    @Test(arguments: [
        ("2026-06-21", SunTime.Reason.staysAbove, SunTime.Reason.staysAbove),
        ("2026-12-21", .staysBelow, nil),
        ("2026-03-20", nil, nil),
    ])
    func polarDaysHaveNoSunset(day: String, sunset: SunTime.Reason?, dusk: SunTime.Reason?) throws {
        let tromso = Sun(latitude: 69.6492, longitude: 18.9553)
        let clock = try clock("Europe/Oslo")
        let date = try date(day)
        #expect(tromso.time(of: .sunrise, on: date, clock).reason == sunset)
        #expect(tromso.time(of: .sunset, on: date, clock).reason == sunset)
        #expect(tromso.time(of: .dawn, on: date, clock).reason == dusk)
        #expect(tromso.time(of: .dusk, on: date, clock).reason == dusk)
    }

    @Test func atThePoleThereIsOneSunriseAYear() throws {
        let pole = Sun(latitude: 90, longitude: 0)
        let days = try (0..<365).map { try date("2024-01-01").adding(days: $0) }
        let sunrises = days.filter { pole.time(of: .sunrise, on: $0, LocalClock(UTC())).reason == nil }
        // At about 00:40 UTC, by an ephemeris of JPL.
        #expect(sunrises == [try date("2024-03-18")])
    }

    @Test func duskAfterMidnightBelongsToTheDayBefore() throws {
        let reykjavik = Sun(latitude: 64.1466, longitude: -21.9426)
        let clock = try clock("Atlantic/Reykjavik")
        let dusk = try #require(reykjavik.time(of: .dusk, on: date("2026-05-17"), clock).timestamp)
        #expect(clock.date(at: dusk) == (try date("2026-05-18")))
        #expect(clock.secondsOfDay(at: dusk) < 3600)
    }

    /// However far the clocks are from the sun, including the other side of the earth and skipped days.
    @Test(
        arguments: [
            ("UTC", 0.0), ("UTC", 180), ("UTC", -180), ("UTC", 174.76), ("UTC", 181), ("Pacific/Kiritimati", -157.4),
            ("Pacific/Apia", -171.75), ("Asia/Urumqi", 87.6), ("Europe/Madrid", -8.7),
        ]
    )
    func everyDateHasItsOwn(zone: String, longitude: Double) throws {
        let clock = try clock(zone)
        let sun = Sun(latitude: -13.8, longitude: longitude)
        let first = try date("2011-12-01")
        let dates = (0..<400).map { first.adding(days: $0) }.filter { clock.startOfDay($0) < clock.endOfDay($0) }
        let sunsets = try dates.map { try #require(sun.time(of: .sunset, on: $0, clock).timestamp) }
        for (sunset, next) in zip(sunsets, sunsets.dropFirst()) {
            #expect((86_100_000...86_700_000).contains(next.milliseconds - sunset.milliseconds))
        }
    }

    @Test(arguments: [60.4, 65.6, -60.4, -65.6, 60.6, 65.8, -60.6, -65.8])
    func sunRisesWhereItAlwaysDoes(latitude: Double) throws {
        let sun = Sun(latitude: latitude, longitude: 0)
        let first = try date("2026-01-01")
        for event in SunEvent.allCases where sun.alwaysHas(event) {
            for day in 0..<365 {
                #expect(sun.time(of: event, on: first.adding(days: day), LocalClock(UTC())).reason == nil)
            }
        }
        #expect(sun.alwaysHas(.sunrise) == (abs(latitude) < 65.7))
        #expect(sun.alwaysHas(.dusk) == (abs(latitude) < 60.5))
    }
}

extension SunTime {
    fileprivate var timestamp: Timestamp? {
        if case .at(let time) = self { time } else { nil }
    }

    fileprivate var reason: Reason? {
        if case .never(let reason) = self { reason } else { nil }
    }
}
