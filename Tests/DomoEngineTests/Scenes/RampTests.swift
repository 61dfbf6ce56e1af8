import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

struct RampTests {
    private func house(_ text: String) throws -> HouseUnderTest {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: [("Noche", text)]))
        try house.obey("dim Level 50")
        return house
    }

    /// Lets time pass with a server that takes this long for each order.
    private func live(_ house: HouseUnderTest, _ duration: Duration, answersAfter delay: Duration) throws {
        let end = house.now + duration
        while house.now < end {
            if house.sent.count > house.answeredCount, house.now - house.sent[house.answeredCount].at >= delay {
                try house.answer()
            }
            house.pass(.milliseconds(10))
        }
    }

    private func levels(_ house: HouseUnderTest) -> [Int] {
        house.sent.dropFirst().compactMap {
            if case .level(let level) = $0.dispatch.value { level.value } else { nil }
        }
    }

    @Test func levelMovesEvenly() throws {
        let house = try house("dim Level 10 over 20s\nset Buzzer on")
        let start = house.now
        let id = try house.give("scene Noche")
        try live(house, .seconds(21), answersAfter: .milliseconds(30))
        #expect(levels(house) == Array((10..<50).reversed()))
        let last = try #require(house.sent.last { $0.dispatch.target.name == "Level" })
        #expect(abs((last.at - start).nanoseconds - 20_000_000_000) < 20_000_000)
        #expect(house.signals.last == "Buzzer=on")
        try live(house, .seconds(1), answersAfter: .zero)
        #expect(house.sceneReport(id)?.outcome == .done)
        #expect(house.sceneReport(id)?.steps.map(\.step) == ["dim Level 10 over 20s", "set Buzzer on"])
        house.expectNothingIsHeld()
    }

    @Test func slowServerGetsFewerAndLargerSteps() throws {
        let house = try house("dim Level 100 over 10s")
        try house.give("scene Noche")
        try live(house, .seconds(13), answersAfter: .seconds(2))
        let levels = levels(house)
        #expect((3...6).contains(levels.count))
        #expect(levels.last == 100)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 })
        house.expectNothingIsHeld()
    }

    @Test func noMoreThanFourLevelsASecond() throws {
        let house = try house("dim Level 100 over 2s")
        try house.give("scene Noche")
        try live(house, .seconds(3), answersAfter: .zero)
        #expect((6...8).contains(levels(house).count))
        #expect(levels(house).last == 100)
    }

    @Test func unknownLevelGoesToTheTargetAtOnce() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: [("Noche", "dim Level 10 over 20s\nset Buzzer on")]))
        try house.give("scene Noche")
        try house.answer()
        #expect(house.signals == ["Level=10", "Buzzer=on"])
    }

    /// For example after a restart: a wake-up light must not be at full level at once.
    @Test func rampStartsAtAStaleLevel() throws {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: [("Noche", "dim Level 50 over 4s")]))
        let level = Reading(
            value: .level(Percent(clamping: 30)),
            certainty: .assumed,
            since: Timestamp(milliseconds: 1),
            cause: .user("ana")
        )
        let path = "Casa/Cocina/Level"
        house.feed(.remembered(Memory(readings: [.init(element: path, type: .regulable, reading: level)])))
        guard case .explanation(let listed)? = try house.ask("scene Noche --explain") else {
            throw Fault(.busy, "not explained")
        }
        #expect(listed.signals.first?.signal?.contains("31") == true && listed.signals.count > 10)
        try house.give("scene Noche")
        #expect(house.sent.isEmpty)
        try live(house, .seconds(5), answersAfter: .zero)
        guard case .level(let first)? = house.sent.first?.dispatch.value else { throw Fault(.busy, "no level") }
        #expect((31...33).contains(first.value))
        #expect(levels(house).last == 50)
    }

    @Test func anotherOrderEndsIt() throws {
        let house = try house("dim Level 10 over 20s\nset Buzzer on")
        let id = try house.give("scene Noche")
        try live(house, .seconds(5), answersAfter: .milliseconds(30))
        try house.give("dim Level 90", by: .eva)
        try live(house, .seconds(2), answersAfter: .milliseconds(30))
        #expect(house.signals.suffix(2) == ["Level=90", "Buzzer=on"])
        #expect(house.sceneReport(id)?.steps.first?.note?.contains("eva moved it") == true)
        #expect(try house.reading("Level", .regulable).value == .level(Percent(clamping: 90)))
    }

    @Test func failedLevelDoesNotEndTheRamp() throws {
        let house = try house("dim Level 52 over 4s")
        let id = try house.give("scene Noche")
        house.pass(.seconds(2))
        try house.answer(.refused(reason: "404", isPassing: false))
        house.pass(.seconds(2))
        try house.answer()
        let report = try #require(house.sceneReport(id))
        #expect(report.outcome == .done)
        #expect(report.steps.first?.note == "1 of 2 levels failed, but not the last")
    }

    @Test func failureOfTheLastLevelFailsTheStep() throws {
        let house = try house("dim Level 51 over 4s")
        let id = try house.give("scene Noche")
        house.pass(.seconds(4))
        try house.answer(.refused(reason: "404", isPassing: false))
        #expect(house.sceneReport(id)?.steps.first?.error?.code == .refusedByServer)
    }

    @Test func presentLevelIsOrderedOnceAtTheEnd() throws {
        let house = try house("dim Level 50 over 4s")
        try house.give("scene Noche")
        house.pass(.seconds(4))
        #expect(levels(house) == [50])
    }

    @Test func stoppingLeavesItWhereItIs() throws {
        let house = try house("dim Level 10 over 20s")
        let id = try house.give("scene Noche")
        try live(house, .seconds(10), answersAfter: .milliseconds(30))
        try house.give("scene stop Noche")
        let sent = house.sent.count
        try live(house, .seconds(15), answersAfter: .milliseconds(30))
        #expect(house.sent.count == sent)
        #expect(house.sceneReport(id)?.steps.map(\.note) == ["stopped at 30"])
        house.expectNothingIsHeld()
    }

    @Test func elementThatCannotBeDimmedIsRefused() throws {
        let house = try house("dim Buzzer 10 over 20s")
        let id = try house.give("scene Noche")
        #expect(house.sceneReport(id)?.steps.first?.error?.code == .refusedValue)
    }

    /// Whatever the numbers, no level is ordered twice.
    @Test(arguments: [(3, 10, 20), (0, 100, 60), (7, 93, 77), (100, 1, 33), (1, 2, 7)])
    func explanationListsEachLevelOnce(from: Int, to: Int, seconds: Int) throws {
        let house = HouseUnderTest(
            HouseUnderTest.catalog(scenes: [("Noche", "set Level \(from)\ndim Level \(to) over \(seconds)s")])
        )
        guard case .explanation(let explanation)? = try house.ask("scene Noche --explain") else {
            throw Fault(.busy, "no explanation")
        }
        let levels = explanation.signals.compactMap { Int($0.action) }
        #expect(Set(levels).count == levels.count)
        #expect(levels.first == from && levels.last == to)
        #expect(explanation.signals.last?.after == Double(seconds))
    }

    // MARK: - Explanations

    @Test func explanationShowsWhenEachSignalIsSent() throws {
        let house = try house(
            """
            set Louver down
            wait 30s
            if Buzzer on: set Bell on
            dim Level 53 over 3s
            wait until Buzzer on for 1m
            in parallel:
                set Gong on
                set Display x
            """
        )
        guard case .explanation(let explanation)? = try house.ask("scene Noche --explain") else {
            throw Fault(.busy, "no explanation")
        }
        let listed = explanation.signals.map { signal in
            let note = signal.note.map { " \($0)" } ?? ""
            return "\(signal.line ?? 0) +\(signal.after ?? -1) \(signal.element)=\(signal.action)\(note)"
        }
        #expect(
            listed == [
                "1 +0.0 Casa/Salon/Louver=down", "3 +30.0 Torre/Bell=on if Buzzer on", "4 +31.0 Casa/Cocina/Level=51",
                "4 +32.0 Casa/Cocina/Level=52", "4 +33.0 Casa/Cocina/Level=53",
                "7 +33.0 Torre/Gong=on at the earliest", "8 +33.0 Casa/Display=x at the earliest",
            ]
        )
        #expect(house.sent.count == 1)
    }
}
