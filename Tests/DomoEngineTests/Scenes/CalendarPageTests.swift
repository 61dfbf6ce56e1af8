import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

@Suite struct CalendarPageTests {
    private typealias Scenes = [(name: String, triggers: [Trigger], site: Catalog.Site)]

    private func page(_ scenes: Scenes, _ from: String, _ until: String, maxEntries: Int = 500) throws -> CalendarPage {
        CalendarPage(scenes, from: try time(from), until: try time(until), maxEntries: maxEntries)
    }

    /// What one reads who asks again and again, and whether no page but a torn moment's is too long.
    private func paged(
        _ scenes: Scenes,
        _ from: String,
        _ until: String,
        maxEntries: Int
    ) throws -> [CalendarPage.Entry] {
        var page = try page(scenes, from, until, maxEntries: maxEntries)
        var entries = page.entries
        while let next = page.next {
            #expect(!page.entries.isEmpty)
            #expect(page.entries.count <= maxEntries || Set(page.entries.map(\.time)).count == 1)
            page = CalendarPage(scenes, from: next, until: try time(until), maxEntries: maxEntries)
            entries += page.entries
        }
        return entries
    }

    @Test func scenesAreMergedInTheOrderOfTime() throws {
        let (madrid, utc) = (try site("Europe/Madrid"), try site("UTC"))
        let scenes: Scenes = [
            ("Noche", [try .at("23:30"), try .at("09:00")], madrid),
            ("Alba", [try .at("08:00"), Trigger(.start)], utc),
            ("Uno", [try .at("08:00")], utc),
        ]
        let page = try page(scenes, "2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z")
        #expect(page.next == nil)
        #expect(page.from == (try time("2026-11-21T08:00:00Z")))
        #expect(page.until == (try time("2026-11-22T08:00:00Z")))
        #expect(
            page.entries.map { "\($0.local) \($0.scene)" } == [
                "2026-11-21T08:00:00+00:00 Alba", "2026-11-21T09:00:00+01:00 Noche", "2026-11-21T08:00:00+00:00 Uno",
                "2026-11-21T23:30:00+01:00 Noche",
            ]
        )
        #expect(page.entries.map(\.time?.text).last == "2026-11-21T22:30:00Z")
    }

    @Test(arguments: ["02:30", "02:10", "02:09"]) func aTimeThatDoesNotExistIsNoted(at: String) throws {
        let scenes: Scenes = [("Noche", [try .at(at)], try site("Europe/Madrid"))]
        let page = try page(scenes, "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z")
        #expect(page.entries.map(\.local) == ["2026-03-29T03:00:00+02:00"])
        #expect(page.entries.map(\.note) == ["\(at) does not exist on this day: the clocks are set forward"])
    }

    @Test func aDayWithoutSunsetIsTold() throws {
        let tromso = try site("Europe/Oslo", sun: .tromso)
        let saturdays = Days([.weekdays(.saturday, .saturday)])
        let scenes: Scenes = [("Sol", [.at(.sunset, saturdays)], tromso), ("Noche", [try .at("23:30")], tromso)]
        // Asked in the afternoon of a Saturday.
        let page = try page(scenes, "2026-06-20T14:00:00Z", "2026-06-27T21:00:00Z")
        let missing = page.entries.filter { $0.scene == "Sol" }
        #expect(missing.map(\.time) == [nil])
        #expect(missing.map(\.local) == ["2026-06-20"])
        #expect(missing.map(\.note) == ["no sunset today"])
        // At the end of its day.
        #expect(page.entries.prefix(3).map(\.scene) == ["Noche", "Sol", "Noche"])
    }

    @Test func withoutAPlaceEveryDayIsWithoutSunset() throws {
        let scenes: Scenes = [("Sol", [.at(.sunset)], try site("Europe/Madrid"))]
        let page = try page(scenes, "2026-06-20T14:00:00Z", "2026-06-22T14:00:00Z")
        #expect(page.entries.map(\.local) == ["2026-06-20", "2026-06-21"])
        #expect(page.entries.allSatisfy { $0.note == "no sunset: the location of the house is unknown" })
    }

    @Test(arguments: [1, 2, 3, 7, 20, 100, 1000])
    func pagesTellNothingTwiceAndLeaveOutNothing(maxEntries: Int) throws {
        let tromso = try site("Europe/Oslo", sun: .tromso)
        let madrid = try site("Europe/Madrid", sun: .madrid)
        let scenes: Scenes = [
            ("B", [Trigger(.every(.seconds(3600))), Trigger(.every(.seconds(7200)))], madrid),
            ("A", [Trigger(.every(.seconds(3600))), try .at("23:00")], madrid),
            // Its event of tomorrow comes before the end of today, which may have none.
            ("C", [.at(.sunrise, offset: .seconds(-43_200)), .at(.sunset, offset: .seconds(43_200))], tromso),
            ("D", [.at(.dusk)], madrid),
        ]
        let (from, until) = ("2026-05-10T00:00:00Z", "2026-05-24T00:00:00Z")
        let all = try page(scenes, from, until, maxEntries: .max).entries
        #expect(try paged(scenes, from, until, maxEntries: maxEntries) == all)
        let hours = 14 * 24
        #expect(all.filter { $0.scene == "B" }.count == hours + hours / 2)
        #expect(all.filter { $0.scene == "A" }.count == hours + 14)
        #expect(all.filter { $0.scene == "C" && $0.note == "no sunrise today" }.count > 3)
        // A night begins and ends in each of its days.
        #expect(Set(all.filter { $0.scene == "C" }.map { "\($0.time?.text ?? $0.local) \($0.note ?? "")" }).count > 20)
    }

    @Test(arguments: ["Pacific/Auckland", "UTC", "America/New_York"])
    func theCalendarEndsWithTheYear9999(zone: String) throws {
        let site = try site(zone, sun: .madrid)
        let scenes: Scenes = [("Noche", [try .at("23:30"), Trigger(.every(.seconds(3600))), .at(.sunset)], site)]
        let from = try time("9999-12-30T12:00:00Z")
        let page = CalendarPage(scenes, from: from, until: from + .seconds(7 * 86_400), maxEntries: 500)
        #expect(page.next == nil)
        #expect(page.until <= Timestamp.calendar.upperBound)
        #expect(page.entries.allSatisfy { $0.local.hasPrefix("9999-12-3") })
        #expect(page.entries.count(where: { $0.local.hasPrefix("9999-12-31") }) >= 19)
        #expect(Set(page.entries.map { "\($0.local) \($0.trigger)" }).count == page.entries.count)
        let last = Timestamp.calendar.upperBound
        let empty = CalendarPage(scenes, from: last, until: last + .seconds(86_400), maxEntries: 500)
        #expect(empty.entries.isEmpty)
        #expect(empty.until == last)
    }

    @Test func whatFallsInOneMomentStaysTogether() throws {
        let utc = try site("UTC")
        let scenes: Scenes = try (0..<5).map { (name: "Scene \($0)", triggers: [try .at("12:00")], site: utc) }
        let page = try page(scenes, "2026-11-21T00:00:00Z", "2026-11-23T00:00:00Z", maxEntries: 3)
        #expect(page.entries.map(\.scene) == ["Scene 0", "Scene 1", "Scene 2", "Scene 3", "Scene 4"])
        #expect(page.next == (try time("2026-11-22T12:00:00Z")))
    }
}
