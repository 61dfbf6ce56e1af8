import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Times that pass while no daemon runs. The next run begins at 23:13:20 in Madrid.
struct MissedTimeTests {
    private static let beginning = Timestamp(milliseconds: 1_700_000_000_000)
    private static let hour = 3600

    /// - Parameter alive: until when the previous run was running, in seconds from the beginning.
    private func house(_ text: String, alive: Int?, scenes: [SceneRecord] = []) throws -> HouseUnderTest {
        let zone = try #require(SystemTimeZone("Europe/Madrid"))
        let house = HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [HouseUnderTest.casa],
                sites: [Catalog.Site(clock: LocalClock(zone))],
                scenes: [("Noche", text)]
            )
        )
        house.feed(.remembered(Memory(scenes: scenes, alive: alive.map { Self.beginning + .seconds($0) })))
        return house
    }

    private func run(by: Cause, started: Int) -> SceneRecord {
        SceneRecord(
            scene: "Noche",
            by: by,
            started: Self.beginning + .seconds(started),
            ended: Self.beginning + .seconds(started + 1),
            outcome: .done
        )
    }

    private func seconds(to time: Timestamp) -> Int {
        Int((time - Self.beginning).nanoseconds / 1_000_000_000)
    }

    private func starts(_ house: HouseUnderTest) -> [Int] {
        house.events.filter { $0.progress == .begins }.map { seconds(to: $0.time) }
    }

    private func skipped(_ house: HouseUnderTest) -> [String] {
        house.events.filter { $0.progress == .skipped }.compactMap(\.message)
    }

    /// The stored heartbeats, in seconds from the beginning.
    private func heartbeats(_ house: HouseUnderTest) -> [Int] {
        house.records.compactMap {
            guard case .alive(let time) = $0 else { return nil }
            return seconds(to: time)
        }
    }

    // MARK: - Made up for

    @Test func timeOfTheLastMinutesRunsOnce() throws {
        let house = try house("at 23:09\nlog x", alive: -3600)
        #expect(starts(house) == [0])
        #expect(skipped(house).isEmpty)
        house.pass(.seconds(Self.hour))
        #expect(starts(house) == [0])
        house.pass(.seconds(24 * Self.hour))
        #expect(starts(house).count == 2)
    }

    @Test func olderTimeIsReportedAndSkipped() throws {
        let house = try house("at 23:08\nlog x", alive: -3600)
        #expect(starts(house).isEmpty)
        #expect(skipped(house) == ["its time was missed (2023-11-14T23:08:00+01:00)"])
    }

    @Test func frequentTimeRunsOnce() throws {
        let house = try house("every 1m\nlog x", alive: -3 * Self.hour)
        #expect(starts(house) == [0])
        #expect(skipped(house).count == 1)
        house.pass(.seconds(60))
        #expect(starts(house) == [0, 40])
    }

    @Test func timeOfThePreviousRunIsNotRepeated() throws {
        let house = try house("at 23:12\nlog x", alive: -60)
        #expect(starts(house).isEmpty && skipped(house).isEmpty)
    }

    @Test func withoutAMemoryNothingIsMadeUpFor() throws {
        let house = try house("at 23:12\nlog x", alive: nil)
        #expect(starts(house).isEmpty && skipped(house).isEmpty)
    }

    @Test func missedTimesRunBeforeStartTriggers() throws {
        let house = try house("at 23:12\nat start\nagain: queue\nlog x", alive: -100)
        #expect(
            house.events.filter { $0.progress == .begins }.compactMap(\.by) == [
                .trigger("at 23:12"), .trigger("at start"),
            ]
        )
    }

    @Test(arguments: [("at 23:12", -79, 0), ("at 23:12", -81, 1), ("at 23:11", -79, 1), ("ana", -79, 1)])
    func timeInTheScenesRecordIsDone(by: String, started: Int, expected: Int) throws {
        let house = try house("at 23:12\nlog x", alive: -3600, scenes: [run(by: Cause(written: by), started: started)])
        #expect(starts(house).count == expected)
    }

    @Test func loadChangesNothing() throws {
        let house = try house("at 23:12\nlog x", alive: -3600)
        house.feed(.load(house.engine.houses.loaded, ids: []))
        house.feed(.remembered(Memory(alive: Self.beginning + .seconds(-3600))))
        #expect(starts(house) == [0])
    }

    @Test func timeBetweenLoadAndMemoryRunsOnce() throws {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(houses: [HouseUnderTest.casa], scenes: [("Noche", "at 22:13:21\nlog x")])
        )
        house.pass(.seconds(1))
        house.feed(.remembered(Memory(alive: Self.beginning + .seconds(-3 * Self.hour))))
        #expect(starts(house) == [1])
        #expect(skipped(house).isEmpty)
    }

    // MARK: - A clock that is set back, or begins in the past

    @Test func clockSetBackRepeatsNoTimeOfThePreviousRun() throws {
        let house = try house("at 23:12\nlog x", alive: -10)
        house.setClock(by: .seconds(-600))
        house.pass(.seconds(Self.hour))
        #expect(starts(house).isEmpty)
    }

    @Test func clockThatStartsSlightlyInThePastRepeatsNoTime() throws {
        let house = try house("at 23:15\nlog x", alive: 600)
        house.pass(.seconds(Self.hour))
        #expect(starts(house).isEmpty && skipped(house).isEmpty)
    }

    @Test(arguments: [(2 * Self.hour, false), (2 * Self.hour + 100, true)])
    func clockThatStartsFarInThePastAndIsSetRepeatsNoTime(alive: Int, hasBeen: Bool) throws {
        // Two hours and 100 seconds after the beginning it is 01:15.
        let house = try house("at 01:15\nlog x", alive: alive)
        house.pass(.seconds(30))
        house.setClock(by: .seconds(2 * Self.hour + 170))
        #expect(starts(house) == (hasBeen ? [] : [2 * Self.hour + 200]))
        #expect(skipped(house).isEmpty)
    }

    @Test func timeOfAClockInThePastIsNotStored() throws {
        let house = try house("at 23:30\nlog x", alive: 2 * Self.hour)
        house.pass(.seconds(300))
        house.feed(.stop)
        #expect(heartbeats(house).isEmpty)
    }

    @Test func clockThatStaysInThePastForAnHourIsRight() throws {
        let house = try house("at 12:00\nlog x", alive: 48 * Self.hour)
        house.pass(.seconds(Self.hour + 60))
        #expect(heartbeats(house).count == 2)
    }

    // MARK: - Heartbeats

    @Test func heartbeatIsStoredEveryMinuteAndAtTheEnd() throws {
        let house = try house("at 12:00\nlog x", alive: nil)
        house.pass(.seconds(150))
        house.feed(.stop)
        house.feed(.giveUp)
        #expect(heartbeats(house) == [0, 60, 120, 150])
    }

    @Test func heartbeatIsStoredWhenATimeComes() throws {
        let house = try house("at 23:14\nonly if Buzzer on\nlog x", alive: nil)
        house.pass(.seconds(40))
        #expect(skipped(house).count == 1)
        #expect(heartbeats(house) == [0, 40])
    }

    /// The next run continues from there, whatever its clock shows.
    @Test(arguments: [(-1200, 400), (-3700, -3200)])
    func heartbeatCoversTimesDoneBeforeTheClockWasSetBack(step: Int, mark: Int) throws {
        let house = try house("at 23:20\nlog x", alive: 0)
        house.pass(.seconds(500))
        #expect(starts(house) == [400])
        house.setClock(by: .seconds(step))
        house.feed(.stop)
        #expect(heartbeats(house).last == mark)
    }

    @Test func timeDuringTheStopIsLeftToTheNextRun() throws {
        let house = try house("at 23:14\nlog x", alive: nil)
        try house.give("set Buzzer on")
        house.pass(.seconds(35))
        house.feed(.stop)
        house.pass(.seconds(10))
        house.feed(.giveUp)
        #expect(starts(house).isEmpty)
        #expect(heartbeats(house).last == 35)
    }

    @Test func withoutTimesOnlyTheLastHeartbeatIsStored() throws {
        let house = try house("log x", alive: nil)
        house.pass(.seconds(300))
        #expect(heartbeats(house).isEmpty)
        house.feed(.stop)
        #expect(heartbeats(house) == [300])
    }

    @Test func noHeartbeatIsStoredBeforeThePreviousRunIsKnown() throws {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(houses: [HouseUnderTest.casa], scenes: [("Noche", "at 22:14\nlog x")])
        )
        house.pass(.seconds(120))
        house.feed(.stop)
        #expect(heartbeats(house).isEmpty)
    }
}
