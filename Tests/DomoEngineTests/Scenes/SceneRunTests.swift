import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

struct SceneRunTests {
    private func house(_ text: String) -> HouseUnderTest {
        HouseUnderTest(HouseUnderTest.catalog(scenes: [("Noche", text)]))
    }

    @Test func stepsAreTakenOneAfterTheOther() throws {
        let house = house("set Louver down\nset Buzzer off\n\ndim Level 10\n")
        let id = try house.give("scene noche")
        #expect(house.signals == ["Louver=down"])
        try house.answer()
        #expect(house.signals == ["Louver=down", "Buzzer=off"])
        try house.answerAll()
        let report = try #require(house.sceneReport(id))
        #expect(report.failed == 0)
        #expect(report.steps.map(\.line) == [1, 2, 4])
        #expect(report.steps.map(\.step) == ["set Louver down", "set Buzzer off", "dim Level 10"])
        #expect(try house.reading("Louver", .bidirectional).cause == .scene("Noche"))
        #expect(
            house.events.filter { [.begins, .ended].contains($0.progress) }.map(\.outcome) == [nil, .done]
        )
        house.expectNothingIsHeld()
    }

    @Test func failedStepIsReportedAndTheNextFollows() throws {
        let house = house("set Louver down\nset Nada on\nset Buzzer up\nset Buzzer off")
        let id = try house.give("scene Noche")
        try house.answer(.refused(reason: "404", isPassing: false))
        try house.answer()
        let report = try #require(house.sceneReport(id))
        #expect(report.failed == 3)
        #expect(report.steps.map(\.error?.code) == [.refusedByServer, .unknownElement, .refusedValue, nil])
        #expect(report.steps.last?.receipt?.outcome == .accepted)
    }

    @Test func explainShowsEveryStepAndSendsNothing() throws {
        let house = house("set Louver down\nset Nada on\ntoggle Buzzer")
        guard case .explanation(let explanation)? = try house.ask("scene Noche --explain") else {
            Issue.record("no explanation")
            return
        }
        #expect(explanation.signals.map(\.signal) == ["POST http://casa?Louver=down", nil, nil])
        #expect(explanation.signals.map { $0.problem == nil } == [true, false, false])
        #expect(house.sent.isEmpty)
    }

    @Test func runningSceneKeepsItsTextOverALoad() throws {
        let house = house("set Louver down\nset Buzzer off")
        let id = try house.give("scene Noche")
        house.feed(.load(HouseUnderTest.catalog(scenes: [("Noche", "set Level 100")]), ids: []))
        try house.answerAll()
        #expect(house.signals == ["Louver=down", "Buzzer=off"])
        #expect(house.sceneReport(id)?.failed == 0)
    }

    @Test func atMost64AdHocScenesRunAtOnce() throws {
        let house = house("set Buzzer off")
        for number in 0..<Scenes.maxAdHocScenes { try house.give("run S\(number) 'set Buzzer off'") }
        #expect(Scenes.maxAdHocScenes == 64)
        #expect(house.fault(try house.give("run S64 'set Buzzer off'"))?.code == .busy)
        try house.give("scene Noche")
        try house.answerAll()
        #expect(house.sent.count == 65)
        house.expectNothingIsHeld()
    }

    @Test func sceneIsFoundByItsLabelsAfterTheNames() throws {
        /// The scenes that a name starts.
        func started(_ name: String) throws -> [SceneList.Scene] {
            let house = HouseUnderTest(
                HouseUnderTest.catalog(scenes: [
                    ("Noche", "label en \"Good night\"\nlabel ca \"Bona nit\"\nset Louver down"),
                    ("Bona nit", "label es Siesta\nset Louver up"),
                ])
            )
            _ = try house.ask("scene \(name)")
            guard case .scenes(let list)? = try house.ask("scenes") else { return [] }
            return list.scenes.filter { $0.last != nil }
        }
        let night = try started("\"good NIGHT\"")
        #expect(night.map(\.name) == ["Noche"])
        #expect(night.first?.labels?.texts == ["en": "Good night", "ca": "Bona nit"])
        #expect(try started("\"Bona nit\"").map(\.name) == ["Bona nit"])
        #expect(try started("Siesta").map(\.name) == ["Bona nit"])
    }

    @Test func unknownSceneGetsASuggestion() throws {
        let house = house("set Buzzer off")
        let fault = try #require(house.fault(try house.give("scene Nocha")))
        #expect(fault.code == .unknownScene)
        #expect(fault.hint == "did you mean Noche?")
    }

    @Test func emptySceneIsDoneAtOnce() throws {
        let house = house("# nothing\n")
        #expect(house.sceneReport(try house.give("scene Noche"))?.steps.isEmpty == true)
    }

    @Test func stoppingEndsARunWithItsReport() throws {
        let house = house("set Louver down\nset Buzzer off\nset Level 3")
        let id = try house.give("scene Noche")
        house.feed(.stop)
        let report = try #require(house.sceneReport(id))
        #expect(report.outcome == .stopped)
        #expect(report.message == "the daemon is stopping")
        #expect(report.steps.map(\.note) == ["sent; its outcome was not awaited"])
        try house.answer()
        house.expectNothingIsHeld()
    }
}
