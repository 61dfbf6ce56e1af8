import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Ramps of elements that somebody moves at the wall. `Level` only has a level; `Dimmer` can also be switched.
struct RampAtWallTests {
    private static let every: Set<FacetType> = [.binary, .regulable]

    private func house(_ text: String, reportedTypes: Set<FacetType> = every) throws -> HouseUnderTest {
        let plan = ReadPolicy(
            readsOne: false,
            readsAll: true,
            interval: .seconds(1),
            maximumAge: .seconds(60),
            confirmDelay: .milliseconds(100),
            confirmWithin: .seconds(10),
            perSecond: 10
        )
        return HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [HouseUnderTest.casa],
                scenes: [("Noche", text)],
                reading: plan,
                reportedTypes: reportedTypes
            )
        )
    }

    private func level(_ value: Int) -> Value { .level(Percent(clamping: value)) }

    /// Lets time pass with a server that accepts all orders at once and reports the states of an element.
    private func live(
        _ house: HouseUnderTest,
        _ duration: Duration,
        _ name: String = "Level",
        telling values: () -> [Value]
    ) throws {
        let end = house.now + duration
        while house.now < end {
            try house.answerAll()
            while house.unanswered > 0 {
                let targets = house.read[house.read.count - house.unanswered].query.targets
                let number = try #require(targets.firstIndex { $0.name == name })
                let reported = values().map { Answer.State(target: number, type: $0.type, value: $0) }
                try house.answerQuery(.states(reported))
            }
            house.pass(.milliseconds(20))
        }
    }

    /// The last level ordered, or the initial level of the ramp.
    private func given(_ house: HouseUnderTest, from start: Int) -> Int {
        for dispatch in house.sent.map(\.dispatch).reversed() {
            if case .level(let level) = dispatch.value { return level.value }
        }
        return start
    }

    private func note(_ house: HouseUnderTest, _ id: RequestID) -> String? {
        house.sceneReport(id)?.steps.first?.note
    }

    @Test(arguments: [(10, 90), (10, 53), (10, 0), (90, 10), (90, 47), (90, 100)])
    func levelAwayFromTheRampEndsIt(target: Int, reported: Int) throws {
        let house = try house("dim Level \(target) over 20s")
        try live(house, .seconds(1)) { [level(50)] }
        let id = try house.give("scene Noche")
        try live(house, .seconds(5)) { [level(given(house, from: 50))] }
        let sent = house.sent.count
        try live(house, .seconds(3)) { [level(reported)] }
        #expect(note(house, id)?.hasSuffix(": house moved it") == true)
        #expect(note(house, id)?.hasPrefix("stopped at \(given(house, from: 50))") == true)
        #expect(house.sent.count <= sent + 1)
        try live(house, .seconds(20)) { [level(reported)] }
        #expect(house.sent.count <= sent + 1)
        #expect(try house.reading("Level", .regulable).value == level(reported))
        house.expectNothingIsHeld()
    }

    @Test(arguments: [0, 1, -1])
    func roundingServerDoesNotEndTheRamp(error: Int) throws {
        let house = try house("dim Level 10 over 20s")
        try live(house, .seconds(1)) { [level(50)] }
        let id = try house.give("scene Noche")
        try live(house, .seconds(21)) { [level(given(house, from: 50) + error)] }
        #expect(house.sceneReport(id)?.outcome == .done && note(house, id) == nil)
        #expect(given(house, from: 50) == 10)
    }

    @Test func lateReportsDoNotEndTheRamp() throws {
        let house = try house("dim Level 10 over 20s")
        try live(house, .seconds(1)) { [level(50)] }
        let id = try house.give("scene Noche")
        var history: [Int] = []
        try live(house, .seconds(21)) {
            history.append(given(house, from: 50))
            return [level(history[max(0, history.count - 5)])]
        }
        #expect(house.sceneReport(id)?.outcome == .done && note(house, id) == nil)
    }

    @Test func movementToTheInitialLevelDoesNotEndTheRamp() throws {
        let house = try house("dim Level 50\ndim Level 10 over 20s")
        try live(house, .seconds(1)) { [level(90)] }
        let id = try house.give("scene Noche")
        // The lamp is slow.
        var lamp = 90
        try live(house, .seconds(25)) {
            lamp = max(lamp - 5, given(house, from: 90))
            return [level(lamp)]
        }
        #expect(house.sceneReport(id)?.steps.map(\.note) == [nil, nil])
        #expect(given(house, from: 90) == 10)
    }

    @Test func unconfirmedLevelIsTrustedOnceTheHouseReportsTheRamp() throws {
        let house = try house("dim Level 50\ndim Level 10 over 20s")
        let id = try house.give("scene Noche")
        try live(house, .seconds(4)) { [level(given(house, from: 50))] }
        try live(house, .seconds(2)) { [level(90)] }
        #expect(house.sceneReport(id)?.steps.last?.note?.hasSuffix("house moved it") == true)
    }

    @Test func unconfirmedLevelIsTrustedAfterAWhile() throws {
        let house = try house("dim Level 50\ndim Level 10 over 60s")
        let id = try house.give("scene Noche")
        try live(house, .seconds(8)) { [level(90)] }
        #expect(house.sceneReport(id) == nil)
        try live(house, .seconds(5)) { [level(90)] }
        #expect(house.sceneReport(id)?.steps.last?.note?.hasSuffix("house moved it") == true)
    }

    @Test func staleLevelDoesNotEndTheRamp() throws {
        let house = try house("dim Level 48 over 20s")
        try live(house, .seconds(1)) { [level(50)] }
        let id = try house.give("scene Noche")
        try live(house, .seconds(12)) { [level(given(house, from: 50))] }
        try live(house, .seconds(2)) { [level(90)] }
        #expect(try house.reading("Level", .regulable).value == level(90))
        try house.report(["Level": nil])
        try live(house, .seconds(7)) { [] }
        #expect(house.sceneReport(id)?.outcome == .done && note(house, id) == nil)
    }

    // MARK: - Off

    @Test(arguments: [(20, true), (0, false)])
    func offEndsARampToAnotherLevel(target: Int, ends: Bool) throws {
        let house = try house("dim Dimmer \(target) over 20s", reportedTypes: [.binary])
        try house.obey("dim Dimmer 60")
        try live(house, .seconds(1), "Dimmer") { [.on] }
        let id = try house.give("scene Noche")
        try live(house, .seconds(11), "Dimmer") { [.on] }
        try live(house, .seconds(10), "Dimmer") { [.off] }
        #expect((note(house, id)?.hasSuffix("house moved it") == true) == ends)
    }

    @Test func anotherStepOfTheSceneIsNotTheWall() throws {
        let house = try house(
            """
            in parallel:
                dim Dimmer 80 over 60s
                if tue:
                    wait 15s
                    set Dimmer off
            """,
            reportedTypes: [.binary]
        )
        try house.obey("dim Dimmer 20")
        try live(house, .seconds(1), "Dimmer") { [.on] }
        let id = try house.give("scene Noche")
        try live(house, .seconds(61), "Dimmer") { [house.signals.last == "Dimmer=off" ? .off : .on] }
        #expect(house.signals.contains("Dimmer=off"))
        let ramp = try #require(house.sceneReport(id)?.steps.last { $0.step.hasPrefix("dim") })
        #expect(ramp.note == nil && ramp.error == nil)
    }

    @Test(arguments: [(true, false), (false, true)])
    func initiallyDarkLampMayBeReportedLate(isLate: Bool, ends: Bool) throws {
        let house = try house("dim Dimmer 60 over 60s", reportedTypes: [.binary])
        try house.obey("dim Dimmer 0")
        try live(house, .seconds(1), "Dimmer") { [.off] }
        let id = try house.give("scene Noche")
        try live(house, .seconds(9), "Dimmer") { [isLate ? .off : .on] }
        try live(house, .seconds(52), "Dimmer") { [isLate ? .on : .off] }
        #expect((note(house, id)?.hasSuffix("house moved it") == true) == ends)
    }

    @Test func glowingLampMayBeReportedOff() throws {
        let house = try house("dim Dimmer 4 over 100s", reportedTypes: [.binary])
        try house.obey("dim Dimmer 0")
        let id = try house.give("scene Noche")
        try live(house, .seconds(101), "Dimmer") { [given(house, from: 0) > 1 ? .on : .off] }
        #expect(house.sceneReport(id)?.outcome == .done && note(house, id) == nil)
    }
}
