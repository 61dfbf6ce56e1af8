import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Actions of people at the wall while a scene is recorded.
struct RecordingTests {
    private typealias Observation = Answer.State

    /// - Parameter known: what the house reported before; nil if it reported nothing.
    private func house(_ scene: String = "log x", known: [String: Value?]? = Self.atRest) throws -> HouseUnderTest {
        let plan = ReadPolicy(
            readsOne: false,
            readsAll: true,
            interval: .milliseconds(500),
            maximumAge: .seconds(60),
            confirmDelay: .milliseconds(100),
            confirmWithin: .seconds(3),
            perSecond: 10
        )
        let house = HouseUnderTest(
            HouseUnderTest.catalog(houses: [HouseUnderTest.casa], scenes: [("Noche", scene)], reading: plan)
        )
        if let known { try house.report(known) }
        try house.give("record Cine")
        return house
    }

    private static let atRest: [String: Value?] = [
        "Buzzer": .off, "Louver": .up, "Level": level(50), "Luz": .off, "Display": .text("20.5"),
    ]

    private static func level(_ value: Int) -> Value { .level(Percent(clamping: value)) }

    /// Reports both facets of the dimmer.
    private func hearDimmer(_ house: HouseUnderTest, _ values: Value...) throws {
        for _ in 0..<1000 where house.unanswered == 0 { house.pass(.milliseconds(100)) }
        let targets = try #require(house.read.last).query.targets
        let dimmer = try #require(targets.firstIndex { $0.name == "Dimmer" })
        try house.answerQuery(.states(values.map { Observation(target: dimmer, type: $0.type, value: $0) }))
    }

    /// The recorded steps.
    private func steps(_ house: HouseUnderTest) throws -> [String] {
        guard case .recording(let recording)? = try house.ask("record stop") else { throw Fault(.busy, "none") }
        let text = recording.text ?? ""
        #expect(ScriptParser.parse(text).mistakes.isEmpty)
        return text.split(separator: "\n").dropFirst().map(String.init)
    }

    /// Lets the house report the same for a while.
    private func live(_ house: HouseUnderTest, _ duration: Duration, _ states: [String: Value?]) throws {
        let end = house.now + duration
        while house.now < end {
            house.pass(.milliseconds(50))
            while house.unanswered > 0 { try house.answerQuery(states) }
        }
    }

    @Test func switchingAtTheWallBecomesAStep() throws {
        let house = try house()
        try house.report(["Buzzer": .on])
        try live(house, .seconds(10), ["Buzzer": .on])
        try house.report(["Louver": .down])
        try house.report(["Level": Self.level(40)])
        try house.obey("set Buzzer off")
        try live(house, .seconds(5), ["Buzzer": .off])
        try house.report(["Buzzer": .on])
        #expect(
            try steps(house) == [
                "set Buzzer on", "wait 10s", "set Louver down", "wait 1s", "dim Level 40", "set Buzzer off", "wait 5s",
                "set Buzzer on",
            ]
        )
    }

    @Test func levelsThatPassQuicklyAreOneStep() throws {
        let house = try house()
        for value in [55, 60, 70, 85] { try house.report(["Level": Self.level(value)]) }
        try live(house, .milliseconds(2500), ["Level": Self.level(85)])
        try house.report(["Level": Self.level(20)])
        #expect(try steps(house) == ["dim Level 85", "wait 3s", "dim Level 20"])
    }

    @Test func orderBetweenTwoLevelsKeepsThemApart() throws {
        let house = try house()
        try house.report(["Level": Self.level(60)])
        try house.obey("dim Level 30")
        try live(house, .milliseconds(500), ["Level": Self.level(30)])
        try house.report(["Level": Self.level(70)])
        #expect(try steps(house).filter { !$0.hasPrefix("wait") } == ["dim Level 60", "dim Level 30", "dim Level 70"])
    }

    @Test func switchThatIsPressedTwiceIsTwoSteps() throws {
        let house = try house()
        try house.report(["Buzzer": .on])
        try house.report(["Buzzer": .off])
        #expect(try steps(house).filter { !$0.hasPrefix("wait") } == ["set Buzzer on", "set Buzzer off"])
    }

    @Test(
        arguments: [
            ([.off, level(0)], [.on, level(80)], "dim Dimmer 80"),
            ([level(0), .off], [level(80), .on], "dim Dimmer 80"),
            ([level(80), .on], [level(0), .off], "set Dimmer off"),
            ([level(80), .on], [.off, level(0)], "set Dimmer off"),
            ([level(80), .on], [level(30), .on], "dim Dimmer 30"),
        ] as [([Value], [Value], String)]
    )
    func elementOfTwoFacetsIsOneStep(before: [Value], after: [Value], step: String) throws {
        let house = try house()
        try hearDimmer(house, before[0], before[1])
        try hearDimmer(house, after[0], after[1])
        #expect(try steps(house) == [step])
    }

    @Test func dimmerThatFadesOutIsSwitchedOff() throws {
        let house = try house()
        try hearDimmer(house, Self.level(80), .on)
        try hearDimmer(house, Self.level(50), .off)
        try hearDimmer(house, Self.level(20), .off)
        try hearDimmer(house, Self.level(0), .off)
        #expect(try steps(house) == ["set Dimmer off"])
    }

    // MARK: - Changes without an action

    @Test func firstKnownValueIsNotAnAction() throws {
        let house = try house(known: nil)
        try house.report(["Buzzer": .on])
        #expect(try steps(house).isEmpty)
    }

    @Test func differenceFromARestoredValueIsNotAnAction() throws {
        let house = try house(known: nil)
        let reading = Reading(value: .off, certainty: .confirmed, since: house.now.wall, cause: .house)
        house.feed(.remembered(Memory(readings: [.init(element: "Casa/Buzzer", type: .binary, reading: reading)])))
        house.pass(.milliseconds(10))
        try house.give("record stop")
        house.pass(.milliseconds(10))
        try house.give("record Cine")
        try house.report(["Buzzer": .on])
        #expect(try steps(house).isEmpty)
    }

    @Test func onlyAnotherValueAfterStalenessIsAnAction() throws {
        let house = try house()
        for _ in 0..<2 {
            try house.report(["Buzzer": nil])
            try house.report(["Buzzer": .off])
        }
        try house.report(["Buzzer": nil])
        try house.report(["Buzzer": .on])
        #expect(try steps(house) == ["set Buzzer on"])
    }

    @Test func measurementIsNotAnAction() throws {
        let house = try house()
        try house.report(["Display": .text("20.6")])
        #expect(try steps(house).isEmpty)
    }

    @Test func neitherConfirmationNorMismatchIsAnAction() throws {
        let house = try house()
        try house.obey("dim Level 40")
        try live(house, .seconds(1), ["Level": Self.level(41)])
        try house.obey("set Buzzer on")
        try live(house, .seconds(20), ["Buzzer": .off, "Level": Self.level(41)])
        #expect(house.record(2)?.stage == .mismatch)
        #expect(try steps(house).filter { !$0.hasPrefix("wait") } == ["dim Level 40", "set Buzzer on"])
    }

    @Test func contradictionOfAnUnconfirmedOrderIsNotAnAction() throws {
        let house = try house()
        try house.obey("set Buzzer on")
        try live(house, .seconds(20), [:])
        #expect(house.record(1)?.stage == .unconfirmed)
        try house.report(["Buzzer": .off])
        #expect(try steps(house) == ["set Buzzer on"])
    }

    @Test func sceneThatSomebodyStartsIsAStep() throws {
        let house = try house("set Buzzer on\nset Dimmer off")
        try hearDimmer(house, Self.level(80), .on)
        try house.give("scene Noche")
        try house.answerAll()
        try live(house, .seconds(1), ["Buzzer": .on])
        try hearDimmer(house, .off)
        for value in [60, 30, 0] { try hearDimmer(house, .off, Self.level(value)) }
        // Its orders, and what follows from them, are not recorded.
        #expect(try steps(house) == ["scene Noche"])
    }

    @Test(arguments: [(3, false), (11, true)])
    func lateEffectOfAnOrderIsNotAnAction(seconds: Int, isAct: Bool) throws {
        let house = try house()
        // Nobody knows whether it was carried out.
        try house.give("set Buzzer on --deadline 100ms")
        try house.answer(.lost(reason: "timeout"))
        try live(house, .seconds(seconds), ["Buzzer": .off])
        try house.report(["Buzzer": .on])
        #expect(try steps(house) == (isAct ? ["set Buzzer on"] : []))
    }

    @Test func stoppedBlindReportsItsLastDirection() throws {
        let house = try house()
        try house.obey("set Louver down")
        try live(house, .seconds(12), ["Louver": .down])
        try house.obey("set Louver stop")
        try house.report(["Louver": .stop])
        try house.report(["Louver": .down])
        #expect(try steps(house) == ["set Louver down", "wait 10s", "set Louver stop"])
    }
}
