import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// When readings start scenes, and when they don't.
struct RuleTests {
    private func house(
        _ scenes: [(name: String, text: String)],
        reports: Bool = false
    ) -> HouseUnderTest {
        let plan = ReadPolicy(readsOne: false, readsAll: true, interval: .seconds(10), maximumAge: .seconds(60))
        return HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [HouseUnderTest.casa],
                scenes: scenes,
                reading: reports ? plan : nil
            )
        )
    }

    private func house(_ text: String, reports: Bool = false) -> HouseUnderTest {
        house([("Regla", text)], reports: reports)
    }

    private func starts(_ house: HouseUnderTest, of scene: String = "Regla") -> Int {
        house.events.count { $0.scene == scene && $0.progress == .begins }
    }

    private func remembered(_ value: Value, of element: String = "Casa/Buzzer") -> Input {
        let reading = Reading(
            value: value,
            certainty: .confirmed,
            since: Timestamp(milliseconds: 1_699_000_000_000),
            cause: .house
        )
        return .remembered(Memory(readings: [.init(element: element, type: value.type, reading: reading)]))
    }

    @Test func readingThatStartsToHoldStartsTheScene() throws {
        let house = house("when Buzzer on\nset Louver down")
        try house.obey("set Buzzer off")
        #expect(starts(house) == 0)
        try house.obey("set Buzzer on")
        #expect(house.signals.last == "Louver=down")
        try house.answer()
        try house.obey("set Buzzer on")
        #expect(starts(house) == 1)
        try house.obey("set Buzzer off")
        try house.obey("set Buzzer on")
        #expect(starts(house) == 2)
        let begins = try #require(house.events.first { $0.progress == .begins })
        #expect(begins.by == .trigger("when Buzzer on"))
    }

    @Test func reportOfTheHouseStartsIt() throws {
        let house = house("when Buzzer on\nset Louver down", reports: true)
        try house.report(["Buzzer": .off])
        #expect(starts(house) == 0)
        try house.report(["Buzzer": .on])
        #expect(house.signals == ["Louver=down"])
    }

    @Test func firstKnownValueIsAChange() throws {
        let house = house("when Buzzer on\nset Louver down", reports: true)
        try house.report(["Buzzer": .on])
        #expect(starts(house) == 1)
    }

    @Test func restoredReadingIsNotAChange() throws {
        let house = house("when Buzzer on\nset Louver down", reports: true)
        house.feed(remembered(.on))
        try house.report(["Buzzer": .on])
        #expect(starts(house) == 0)
        try house.report(["Buzzer": .off])
        try house.report(["Buzzer": .on])
        #expect(starts(house) == 1)
    }

    @Test func changeSinceThePreviousRunIsAChange() throws {
        let house = house("when Buzzer on\nset Louver down", reports: true)
        house.feed(remembered(.off))
        try house.report(["Buzzer": .on])
        #expect(starts(house) == 1)
    }

    @Test func orderWhoseAnswerWasLostStartsNothing() throws {
        let house = house("when Buzzer on\nset Louver down")
        try house.obey("set Buzzer off")
        try house.give("set Buzzer on --deadline 1s")
        try house.answer(.lost(reason: "no answer"))
        house.pass(.seconds(2))
        #expect(starts(house) == 0)
    }

    @Test func readingMayHaveToHoldForAWhile() throws {
        let house = house("when Buzzer on for 10s\nset Louver down")
        try house.obey("set Buzzer on")
        house.pass(.seconds(9))
        try house.obey("set Buzzer off")
        house.pass(.seconds(60))
        #expect(starts(house) == 0)
        try house.obey("set Buzzer on")
        house.pass(.milliseconds(9_999))
        #expect(starts(house) == 0)
        house.pass(.milliseconds(1))
        #expect(starts(house) == 1)
        house.pass(.seconds(60))
        #expect(starts(house) == 1)
    }

    @Test func staleReadingStartsNothingUntilItIsReportedAgain() throws {
        let house = house("when Buzzer on for 2m\nset Louver down", reports: true)
        try house.report(["Buzzer": .off])
        try house.report(["Buzzer": .on])
        // The server does not report it until it becomes stale.
        for _ in 0..<12 { try house.report([:]) }
        #expect(try house.reading("Buzzer", .binary).isStale)
        #expect(starts(house) == 0)
        // It is unknown what it was in the meantime: the time starts anew.
        for _ in 0..<12 { try house.report(["Buzzer": .on]) }
        #expect(starts(house) == 0)
        for _ in 0..<2 { try house.report(["Buzzer": .on]) }
        #expect(starts(house) == 1)
    }

    @Test func levelsCrossALimit() throws {
        let house = house([("Alto", "when Level above 50\nlog x"), ("Bajo", "when Level below 20\nlog x")])
        for level in [30, 51, 60, 50, 19, 10, 20, 19] { try house.obey("dim Level \(level)") }
        #expect(starts(house, of: "Alto") == 1)
        #expect(starts(house, of: "Bajo") == 2)
    }

    @Test func everyChangeStartsIt() throws {
        let house = house("when Dimmer changes\nlog x", reports: true)
        house.feed(remembered(.level(Percent(clamping: 20)), of: "Casa/Salon/Dimmer"))
        try house.report(["Dimmer": .level(Percent(clamping: 20))])
        #expect(starts(house) == 0)
        try house.report(["Dimmer": .level(Percent(clamping: 30))])
        #expect(starts(house) == 1)
        try house.report(["Dimmer": .level(Percent(clamping: 30))])
        #expect(starts(house) == 1)
    }

    @Test func orderThatChangesTwoTypesIsOneChange() throws {
        let house = house("when Dimmer changes\nagain: queue\nlog x")
        try house.obey("dim Dimmer 40")
        #expect(starts(house) == 1)
        try house.obey("set Dimmer off")
        #expect(starts(house) == 2)
    }

    @Test func skippedStartsAreNotALoop() throws {
        let house = house("when Level changes\nagain: skip\ndim Level 60 over 20s")
        try house.obey("dim Level 20")
        for _ in 0..<500 {
            if house.sent.count > house.answeredCount { try house.answer() }
            house.pass(.milliseconds(100))
        }
        #expect(house.signals.last == "Level=60")
        #expect(!house.events.contains { $0.message?.contains("in a minute") == true })
    }

    @Test func waitIsCheckedWhenItsServerIsBack() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: [("Noche", "wait until Louver up\nset Bell on")]))
        try house.obey("set Louver up")
        try house.breakServer()
        #expect(try house.reading("Louver", .bidirectional).isStale)
        try house.give("scene Noche")
        #expect(house.signals.last != "Bell=on")
        house.pass(.seconds(20))
        while house.sent.count > house.answeredCount { try house.answer(.refused(reason: "404", isPassing: false)) }
        #expect(house.signals.last == "Bell=on")
    }

    // MARK: - Conditions

    @Test func numberMayChangeWhileItStaysAboveALimit() throws {
        let text = "when Buzzer on\nonly if Level above 50 for 10m\nlog x"
        let house = house(text)
        for level in [60, 70, 80] {
            try house.obey("dim Level \(level)")
            house.pass(.seconds(240))
        }
        house.feed(
            .load(HouseUnderTest.catalog(houses: [HouseUnderTest.casa], scenes: [("Regla", text)]), ids: [])
        )
        try house.obey("set Buzzer on")
        #expect(starts(house) == 1)
        try house.obey("dim Level 40")
        try house.obey("dim Level 60")
        house.pass(.seconds(590))
        try house.obey("set Buzzer off")
        try house.obey("set Buzzer on")
        #expect(starts(house) == 1)
    }

    @Test func itStartsOnlyIfItsConditionsHold() throws {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(scenes: [
                ("Regla", "when Buzzer on\nonly if Level above 10\nonly if Bell off\nset Louver down")
            ])
        )
        try house.obey("set Buzzer on")
        let skipped = try #require(house.events.last { $0.progress == .skipped })
        #expect(skipped.message == "only if Level above 10: the state of Level is not known")
        try house.obey("dim Level 20")
        try house.obey("set Bell on")
        try house.obey("set Buzzer off")
        try house.obey("set Buzzer on")
        #expect(starts(house) == 0)
        try house.obey("set Bell off")
        try house.obey("set Buzzer off")
        try house.obey("set Buzzer on")
        #expect(starts(house) == 1)
    }

    @Test func conditionsDoNotApplyToAStartByName() throws {
        let house = house("only if Buzzer on\nset Louver down")
        try house.give("scene Regla")
        #expect(house.signals == ["Louver=down"])
    }

    // MARK: - Loads and starts

    @Test func startStartsItOnce() throws {
        let house = house("at start\nset Louver down")
        #expect(house.sent.isEmpty)
        house.feed(.remembered(Memory()))
        #expect(house.signals == ["Louver=down"])
        house.feed(.remembered(Memory()))
        #expect(starts(house) == 1)
    }

    @Test func newRuleDoesNotFireForWhatAlreadyHolds() throws {
        let house = house("log x")
        try house.obey("set Buzzer on")
        house.feed(
            .load(
                HouseUnderTest.catalog(
                    houses: [HouseUnderTest.casa],
                    scenes: [("Regla", "when Buzzer on\nset Louver down")]
                ),
                ids: []
            )
        )
        try house.obey("set Buzzer on")
        #expect(starts(house) == 0)
        try house.obey("set Buzzer off")
        try house.obey("set Buzzer on")
        #expect(starts(house) == 1)
    }

    @Test func ruleKeepsItsTimeOverALoad() throws {
        let text = "when Buzzer on for 10s\nset Louver down"
        let house = house(text)
        try house.obey("set Buzzer on")
        house.pass(.seconds(6))
        let torreFirst = [HouseUnderTest.torre, HouseUnderTest.casa]
        house.feed(.load(HouseUnderTest.catalog(houses: torreFirst, scenes: [("Regla", text)]), ids: []))
        house.pass(.milliseconds(3_999))
        #expect(starts(house) == 0)
        house.pass(.milliseconds(1))
        #expect(starts(house) == 1)
    }

    @Test func waitFindsItsElementAfterALoad() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: [("Espera", "wait until Bell on\nset Louver down")]))
        try house.give("scene Espera")
        house.feed(.load(HouseUnderTest.catalog(houses: [HouseUnderTest.torre, HouseUnderTest.casa]), ids: []))
        try house.obey("set Bell on")
        #expect(house.signals.last == "Louver=down")
    }

    @Test func waitForARemovedElementFails() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: [("Espera", "wait until Bell on")]))
        let id = try house.give("scene Espera")
        house.feed(.load(HouseUnderTest.catalog(houses: [HouseUnderTest.casa]), ids: []))
        #expect(house.sceneReport(id)?.steps.first?.error?.code == .unknownElement)
        house.expectNothingIsHeld()
    }

    @Test func nothingStartsWhileTheDaemonStops() throws {
        let house = house("when Buzzer on\nset Louver down")
        try house.give("set Buzzer on")
        house.feed(.stop)
        try house.answer()
        #expect(starts(house) == 0)
    }

    // MARK: - Loops

    @Test func twoScenesThatStartEachOtherAreStopped() throws {
        let house = house([
            ("Dia", "when Buzzer on\nset Buzzer off"), ("Noche", "when Buzzer off\nset Buzzer on"),
        ])
        try house.give("set Buzzer on")
        for _ in 0..<100 where house.sent.count > house.answeredCount {
            try house.answer()
            house.pass(.milliseconds(100))
        }
        #expect(house.sent.count < 30)
        let said = house.events.filter { $0.message?.contains("more than 10 times in a minute") == true }
        #expect(said.count == 1)
        #expect(said.first?.message?.contains("Dia → Noche → Dia") == true)
        house.expectNothingIsHeld()
        // A minute later the same may start again.
        house.pass(.seconds(61))
        let before = starts(house, of: "Noche") + starts(house, of: "Dia")
        try house.give("set Buzzer on")
        try house.answer()
        try house.give("set Buzzer off")
        try house.answer()
        #expect(starts(house, of: "Noche") + starts(house, of: "Dia") > before)
    }

    /// A stuck actuator: its report is nobody's order, but still caused by the scene.
    @Test(arguments: ["when Buzzer off", "when Buzzer off for 100ms"])
    func sceneThatTheHouseContradictsIsStopped(trigger: String) throws {
        let plan = ReadPolicy(
            interval: .seconds(3600),
            maximumAge: .seconds(86_400),
            confirmDelay: .milliseconds(200),
            confirmWithin: .seconds(1)
        )
        let scenes = [(name: "Regla", text: "\(trigger)\nset Buzzer on")]
        let house = HouseUnderTest(
            HouseUnderTest.catalog(houses: [HouseUnderTest.casa], scenes: scenes, reading: plan)
        )
        for _ in 0..<300 {
            house.pass(.milliseconds(100))
            while house.unanswered > 0 { try house.answerQuery(["Buzzer": .off]) }
            while house.sent.count > house.answeredCount { try house.answer() }
        }
        #expect(starts(house) == 11)
        #expect(house.events.contains { $0.message?.contains("more than 10 times in a minute: Regla → Regla") == true })
    }

    @Test func sceneStartedOftenByPeopleIsNotALoop() throws {
        let house = house("set Louver down")
        for _ in 0..<30 {
            try house.give("scene Regla")
            try house.answer()
        }
        #expect(starts(house) == 30)
    }

    @Test func sceneThatCallsItselfIsStopped() throws {
        let house = house("set Louver down\nscene Regla")
        try house.give("scene Regla")
        for _ in 0..<100 where house.sent.count > house.answeredCount { try house.answer() }
        #expect(house.sent.count == 11)
        house.expectNothingIsHeld()
    }
}
