import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Times that start scenes, while clocks stand still, sleep and are set. It is 23:13:20 in Madrid at the beginning.
struct TimeTriggerTests {
    private func house(_ text: String) throws -> HouseUnderTest {
        let zone = try #require(SystemTimeZone("Europe/Madrid"))
        let site = Catalog.Site(clock: LocalClock(zone))
        return HouseUnderTest(
            HouseUnderTest.catalog(houses: [HouseUnderTest.casa], sites: [site], scenes: [("Noche", text)])
        )
    }

    /// When it began, in seconds after the beginning by the wall clock.
    private func starts(_ house: HouseUnderTest) -> [Int] {
        house.events.filter { $0.progress == .begins }.map {
            Int(($0.time.milliseconds - 1_700_000_000_000) / 1000)
        }
    }

    private func skipped(_ house: HouseUnderTest) -> [String] {
        house.events.filter { $0.progress == .skipped }.compactMap(\.message)
    }

    /// Seconds until 23:30.
    private let due = 1000
    private let day = 86_400

    @Test func timeComesEveryDay() throws {
        let house = try house("at 23:30\nlog x")
        house.pass(.milliseconds(999_999))
        #expect(starts(house).isEmpty)
        house.pass(.milliseconds(1))
        #expect(starts(house) == [due])
        house.pass(.seconds(2 * day))
        #expect(starts(house) == [due, due + day, due + 2 * day])
        #expect(house.events.first { $0.progress == .begins }?.by == .trigger("at 23:30"))
    }

    @Test func ordersOfAScheduledSceneHaveThatOrigin() throws {
        let house = try house("at 23:30\nset Buzzer off")
        house.pass(.seconds(due))
        try house.answer()
        #expect(house.record(1)?.origin == .schedule)
        #expect(house.record(1)?.by == .scene("Noche"))
    }

    @Test func everyCountsFromMidnight() throws {
        let house = try house("every 20m\nlog x")
        house.pass(.seconds(3600))
        // 23:20, 23:40, 0:00
        #expect(starts(house) == [400, 1600, 2800])
    }

    @Test func nextTimeIsShown() throws {
        let house = try house("at 07:00 mon-fri\nat 23:30 sat\nlog x")
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        #expect(list.scenes.first?.local == "2023-11-15T07:00:00+01:00")
        #expect(list.scenes.first?.triggers == ["at 07:00 mon-fri", "at 23:30 sat"])
    }

    // MARK: - Sleep, and clocks that are set

    @Test func timesMissedByALittleAreMadeUpForOnce() throws {
        let house = try house("at 23:30, 23:31\nlog x")
        house.setClock(by: .seconds(due + 299), uptime: .seconds(due + 299))
        #expect(starts(house) == [due + 299])
        #expect(skipped(house).isEmpty)
        house.pass(.seconds(3600))
        #expect(starts(house).count == 1)
    }

    @Test func simultaneousTimesAreOneStart() throws {
        let house = try house("at 23:30, 23:30\nat 23:30 mon-sun\nagain: queue\nlog x")
        house.pass(.seconds(3600))
        #expect(starts(house) == [due])
    }

    @Test func timeMissedByMuchIsReportedAndSkipped() throws {
        let house = try house("at 23:30\nlog x")
        house.setClock(by: .seconds(due + 301), uptime: .seconds(due + 301))
        #expect(starts(house).isEmpty)
        #expect(skipped(house) == ["its time was missed (2023-11-14T23:30:00+01:00)"])
        house.pass(.seconds(day))
        #expect(starts(house) == [due + day])
    }

    @Test func frequentTimeIsMadeUpForOnce() throws {
        let house = try house("every 1m\nlog x")
        house.setClock(by: .seconds(3 * 3600), uptime: .seconds(3 * 3600))
        #expect(starts(house) == [3 * 3600])
        #expect(skipped(house).count == 1)
        house.pass(.seconds(60))
        #expect(starts(house).count == 2)
    }

    @Test func clockSetForwardIsASleep() throws {
        let house = try house("at 23:30\nlog x")
        house.setClock(by: .seconds(due + 10))
        #expect(starts(house) == [due + 10])
    }

    @Test func clockSetBackALittleRepeatsNoTime() throws {
        let house = try house("at 23:30\nlog x")
        house.pass(.seconds(due))
        house.setClock(by: .seconds(-600))
        house.pass(.seconds(3600))
        #expect(starts(house) == [due])
        house.pass(.seconds(day))
        #expect(starts(house).count == 2)
    }

    @Test func clockSetBackByDaysRepeatsTheirTimes() throws {
        let house = try house("at 23:30\nlog x")
        house.pass(.seconds(due))
        house.setClock(by: .seconds(-10 * day))
        house.pass(.seconds(day))
        #expect(starts(house) == [due, due - 9 * day])
    }

    /// Half of what it was set back passed meanwhile.
    @Test func clockSetBackDuringASleepBringsTheTimeAgain() throws {
        let house = try house("at 23:30\nlog x")
        house.pass(.seconds(due))
        house.setClock(by: .seconds(-5400), uptime: .seconds(5400))
        house.pass(.seconds(6000))
        #expect(starts(house) == [due, due])
    }

    @Test func clockSetForwardBringsTheTimeEarlier() throws {
        let house = try house("at 23:30\nlog x")
        house.setClock(by: .seconds(500))
        house.pass(.seconds(499))
        #expect(starts(house).isEmpty)
        house.pass(.seconds(1))
        #expect(starts(house) == [due])
    }

    @Test func timeInManyHundredYearsIsWaitedFor() throws {
        let house = try house("at 12:00 2926-12-24\nlog x")
        house.pass(.seconds(3 * day))
        #expect(starts(house).isEmpty)
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        #expect(list.scenes.first?.local == "2926-12-24T12:00:00+01:00")
    }

    // MARK: - Loads

    @Test func loadRepeatsNoTime() throws {
        let house = try house("at 23:30\nlog x")
        house.pass(.seconds(due))
        house.feed(.load(house.engine.houses.loaded, ids: []))
        house.pass(.seconds(60))
        #expect(starts(house) == [due])
    }

    @Test func loadAfterTheClockWasSetBackRepeatsNoTime() throws {
        let house = try house("at 23:30\nlog x")
        house.pass(.seconds(due))
        house.setClock(by: .seconds(-600))
        house.feed(.load(house.engine.houses.loaded, ids: []))
        house.pass(.seconds(3600))
        #expect(starts(house) == [due])
    }

    @Test func conditionsMayBeTimes() throws {
        let house = try house("at 23:30\nonly if between 22:00 and 06:00\nonly if tue\nlog x")
        house.pass(.seconds(due + day))
        #expect(starts(house) == [due])
        #expect(skipped(house) == ["only if tue: it is wed 2023-11-15"])
    }

    // MARK: - The calendar

    @Test func calendarListsWhatWouldRun() throws {
        let house = try house("at 23:30\nat 12:00 sat\nset Louver down")
        guard case .calendar(let page)? = try house.ask("calendar --from 2023-11-17 --for 3d") else {
            throw Fault(.busy, "no calendar")
        }
        #expect(
            page.entries.map(\.local) == [
                "2023-11-17T23:30:00+01:00", "2023-11-18T12:00:00+01:00", "2023-11-18T23:30:00+01:00",
                "2023-11-19T23:30:00+01:00",
            ]
        )
        #expect(page.entries.map(\.trigger) == ["at 23:30", "at 12:00 sat", "at 23:30", "at 23:30"])
        guard case .calendar(let salon)? = try house.ask("calendar Salon"),
            case .calendar(let cocina)? = try house.ask("calendar Cocina"),
            case .calendar(let scene)? = try house.ask("calendar noche --for 1d")
        else { throw Fault(.busy, "no calendar") }
        #expect(salon.entries.count == 8)
        #expect(cocina.entries.isEmpty)
        #expect(scene.entries.count == 1)
        #expect(house.fault(try house.give("calendar Nocha"))?.code == .unknownScene)
        #expect(house.fault(try house.give("calendar Saloon"))?.code == .unknownPlace)
    }
}
