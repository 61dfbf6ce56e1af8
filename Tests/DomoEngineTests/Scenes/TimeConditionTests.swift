import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Conditions on time alone, and what can be predicted with them.
@Suite struct TimeConditionTests {
    private func scene(_ text: String, _ site: Catalog.Site) throws -> SceneBook.Entry {
        let (script, mistakes) = ScriptParser.parse(text)
        try #require(mistakes.isEmpty)
        return SceneBook.Entry(name: "Noche", file: "Noche.domo", script: script, site: site)
    }

    private func page(_ text: String, _ site: Catalog.Site, _ from: String, _ until: String) throws -> CalendarPage {
        CalendarPage([try scene(text, site)], from: try time(from), until: try time(until), maxEntries: 500)
    }

    // MARK: - The calendar

    @Test func calendarLeavesOutStartsPreventedByTimeConditions() throws {
        let madrid = try site("Europe/Madrid")
        let text = "at 10:00, 22:30\nonly if sat\nonly if between 22:00 and 07:00\nlog x"
        let page = try page(text, madrid, "2026-11-15T00:00:00Z", "2026-11-30T00:00:00Z")
        #expect(page.entries.map(\.local) == ["2026-11-21T22:30:00+01:00", "2026-11-28T22:30:00+01:00"])
        #expect(page.entries.allSatisfy { $0.note == nil })
    }

    @Test(arguments: [("2026-11-21T21:30:00Z", 0), ("2026-11-21T21:30:01Z", 1)])
    func calendarEndsBeforeItsEnd(until: String, count: Int) throws {
        let page = try page("at 22:30\nonly if sat\nlog x", try site("Europe/Madrid"), "2026-11-15T00:00:00Z", until)
        #expect(page.entries.count == count)
    }

    @Test func calendarUsesTheHolidaysOfTheHouse() throws {
        let epiphany = Holidays(yearly: [Holidays.Yearly(month: 1, day: 6)])
        let madrid = try site("Europe/Madrid", holidays: epiphany)
        let text = "at 10:00\nonly if holidays\nlog x"
        let page = try page(text, madrid, "2026-11-15T00:00:00Z", "2027-03-01T00:00:00Z")
        #expect(page.entries.map(\.local) == ["2027-01-06T10:00:00+01:00"])
    }

    @Test func calendarShowsConditionsOnReadings() throws {
        let text = "at 02:30\nonly if HomeSecurity on\nonly if sun\nonly if GeneralLight off for 1m\nlog x"
        let page = try page(text, try site("Europe/Madrid"), "2026-03-22T00:00:00Z", "2026-03-31T00:00:00Z")
        let readings = "only if HomeSecurity on; only if GeneralLight off for 1m"
        #expect(
            page.entries.map(\.note) == [
                readings, "02:30 does not exist on this day: the clocks are set forward; \(readings)",
            ]
        )
    }

    @Test(arguments: ["HomeSecurity on", "between 10:00 and 22:00"])
    func dayWithoutSunsetIsListedOnlyOnMatchingDays(condition: String) throws {
        let tromso = try site("Europe/Oslo", sun: .tromso)
        let text = "at sunset\nonly if sat\nonly if \(condition)\nlog x"
        let page = try page(text, tromso, "2026-06-15T00:00:00Z", "2026-06-29T00:00:00Z")
        #expect(page.entries.map(\.local) == ["2026-06-20", "2026-06-27"])
        #expect(page.entries.allSatisfy { $0.note == "no sunset today" })
    }

    @Test func withoutTheSunNothingIsBetweenItsTimes() throws {
        let text = "at 23:30\nonly if between sunset and sunrise\nlog x"
        let (from, until) = ("2026-11-15T00:00:00Z", "2026-11-18T00:00:00Z")
        #expect(try page(text, try site("Europe/Madrid"), from, until).entries.isEmpty)
        #expect(try page(text, try site("Europe/Madrid", sun: .madrid), from, until).entries.count == 3)
    }

    // MARK: - Looking ahead

    /// Skipping impossible times finds the same as checking each time.
    @Test(arguments: [
        "only if between 22:00 and 07:00", "only if between 07:20 and 07:22", "only if between 02:15 and 02:45",
        "only if between sunset+4h and sunrise", "only if between 12:00 and sunset-9h", "only if 03-29 sun",
        "only if mon-fri except 03-30", "only if sat\nonly if between 23:00 and 01:00",
        "only if between dusk and dawn+12h", "only if between 22:00 and 06:00\nonly if between 05:00 and 23:00",
    ])
    func nothingIsOmitted(conditions: String) throws {
        for site in [try site("Europe/Madrid", sun: .madrid), try site("Europe/Oslo", sun: .tromso)] {
            let trigger = Trigger(.every(.seconds(21 * 60)))
            let scene = try scene("every 21m\n\(conditions)\nlog x", site)
            let (from, until) = (try time("2026-03-24T12:00:00Z"), try time("2026-04-05T12:00:00Z"))
            let tests = scene.script.conditions.compactMap(TimeCondition.init)
            let all = CalendarPage([("Noche", [trigger], site)], from: from, until: until, maxEntries: .max).entries
            let expected = all.compactMap(\.time).filter { moment in
                tests.allSatisfy { if case .holds = $0.truth(at: moment, site: site) { true } else { false } }
            }
            #expect(!expected.isEmpty && expected.count < all.count)
            let page = CalendarPage([scene], from: from, until: until, maxEntries: .max)
            #expect(page.entries.compactMap(\.time) == expected)
        }
    }

    @Test func nothingIsFoundAtTheEndItself() throws {
        let site = try site("Europe/Madrid")
        let occurrences = Occurrences(try .at("22:30"), site: site)
        let conditions = TimeConditions([TimeCondition](), site: site)
        let (from, moment) = (try time("2026-11-21T12:00:00Z"), try time("2026-11-21T21:30:00Z"))
        #expect(conditions.first(of: occurrences, after: from, until: moment) == .none)
        let later = Timestamp(milliseconds: moment.milliseconds + 1)
        #expect(conditions.first(of: occurrences, after: from, until: later) == .found(Occurrence(moment: moment)))
    }

    @Test func impossibleDaysAreSkippedInOneStep() throws {
        let site = try site("Europe/Madrid")
        let occurrences = Occurrences(Trigger(.every(.seconds(1))), site: site)
        func search(_ text: String, maxChecks checks: Int) throws -> TimeConditions.Search {
            let conditions = TimeConditions(try scene("every 1s\n\(text)\nlog x", site).script.conditions, site: site)
            let (from, until) = (try time("2026-12-25T12:00:00Z"), try time("2027-12-26T00:00:00Z"))
            return conditions.first(of: occurrences, after: from, until: until, maxChecks: checks)
        }
        let christmas = try time("2027-12-23T23:00:00Z")
        #expect(try search("only if 12-24", maxChecks: 366) == .found(Occurrence(moment: christmas)))
        #expect(try search("only if 12-24", maxChecks: 300) == .givenUp)
        #expect(try search("only if 12-24 except 12-24", maxChecks: 400) == .none)
        let evening = try time("2026-12-25T22:00:00Z")
        #expect(try search("only if between 23:00 and 23:01", maxChecks: 2) == .found(Occurrence(moment: evening)))
    }

    // MARK: - Bounds

    @Test(arguments: ["every 1h\nonly if 12-24\nlog x", "at 10:00\nonly if 12-24 01-06\nlog x", "at sunset\nlog x"])
    func longPageEndsEarlyAndTheNextContinues(text: String) throws {
        let scene = try scene(text, try site("Europe/Madrid"))
        let (start, until) = (try time("2026-01-10T12:00:00Z"), try time("2027-01-20T00:00:00Z"))
        let whole = CalendarPage([scene], from: start, until: until, maxEntries: 500)
        var entries: [CalendarPage.Entry] = []
        var from = start
        var pages = 0
        while pages < 1000 {
            pages += 1
            let page = CalendarPage([scene], from: from, until: until, maxEntries: 500, checks: 20)
            entries += page.entries
            guard let next = page.next else { break }
            #expect(next > from)
            from = next
        }
        #expect(!entries.isEmpty && entries == whole.entries)
        #expect((5..<1000).contains(pages))
    }

    @Test func listOfManyScenesTakesABoundedTime() throws {
        let scenes = (0..<100).map { (name: "S\($0)", text: "at 10:00\nonly if 11-01\nlog x") }
        let house = HouseUnderTest(
            HouseUnderTest.catalog(houses: [HouseUnderTest.casa], sites: [try site("UTC")], scenes: scenes)
        )
        // 352 days are searched for each.
        let scene = try #require(house.engine.scenes.loaded.book[key: "s0"])
        let plan = ScenePlan(house.engine.houses, at: house.now.wall)
        var schedule = Schedule()
        schedule.load(plan.times, at: house.now)
        var checks = 1000
        let listed = ListedScene(scene: scene, step: nil, last: nil, skipped: nil)
        let nexts = (0..<4).map { _ in listed.view(schedule, checks: &checks, at: house.now).next }
        #expect(nexts.map { $0 != nil } == [true, true, false, false])
        #expect(checks == 0)
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        #expect(list.scenes.count { $0.next != nil } == 100)
    }

    // MARK: - The next time of a scene

    @Test(arguments: [
        ("at 07:00\nonly if sat", "2023-11-18T07:00:00+01:00"),
        ("at 07:00, 22:30\nonly if between 22:00 and 23:00", "2023-11-15T22:30:00+01:00"),
        ("at 07:00\nonly if 08-15", "2024-08-15T07:00:00+02:00"), ("at 07:00\nonly if 2025-08-15", nil),
        ("at 07:00\nonly if between 22:00 and 23:00", nil),
        ("at 07:00\nonly if Buzzer on", "2023-11-15T07:00:00+01:00"),
        // Without a time condition it may be far away.
        ("at 07:00 2025-08-15\nonly if Buzzer on", "2025-08-15T07:00:00+02:00"),
    ])
    func nextTimeIsOneAtWhichTheConditionsHold(text: String, local: String?) throws {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [HouseUnderTest.casa],
                sites: [try site("Europe/Madrid")],
                scenes: [("Noche", "\(text)\nlog x")]
            )
        )
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        #expect(list.scenes.map(\.local) == [local])
    }
}
