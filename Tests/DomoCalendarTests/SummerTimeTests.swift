import DomoModel
import Foundation
import Testing

@testable import DomoCalendar

@Suite struct SummerTimeTests {
    /// The days of 2026 on which summer time is in force at noon, UTC.
    @Test(arguments: [
        ("Europe/Madrid", 210), ("Europe/Berlin", 210), ("Europe/London", 210), ("Europe/Dublin", 210),
        ("America/New_York", 238), ("America/Santiago", 211), ("Australia/Sydney", 183), ("Asia/Kolkata", 0),
        ("America/Sao_Paulo", 0), ("Europe/Istanbul", 0), ("UTC", 0),
    ])
    func summerTimeHasTheDaysOfTheZonesRule(name: String, days: Int) throws {
        let clock = try clock(name)
        let start = try time("2026-01-01T12:00:00Z").milliseconds
        let counted = (0..<365).count { clock.isSummerTime(at: Timestamp(milliseconds: start + $0 * 86_400_000)) }
        #expect(counted == days)
    }

    /// Foundation has its own database and code. Each hour of the days of four years.
    @Test(arguments: [
        "Europe/Madrid", "Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Athens", "Atlantic/Azores",
        "America/New_York", "America/Los_Angeles", "America/Sao_Paulo", "Australia/Sydney", "Australia/Lord_Howe",
        "Pacific/Auckland", "Asia/Jerusalem", "Asia/Kolkata", "Asia/Tokyo", "Europe/Istanbul", "Europe/Moscow",
    ])
    func foundationHasTheSameSummerTime(name: String) throws {
        let (clock, theirs) = (try clock(name), try #require(TimeZone(identifier: name)))
        for year in [2015, 2018, 2025, 2026] {
            let start = try time("\(year)-01-01T00:30:00Z").milliseconds
            for hour in 0..<365 * 24 {
                let moment = Timestamp(milliseconds: start + Int64(hour) * 3_600_000)
                let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
                guard clock.isSummerTime(at: moment) != theirs.isDaylightSavingTime(for: date) else { continue }
                Issue.record("\(name), \(moment.rfc3339)")
                break
            }
        }
    }
}
