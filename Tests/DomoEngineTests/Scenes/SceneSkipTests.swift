import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// The records of skipped starts. It is 23:13:20 in Madrid at the beginning.
@Suite struct SceneSkipTests {
    private func house(_ text: String) throws -> HouseUnderTest {
        let site = try site("Europe/Madrid")
        return HouseUnderTest(
            HouseUnderTest.catalog(houses: [HouseUnderTest.casa], sites: [site], scenes: [("Noche", text)])
        )
    }

    private func scene(_ house: HouseUnderTest) throws -> SceneList.Scene {
        guard case .scenes(let list)? = try house.ask("scenes"), let scene = list.scenes.first else {
            throw Fault(.busy, "no list")
        }
        return scene
    }

    /// Whether the skipped start is restored after a restart of the daemon.
    private func isRemembered(_ house: HouseUnderTest) -> Bool {
        house.records.contains {
            guard case .scene(let record) = $0 else { return false }
            return record.outcome == .skipped
        }
    }

    @Test func lastRunIsKeptBesideSkippedStarts() throws {
        let house = try house("at 23:30\nonly if tue\nlog x")
        house.pass(.seconds(1000))
        #expect(try scene(house).last?.outcome == .done)
        #expect(try scene(house).skipped == nil)
        house.pass(.seconds(86_400))
        #expect(try scene(house).last?.outcome == .done)
        let skipped = try #require(try scene(house).skipped)
        #expect(skipped.message == "only if tue: it is wed 2023-11-15")
        #expect(skipped.by == .trigger("at 23:30") && skipped.outcome == .skipped && skipped.ended == skipped.started)
        #expect(try scene(house).last.map { $0.started < skipped.started } == true)
        #expect(!isRemembered(house))
        house.pass(.seconds(86_400))
        #expect(try scene(house).skipped?.message == "only if tue: it is thu 2023-11-16")
    }

    @Test func newRunClearsSkippedStarts() throws {
        let house = try house("at 23:30\nonly if tue\nlog x")
        house.pass(.seconds(1000 + 86_400))
        #expect(try scene(house).skipped != nil)
        try house.give("scene Noche")
        #expect(try scene(house).last?.outcome == .done)
        #expect(try scene(house).skipped == nil)
    }

    @Test func skippedStartIsTheLastRecordOfASceneThatNeverRan() throws {
        let house = try house("at 23:30\nonly if sat\nlog x")
        house.pass(.seconds(1000))
        #expect(try scene(house).last?.message == "only if sat: it is tue 2023-11-14")
        #expect(try scene(house).skipped == nil)
        #expect(isRemembered(house))
    }

    @Test func missedTimeIsASkip() throws {
        let house = try house("at 23:30\nlog x")
        try house.give("scene Noche")
        house.setClock(by: .seconds(2000), uptime: .seconds(2000))
        #expect(try scene(house).last?.outcome == .done)
        #expect(try scene(house).skipped?.message == "its time was missed (2023-11-14T23:30:00+01:00)")
    }

    @Test func startThatIsMadeUpForIsNotASkip() throws {
        let house = try house("every 1m\nlog x")
        house.setClock(by: .seconds(3 * 3600), uptime: .seconds(3 * 3600))
        #expect(try scene(house).last?.outcome == .done)
        #expect(try scene(house).skipped == nil)
    }

    @Test func startWhileItRunsIsASkip() throws {
        let house = try house("again: skip\nwait 1h")
        try house.give("scene Noche")
        house.pass(.seconds(10))
        try house.give("scene Noche")
        #expect(try scene(house).last?.outcome == nil)
        #expect(try scene(house).skipped?.message == "it is already running")
        house.pass(.seconds(3600))
        #expect(try scene(house).last?.outcome == .done)
        #expect(try scene(house).skipped?.message == "it is already running")
    }

    @Test func brokenLoopIsASkip() throws {
        let house = try house("when Buzzer changes\ntoggle Buzzer")
        try house.obey("set Buzzer on")
        while house.sent.count > house.answeredCount, house.sent.count < 100 { try house.answer() }
        let skipped = try #require(try scene(house).skipped)
        #expect(skipped.message == "it started itself more than 10 times in a minute: Noche → Noche")
        #expect(try scene(house).last?.outcome == .stopped)
    }

    @Test func nothingIsKeptOfAdHocScenes() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: []))
        try house.give("run S 'again: skip' 'wait 1h'")
        let second = try house.give("run S 'again: skip' 'wait 1h'")
        #expect(house.sceneReport(second)?.outcome == .skipped)
        #expect(house.engine.held["scene records"] == 0)
        #expect(!isRemembered(house))
    }
}
