import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Policies: how scenes interact with themselves, with others, and with stops.
struct ScenePolicyTests {
    private func house(_ scenes: [(name: String, text: String)]) -> HouseUnderTest {
        HouseUnderTest(HouseUnderTest.catalog(scenes: scenes))
    }

    @Test func restartBeginsAnew() throws {
        let house = house([("Noche", "set Louver down\nwait 10s\nset Buzzer off")])
        let first = try house.give("scene Noche")
        try house.answer()
        house.pass(.seconds(5))
        let second = try house.give("scene noche")
        #expect(house.sceneReport(first)?.outcome == .stopped)
        #expect(house.sceneReport(first)?.message == "it was started again")
        #expect(house.sceneReport(first)?.steps.map(\.note) == [nil, "wait cancelled"])
        try house.answer()
        house.pass(.seconds(9))
        #expect(house.signals == ["Louver=down", "Louver=down"])
        house.pass(.seconds(1))
        try house.answer()
        #expect(house.sceneReport(second)?.outcome == .done)
        house.expectNothingIsHeld()
    }

    @Test func startIsSkippedWhileItRuns() throws {
        let house = house([("Noche", "again: skip\nset Louver down\nwait 10s")])
        let first = try house.give("scene Noche")
        let second = try house.give("scene Noche")
        #expect(house.sceneReport(second)?.outcome == .skipped)
        #expect(house.sceneReport(second)?.message == "it is already running")
        try house.answer()
        house.pass(.seconds(10))
        #expect(house.sceneReport(first)?.outcome == .done)
        #expect(house.signals == ["Louver=down"])
        house.expectNothingIsHeld()
    }

    @Test func queuedStartRunsAfterTheCurrentOne() throws {
        let house = house([("Noche", "again: queue\nset Louver down\nwait 10s")])
        let ids = try (0..<3).map { _ in try house.give("scene Noche") }
        for number in 0..<3 {
            #expect(house.signals.count == number + 1)
            try house.answer()
            house.pass(.seconds(10))
            #expect(house.sceneReport(ids[number])?.outcome == .done)
        }
        house.expectNothingIsHeld()
    }

    @Test func queueIsLimited() throws {
        let house = house([("Noche", "again: queue\nwait 10s")])
        for _ in 0...StartQueue.maxPerScene { try house.give("scene Noche") }
        #expect(house.fault(try house.give("scene Noche"))?.code == .busy)
        let stop = try house.give("scene stop Noche")
        #expect(house.sceneReport(stop)?.outcome == .stopped)
        house.expectNothingIsHeld()
    }

    @Test func eachQueuedStartCanBeStopped() throws {
        let house = house([("Noche", "again: queue\nset Louver down\nwait 10s")])
        let ids = try ["a", "b", "c"].map { try house.give("scene Noche --tag \($0)") }
        try house.answer()
        let waiting = try house.give("scene stop Noche --tag b")
        #expect(house.sceneReport(waiting)?.outcome == .stopped)
        #expect(house.sceneReport(ids[1])?.outcome == .stopped)
        #expect(house.sceneReport(ids[0]) == nil && house.sceneReport(ids[2]) == nil)
        // The running one makes room for the last.
        try house.give("scene stop Noche --tag a")
        #expect(house.sceneReport(ids[0])?.outcome == .stopped)
        #expect(house.signals.count == 2)
        let other = try house.give("scene stop Noche --tag a")
        #expect(house.sceneReport(other)?.outcome == .skipped)
        #expect(house.sceneReport(ids[2]) == nil)
        let events = house.events.filter { $0.kind == .scene && $0.progress == .begins }
        #expect(events.map(\.tag) == ["a", "c"])
        try house.answer()
        house.pass(.seconds(10))
        #expect(house.sceneReport(ids[2])?.outcome == .done)
        house.expectNothingIsHeld()
    }

    @Test func atMostOneOfAGroupRuns() throws {
        let house = house([
            ("Cine", "at most one of salon\nwait 1h"), ("Cena", "at most one of Salón\nwait 1h"), ("Riego", "wait 1h"),
        ])
        let cine = try house.give("scene Cine")
        let riego = try house.give("scene Riego")
        let cena = try house.give("scene Cena")
        #expect(house.sceneReport(cine)?.message == "scene Cena of the same group started")
        #expect(house.sceneReport(riego) == nil)
        #expect(house.sceneReport(cena) == nil)
    }

    @Test func startOfAGroupAnswersQueuedStartsToo() throws {
        let house = house([
            ("Cine", "again: queue\nat most one of g\nwait 1h"), ("Cena", "at most one of g\nwait 1h"),
            ("Todo", "scene Cine"),
        ])
        let first = try house.give("scene Cine")
        let second = try house.give("scene Cine")
        let step = try house.give("scene Todo")
        try house.give("scene Cena")
        for id in [first, second] { #expect(house.sceneReport(id)?.outcome == .stopped) }
        #expect(house.sceneReport(step)?.steps.first?.error?.code == .stopped)
    }

    @Test func queueIsNotStartedByARestart() throws {
        let house = house([("Noche", "again: queue\nwait 1h")])
        let first = try house.give("scene Noche")
        let second = try house.give("scene Noche")
        let third = try house.give("run Noche 'wait 2h'")
        #expect(house.sceneReport(first)?.outcome == .stopped)
        #expect(house.sceneReport(second)?.outcome == .stopped)
        #expect(house.engine.held["scene runs"] == 1)
        try house.give("scene stop Noche")
        #expect(house.sceneReport(third)?.outcome == .stopped)
        house.expectNothingIsHeld()
    }

    @Test func queuedStartUsesThePresentScene() throws {
        let house = house([("Noche", "again: queue\nwait 1h"), ("Otra", "again: queue\nwait 1h")])
        try house.give("scene Noche")
        try house.give("scene Noche")
        try house.give("scene Otra")
        let gone = try house.give("scene Otra")
        house.feed(.load(HouseUnderTest.catalog(scenes: [("Noche", "set Louver up")]), ids: []))
        house.pass(.seconds(3600))
        #expect(house.signals == ["Louver=up"])
        #expect(house.fault(gone)?.code == .unknownScene)
    }

    @Test func stoppedSceneWithdrawsItsQueuedStarts() throws {
        let house = house([("Noche", "again: queue\nwait 1h"), ("Todo", "scene Noche")])
        try house.give("scene Noche")
        try house.give("scene Todo")
        try house.give("scene stop Todo")
        house.pass(.seconds(3600))
        house.expectNothingIsHeld()
    }

    @Test func stoppedSceneStopsScenesItStarted() throws {
        let house = house([("Madre", "scene Hija\nset Buzzer on"), ("Hija", "scene Nieta"), ("Nieta", "wait 1h")])
        let id = try house.give("scene Madre")
        try house.give("scene stop Madre")
        #expect(house.sceneReport(id)?.steps.map(\.note) == ["stopped as well"])
        house.expectNothingIsHeld()
        house.pass(.seconds(7200))
        #expect(house.sent.isEmpty)
    }

    @Test func sceneWithoutAFileIsListedWhileItRuns() throws {
        let house = house([("Larga", "wait 1h")])
        try house.give("scene Larga")
        house.feed(.load(HouseUnderTest.catalog(), ids: []))
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        #expect(list.scenes.map(\.name) == ["Larga"])
        #expect(list.scenes.first?.step == "wait 1h")
    }

    /// A run is a strand, and so is each of its parallel steps.
    @Test(arguments: [(["Baño"], .done), (["Baño", "Otra"], .failed)] as [([String], SceneOutcome)])
    func parallelStepsAreLimited(others: [String], outcome: SceneOutcome) throws {
        let waits = "in parallel:\n" + String(repeating: "    wait 1m\n", count: 9)
        let scenes =
            ["Salon", "Cocina", "Noche"].map { (name: $0, text: waits) } + [("Baño", "log x"), ("Otra", "wait 1h")]
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: scenes), maxStrands: 30)
        for name in ["Salon", "Cocina"] + others { try house.give("scene \(name)") }
        let id = try house.give("scene Noche")
        house.pass(.seconds(60))
        let report = try #require(house.sceneReport(id))
        #expect(report.outcome == outcome)
        #expect(report.steps.first?.error?.code == (outcome == .failed ? .busy : nil))
        // When others have ended there is room again.
        let again = try house.give("scene Noche")
        house.pass(.seconds(60))
        #expect(house.sceneReport(again)?.outcome == .done)
        #expect(Engine(seed: 1, at: house.now).scenes.maxStrands == 16_384)
    }

    @Test func longScenesYieldToOtherInputs() throws {
        let inner = Array(repeating: "log x", count: 900).joined(separator: "\n")
        let house = house([
            ("Noche", "scene Larga\nscene Larga\nscene Larga"), ("Larga", "again: queue\n" + inner),
        ])
        let id = try house.give("scene Noche")
        #expect(house.sceneReport(id) == nil)
        house.pass(.zero)
        #expect(house.sceneReport(id)?.outcome == .done)
        // Of one scene in a minute.
        #expect(house.events.count { $0.progress == .log } == SceneLines.max)
        house.pass(.seconds(61))
        try house.give("scene Larga")
        #expect(house.events.count { $0.progress == .log } == 2 * SceneLines.max)
    }

    @Test func orderWithoutWaitIsNotAwaited() throws {
        let house = house([("Noche", "set Louver up --wait none\nset Buzzer on")])
        let id = try house.give("scene Noche")
        #expect(house.signals == ["Louver=up", "Buzzer=on"])
        try house.answer(.refused(reason: "404", isPassing: false))
        try house.answer()
        #expect(house.sceneReport(id)?.outcome == .done)
    }

    @Test func longNamesAndManyMistakesGetShortMessages() throws {
        let house = house([])
        let name = String(repeating: "x", count: 201)
        #expect(house.fault(try house.give("run \(name) 'log x'"))?.message == "the scene name has 201 characters")
        #expect(house.fault(try house.give("record \(name)"))?.code == .badRequest)
        let lines = Array(repeating: "'toggle Nada'", count: 500).joined(separator: " ")
        let fault = try #require(house.fault(try house.give("run X \(lines)")))
        #expect(fault.message.split(separator: "\n").count == 50)
    }

    @Test func explanationIsLimited() throws {
        let ramps = Array(repeating: "dim Level 0 over 60s\ndim Level 100 over 60s", count: 100).joined(separator: "\n")
        let house = house([("Noche", ramps)])
        try house.obey("dim Level 50")
        guard case .explanation(let explanation)? = try house.ask("scene Noche --explain") else {
            throw Fault(.busy, "no explanation")
        }
        #expect(explanation.signals.count == 1001)
        #expect(explanation.signals.last?.note == "and more")
    }

    @Test func stopReportsFinishedStepsAndSendsNothingMore() throws {
        let house = house([("Noche", "set Louver down\nset Buzzer off\nset Level 3")])
        let id = try house.give("scene Noche")
        try house.answer()
        let stop = try house.give("scene stop noche", by: .eva)
        let report = try #require(house.sceneReport(stop))
        #expect(report == house.sceneReport(id))
        #expect(report.outcome == .stopped)
        #expect(report.message == "eva stopped it")
        #expect(report.steps.map(\.step) == ["set Louver down", "set Buzzer off"])
        #expect(report.steps.map(\.note) == [nil, "sent; its outcome was not awaited"])
        try house.answer()
        #expect(house.signals == ["Louver=down", "Buzzer=off"])
        house.expectNothingIsHeld()
    }

    @Test func stoppedSceneWithdrawsRetries() throws {
        let house = house([("Noche", "set Louver down")])
        try house.give("scene Noche")
        try house.answer(.notSent(reason: "connection refused"))
        let stop = try house.give("scene stop Noche")
        #expect(house.sceneReport(stop)?.steps.map(\.note) == ["withdrawn"])
        house.pass(.seconds(20))
        #expect(house.sent.count == 1)
        #expect(house.record(1)?.stage == .failed)
        house.expectNothingIsHeld()
    }

    @Test func stoppingAnIdleSceneIsNotAFault() throws {
        let house = house([("Noche", "set Louver down")])
        #expect(house.sceneReport(try house.give("scene stop Noche"))?.message == "it was not running")
        #expect(house.fault(try house.give("scene stop Nocha"))?.hint == "did you mean Noche?")
    }

    // MARK: - Ad-hoc scenes

    @Test func sceneOfARequestRunsUnderItsName() throws {
        let house = house([])
        let id = try house.give("run Prueba 'set Louver down' '' 'wait 5s' 'set Buzzer off'")
        try house.answer()
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        #expect(list.scenes.map(\.name) == ["Prueba"])
        #expect(list.scenes.first?.step == "wait 5s")
        house.pass(.seconds(5))
        try house.answer()
        #expect(house.sceneReport(id)?.steps.map(\.line) == [1, 3, 4])
        #expect(try house.reading("Louver", .bidirectional).cause == .scene("Prueba of ana"))
    }

    @Test func itsTriggersStartNothing() throws {
        let house = house([])
        try house.give("run Prueba 'when Buzzer on' 'set Louver down'")
        try house.answer()
        try house.obey("set Buzzer on")
        #expect(house.signals == ["Louver=down", "Buzzer=on"])
    }

    @Test func itsMistakesAreReportedWithPositions() throws {
        let house = house([])
        let fault = try #require(
            house.fault(try house.give("run Prueba 'set Louver down' '  sett X on' 'set Nada on'"))
        )
        #expect(fault.code == .badModel)
        #expect(fault.message.hasPrefix("Prueba:2:3: error: "))
        let unknown = try #require(house.fault(try house.give("run Prueba 'set Louver down' 'set Buzer on'")))
        #expect(unknown.message.hasPrefix("Prueba:2:5: error: there is no element \"Buzer\""))
        #expect(house.sent.isEmpty)
    }

    @Test func nothingRemainsOfAnEndedAdHocScene() throws {
        let house = house([])
        for number in 0..<100 {
            try house.give("run S\(number) 'set Louver down'")
            try house.answer()
        }
        for kept in ["scene records", "scene chains"] { #expect(house.engine.held[kept] == 0) }
        #expect(!house.records.contains { if case .scene = $0 { true } else { false } })
    }

    @Test func obsoleteTimersDoNotAccumulate() throws {
        let house = house([("Noche", "wait 24h"), ("Regla", "when Buzzer on for 24h\nlog x")])
        for _ in 0..<3000 {
            try house.give("scene Noche")
            try house.obey("set Buzzer on")
            try house.obey("set Buzzer off")
        }
        #expect(house.engine.held["scene timers", default: 0] < 2000)
    }

    // MARK: - Records

    @Test func runsAreRemembered() throws {
        let house = house([("Noche", "set Louver down")])
        try house.give("scene Noche")
        try house.answer(.refused(reason: "404", isPassing: false))
        let records = house.records.compactMap { if case .scene(let record) = $0 { record } else { nil } }
        #expect(records.map(\.outcome) == [nil, .failed])
        #expect(records.last?.by == .user("ana"))
        #expect(records.last?.message?.hasPrefix("line 1: ") == true)
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        #expect(list.scenes.first?.last == records.last)
    }

    @Test func whatRanWhenTheDaemonEndedIsLost() throws {
        let house = house([("Noche", "set Louver down")])
        let then = Timestamp(milliseconds: 1_699_999_000_000)
        let running = SceneRecord(scene: "Noche", by: .user("ana"), started: then)
        house.feed(.remembered(Memory(scenes: [running])))
        #expect(house.sent.isEmpty)
        #expect(house.events.last?.outcome == .lost)
        guard case .scenes(let list)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        #expect(list.scenes.first?.last?.outcome == .lost)
        let stored = house.records.compactMap { if case .scene(let record) = $0 { record } else { nil } }
        #expect(stored.last?.outcome == .lost)
        // A later load restores the same memory again.
        try house.give("scene Noche")
        house.feed(.remembered(Memory(scenes: [running])))
        try house.answer()
        guard case .scenes(let again)? = try house.ask("scenes") else { throw Fault(.busy, "no list") }
        #expect(again.scenes.first?.last?.outcome == .done)
    }

    // MARK: - Recording

    @Test func whatPeopleOrderBecomesAScene() throws {
        let house = house([("Noche", "set Bell on")])
        #expect(try house.ask("record 'Mi noche'") == .recording(Recording(name: "Mi noche", orders: 0)))
        #expect(house.fault(try house.give("record Otra"))?.code == .busy)
        try house.obey("set Louver down")
        house.pass(.milliseconds(12_300))
        try house.obey("set Buzzer on")
        try house.obey("toggle Buzzer")
        try house.obey("set Salon/Luz on")
        house.pass(.milliseconds(400))
        try house.obey("set Display 'on air'")
        let failed = try house.give("set Gong on")
        try house.answer(.refused(reason: "404", isPassing: false))
        #expect(house.fault(failed) != nil)
        try house.give("scene Noche")
        try house.answer()
        guard case .recording(let recording)? = try house.ask("record stop") else { throw Fault(.busy, "none") }
        #expect(recording.orders == 6)
        #expect(
            recording.text == """
                name 'Mi noche'

                set Louver down
                wait 10s
                set Buzzer on
                set Buzzer off
                set Casa/Salon/Luz on
                set Display 'on air'
                scene Noche

                """
        )
        #expect(ScriptParser.parse(recording.text ?? "").mistakes.isEmpty)
        #expect(house.fault(try house.give("record stop"))?.message == "nothing is being recorded")
    }
}
