import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// The steps of a scene, one kind after the other.
struct SceneStepTests {
    private func house(_ text: String, others: [(name: String, text: String)] = []) -> HouseUnderTest {
        HouseUnderTest(HouseUnderTest.catalog(scenes: [("Noche", text)] + others))
    }

    private func progress(_ house: HouseUnderTest) -> [String] {
        house.events.filter { $0.kind == .scene }.map { event in
            [event.progress?.rawValue, event.line.map(String.init)].compactMap { $0 }.joined(separator: " ")
        }
    }

    // MARK: - Whole places

    @Test func stepForAPlaceOrdersItsDevices() throws {
        let house = house("off Salon\nset Cocina 40 --all\nset Salon down --all\nset Torre/Bell on")
        let id = try house.give("scene Noche")
        // It is not waited for.
        #expect(house.signals == ["Dimmer=off", "Luz=off", "Level=40", "Louver=down", "Bell=on"])
        try house.answerAll()
        let report = try #require(house.sceneReport(id))
        #expect(report.outcome == .done)
        #expect(
            report.steps.map { $0.note ?? "" } == [
                "2 orders given; their outcomes are not awaited", "1 order given; its outcome is not awaited",
                "1 order given; its outcome is not awaited", "",
            ]
        )
        #expect(house.record(1)?.origin == .scene && house.record(1)?.by.label == "scene Noche")
        house.expectNothingIsHeld()
    }

    @Test func stepForAPlaceWithoutSuchDevicesFails() throws {
        let house = house("set Torre up --all\nset Gong on")
        let id = try house.give("scene Noche")
        try house.answerAll()
        #expect(house.sceneReport(id)?.steps.map(\.error?.code) == [.refusedValue, nil])
    }

    // MARK: - Waiting

    @Test func waitHoldsTheNextStepBack() throws {
        let house = house("set Louver down\nwait 30s\nset Buzzer off")
        let id = try house.give("scene Noche")
        try house.answer()
        house.pass(.milliseconds(29_999))
        #expect(house.signals == ["Louver=down"])
        house.pass(.milliseconds(1))
        #expect(house.signals == ["Louver=down", "Buzzer=off"])
        try house.answer()
        #expect(house.sceneReport(id)?.outcome == .done)
        #expect(progress(house) == ["begins", "step 1", "step 2", "step 3", "ended"])
        house.expectNothingIsHeld()
    }

    @Test func waitUntilEndsWithTheReading() throws {
        let house = house("wait until Buzzer on\nset Louver up")
        try house.obey("set Buzzer off")
        let id = try house.give("scene Noche")
        house.pass(.seconds(3600))
        #expect(house.signals == ["Buzzer=off"])
        try house.obey("set Buzzer on")
        #expect(house.signals.last == "Louver=up")
        try house.answer()
        #expect(house.sceneReport(id)?.outcome == .done)
        house.expectNothingIsHeld()
    }

    @Test func waitUntilEndsAtOnceIfItAlreadyHolds() throws {
        let house = house("wait until Buzzer on for 10s\nset Louver up")
        try house.obey("set Buzzer on")
        house.pass(.seconds(10))
        try house.give("scene Noche")
        #expect(house.signals.last == "Louver=up")
    }

    @Test func waitUntilForRestartsWhenItStopsHolding() throws {
        let house = house("wait until Buzzer on for 10s\nset Louver up")
        try house.give("scene Noche")
        try house.obey("set Buzzer on")
        house.pass(.seconds(9))
        try house.obey("set Buzzer off")
        house.pass(.seconds(2))
        try house.obey("set Buzzer on")
        house.pass(.milliseconds(9_999))
        #expect(house.signals.last == "Buzzer=on")
        house.pass(.milliseconds(1))
        #expect(house.signals.last == "Louver=up")
    }

    @Test func waitUntilAtMostFailsAndTheNextStepFollows() throws {
        let house = house("wait until Buzzer on at most 5s\nset Louver up")
        let id = try house.give("scene Noche")
        house.pass(.seconds(5))
        #expect(house.signals == ["Louver=up"])
        try house.answer()
        let report = try #require(house.sceneReport(id))
        #expect(report.steps.map(\.error?.code) == [.deadlinePassed, nil])
        #expect(report.outcome == .failed)
    }

    @Test func staleReadingEndsNoWait() throws {
        let house = house("wait until Buzzer on at most 60s")
        try house.obey("set Buzzer on")
        try house.give("set Buzzer on --deadline 1s")
        try house.answer(.lost(reason: "no answer"))
        house.pass(.seconds(2))
        #expect(try house.reading("Buzzer", .binary).isStale)
        let id = try house.give("scene Noche")
        house.pass(.seconds(59))
        #expect(house.sceneReport(id) == nil)
    }

    // MARK: - Branches

    @Test(arguments: [("on", "Louver=up"), ("off", "Louver=down")])
    func branchIsTakenByTheReading(value: String, signal: String) throws {
        let house = house("if Buzzer on:\n    set Louver up\nelse:\n    set Louver down\nset Level 5")
        try house.obey("set Buzzer \(value)")
        let id = try house.give("scene Noche")
        try house.answer()
        try house.answer()
        #expect(house.signals.suffix(2) == [signal, "Level=5"])
        #expect(house.sceneReport(id)?.outcome == .done)
    }

    @Test func branchNotTakenIsReported() throws {
        let house = house("if Buzzer on: set Louver up\nset Level 5")
        try house.obey("set Buzzer off")
        let id = try house.give("scene Noche")
        try house.answer()
        let report = try #require(house.sceneReport(id))
        #expect(report.steps.map(\.note) == ["not taken: Buzzer is off", nil])
        #expect(report.failed == 0)
    }

    @Test func neitherBranchIsTakenIfTheStateIsUnknown() throws {
        let house = house("if Buzzer on: set Louver up\nelse: set Louver down\nset Level 5")
        let id = try house.give("scene Noche")
        #expect(house.signals == ["Level=5"])
        try house.answer()
        let report = try #require(house.sceneReport(id))
        #expect(report.steps.map(\.error?.code) == [.unknownState, nil])
    }

    @Test(arguments: [("above 40", true), ("above 41", false), ("below 42", true), ("41", true), ("40", true)])
    func levelsAreCompared(test: String, isTaken: Bool) throws {
        let house = house("if Level \(test): set Louver up\nset Bell on")
        try house.obey("dim Level 41")
        try house.give("scene Noche")
        #expect((house.signals.last == "Louver=up") == isTaken)
    }

    @Test func conditionForChecksSinceWhenItHolds() throws {
        let house = house("if Buzzer on for 1m: set Louver up")
        try house.obey("set Buzzer on")
        house.pass(.seconds(59))
        let early = try house.give("scene Noche")
        #expect(house.sceneReport(early)?.steps.first?.note == "not taken: Buzzer has been on for less than 1m")
        house.pass(.seconds(1))
        try house.give("scene Noche")
        #expect(house.signals.last == "Louver=up")
    }

    // MARK: - Parallel steps

    @Test func parallelStepsBeginTogetherAndAreAwaited() throws {
        let house = house(
            "in parallel:\n    set Louver up\n    set Buzzer on\n    if Level 5: set Bell on\nset Bell off"
        )
        let id = try house.give("scene Noche")
        #expect(house.signals == ["Louver=up", "Buzzer=on"])
        try house.answer()
        #expect(house.signals.count == 2)
        try house.answer()
        #expect(house.signals.last == "Bell=off")
        try house.answer()
        let report = try #require(house.sceneReport(id))
        #expect(report.steps.map(\.line) == [4, 2, 3, 5])
        #expect(report.steps.map(\.error?.code) == [.unknownState, nil, nil, nil])
        house.expectNothingIsHeld()
    }

    // MARK: - Other scenes

    @Test func sceneInASceneIsAwaited() throws {
        let house = house("scene Riego\nset Buzzer on", others: [("Riego", "set Louver up\nwait 5s")])
        let id = try house.give("scene Noche")
        try house.answer()
        #expect(house.signals == ["Louver=up"])
        house.pass(.seconds(5))
        #expect(house.signals == ["Louver=up", "Buzzer=on"])
        try house.answer()
        #expect(house.sceneReport(id)?.outcome == .done)
        #expect(try house.reading("Louver", .bidirectional).cause == .scene("Riego"))
        house.expectNothingIsHeld()
    }

    @Test func failureOfASceneInASceneIsAFailedStep() throws {
        let house = house("scene Riego\nset Buzzer on", others: [("Riego", "set Louver up")])
        let id = try house.give("scene Noche")
        try house.answer(.refused(reason: "404", isPassing: false))
        try house.answer()
        let report = try #require(house.sceneReport(id))
        #expect(report.steps.map(\.error?.code) == [.refusedByServer, nil])
        #expect(report.steps.first?.error?.message.hasPrefix("1 of 1 steps of scene Riego failed: ") == true)
    }

    @Test func stopSceneStopsAnother() throws {
        let house = house("stop scene Riego\nstop scene Riego", others: [("Riego", "wait 1h\nset Louver up")])
        let riego = try house.give("scene Riego")
        let id = try house.give("scene Noche")
        #expect(house.sceneReport(riego)?.outcome == .stopped)
        #expect(house.sceneReport(riego)?.message == "scene Noche stopped it")
        #expect(house.sceneReport(id)?.steps.map(\.note) == [nil, "it was not running"])
        house.expectNothingIsHeld()
    }

    @Test func logIsPublished() throws {
        let house = house("log \"good night\"")
        try house.give("scene Noche")
        let event = try #require(house.events.first { $0.progress == .log })
        #expect(event.message == "good night")
        #expect(event.line == 1)
    }

    @Test func uncertainOrderOfASceneStartsNothingAfterItsFailure() throws {
        let house = house("on failure stop\nset Louver up\nset Buzzer on")
        let id = try house.give("scene Noche")
        try house.answer(.refused(reason: "404", isPassing: false))
        let report = try #require(house.sceneReport(id))
        #expect(report.outcome == .failed)
        #expect(report.steps.count == 1)
        #expect(house.signals == ["Louver=up"])
        house.expectNothingIsHeld()
    }

    @Test func failureOfAParallelStepStopsTheOthers() throws {
        let house = house("on failure stop\nin parallel:\n    set Louver up\n    wait 1h\nset Buzzer on")
        let id = try house.give("scene Noche")
        try house.answer(.refused(reason: "404", isPassing: false))
        let report = try #require(house.sceneReport(id))
        #expect(report.steps.map(\.note) == [nil, "wait cancelled"])
        house.expectNothingIsHeld()
    }
}
