import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Orders and scenes that must not begin after an absolute time.
struct UntilTests {
    private func until(_ house: HouseUnderTest, _ left: Duration) -> String {
        "--until \((house.now + left).wall.rfc3339)"
    }

    private func refusal(_ house: HouseUnderTest, _ line: String) throws -> Fault {
        try #require(house.fault(try house.give(line)), "\(line) was not refused")
    }

    @Test(arguments: ["set Buzzer on", "set Buzzer on --deadline 10m", "dim Level 4", "toggle Buzzer", "set Louver up"])
    func orderThatArrivesLaterIsRefused(line: String) throws {
        let house = HouseUnderTest()
        try house.obey("set Buzzer off")
        let records = house.records.count
        let late = "\(line) \(until(house, .seconds(2)))"
        // It waits in the socket meanwhile.
        house.pass(.seconds(2))
        let fault = try refusal(house, late)
        #expect(fault.code == .deadlinePassed)
        #expect(fault.message.hasSuffix(" after \(house.now.wall.rfc3339); nothing was sent"))
        house.pass(.seconds(600))
        #expect(house.signals == ["Buzzer=off"])
        #expect(house.records.count == records)
        house.expectNothingIsHeld()
    }

    /// Of a place, and of scenes.
    @Test(arguments: ["off Salon", "set --all Salon on", "run Extra 'set Buzzer off'", "scene stop Noche"])
    func requestThatArrivesLaterIsRefused(line: String) throws {
        let house = HouseUnderTest()
        try house.obey("set Buzzer on")
        let count = house.signals.count
        let words = line.split(separator: " ", maxSplits: line.hasPrefix("scene") ? 2 : 1)
        let head = words.dropLast().joined(separator: " ")
        let late = "\(head) \(until(house, .seconds(2))) \(words.last ?? "")"
        let early = "\(head) \(until(house, .seconds(60))) \(words.last ?? "")"
        house.pass(.seconds(2))
        let fault = try refusal(house, late)
        #expect(fault.code == .deadlinePassed)
        #expect(fault.message.hasSuffix(" after \(house.now.wall.rfc3339); nothing was sent"))
        house.pass(.seconds(600))
        #expect(house.signals.count == count)
        house.expectNothingIsHeld()
        guard !line.hasPrefix("scene") else { return }
        // In time, it is carried out.
        let next = early.replacing(/--until \S+/, with: until(house, .seconds(60)))
        _ = try house.give(next)
        house.pass(.seconds(10))
        #expect(house.signals.count > count)
    }

    /// The orders for a place end at that time too.
    @Test func orderForAPlaceEndsInTime() throws {
        let house = HouseUnderTest()
        let count = house.sent.count
        _ = try house.give("set --all \(until(house, .seconds(3))) Salon on")
        #expect(house.sent.count > count)
        #expect(house.sent[count...].allSatisfy { $0.dispatch.timeout <= .seconds(3) })
    }

    @Test func refusalNamesTheElementAndTheTime() throws {
        let house = HouseUnderTest()
        let fault = try refusal(house, "set louver up --until 2020-01-01T00:00:00Z")
        #expect(
            fault.message == "Casa/Salon/Louver: the order arrived after 2020-01-01T00:00:00.000Z; nothing was sent"
        )
        // A wrong name is reported as ever.
        #expect(try refusal(house, "set Nothing up --until 2020-01-01T00:00:00Z").code == .unknownElement)
    }

    @Test func orderThatArrivesInTimeIsCarriedOut() throws {
        let house = HouseUnderTest()
        try house.obey("set Buzzer on \(until(house, .milliseconds(1)))")
        try house.obey("set Buzzer off --until 9999-12-31T23:59:59.999Z")
        #expect(house.signals == ["Buzzer=on", "Buzzer=off"])
    }

    /// The earliest of the three: the link's own deadline, `--deadline`, and the time that is left.
    @Test(arguments: [
        ("", 4.0, 4.0), ("", 3600, 10), ("--deadline 2s", 4, 2), ("--deadline 6s", 4, 4), ("--deadline 1m", 3600, 60),
    ])
    func deadlineIsTheEarliest(options: String, left: Double, ends: Double) throws {
        let house = HouseUnderTest()
        let start = house.now
        let id = try house.give("set Buzzer on \(options) \(until(house, .seconds(left)))")
        #expect(house.sent[0].dispatch.timeout == .seconds(ends))
        // The server is unreachable: the order is tried again until it ends.
        while house.replies[id] == nil {
            try house.answerAll(.notSent(reason: "connection refused"))
            house.pass(.milliseconds(50))
        }
        let sent = house.sent.count
        #expect(sent > 1 && house.sent.allSatisfy { $0.at - start < .seconds(ends) })
        #expect(house.now - start <= .seconds(ends) + .milliseconds(50))
        house.pass(.seconds(3600))
        #expect(house.sent.count == sent)
        #expect(house.fault(id) != nil)
    }

    @Test func orderThatWaitsForItsTurnIsNotSentLater() throws {
        let house = HouseUnderTest()
        try house.give("set Louver up --deadline 10m")
        let second = try house.give("set Louver down \(until(house, .seconds(3)))")
        house.pass(.seconds(3))
        try house.answerAll()
        #expect(house.signals == ["Louver=up"])
        #expect(house.fault(second)?.code == .deadlinePassed)
    }

    /// The time that is left is measured by the clock that never jumps.
    @Test(arguments: [86_400, -86_400])
    func clockThatIsSetMeanwhileChangesNothing(seconds: Int) throws {
        let house = HouseUnderTest()
        let start = house.now
        let id = try house.give("set Buzzer on \(until(house, .seconds(4)))")
        try house.answer(.notSent(reason: "connection refused"))
        house.setClock(by: .seconds(seconds))
        while house.replies[id] == nil {
            house.pass(.milliseconds(50))
            try house.answerAll(.notSent(reason: "connection refused"))
        }
        #expect(house.fault(id) != nil)
        let last = try #require(house.sent.last?.at)
        #expect(last - start > .seconds(2) && last - start < .seconds(4))
    }

    /// While a machine sleeps, both clocks go on.
    @Test func sleepCounts() throws {
        let house = HouseUnderTest()
        let line = "set Buzzer on \(until(house, .seconds(4)))"
        house.setClock(by: .seconds(4), uptime: .seconds(4))
        #expect(try refusal(house, line).code == .deadlinePassed)
    }

    @Test func explainedOrderIsRefusedToo() throws {
        let house = HouseUnderTest()
        let line = "set Buzzer on --explain \(until(house, .seconds(1)))"
        guard case .explanation? = try house.ask(line) else { throw Fault(.busy, "no explanation") }
        house.pass(.seconds(1))
        #expect(try refusal(house, line).code == .deadlinePassed)
    }

    // MARK: - Keys

    @Test func repeatedOrderIsAnsweredAsTheFirstTime() throws {
        let house = HouseUnderTest()
        let line = "set Buzzer on --key k \(until(house, .seconds(1)))"
        let first = try house.give(line)
        #expect(try refusal(house, line).code == .inProgress)
        try house.answer()
        house.pass(.seconds(60))
        #expect(try house.ask(line) == house.replies[first])
        #expect(house.receipt(first)?.outcome == .accepted)
        #expect(house.sent.count == 1)
        // The same key with another time is the same order: programs that add the time repeat it with a later one.
        #expect(try house.ask("set Buzzer on --key k \(until(house, .seconds(1)))") == house.replies[first])
        #expect(house.sent.count == 1)
    }

    @Test func refusedOrderTakesNoKey() throws {
        let house = HouseUnderTest()
        let line = "set Buzzer on --key k \(until(house, .zero))"
        for _ in 1...2 { #expect(try refusal(house, line).code == .deadlinePassed) }
        try house.obey("set Buzzer on --key k \(until(house, .seconds(1)))")
        #expect(house.sent.count == 1)
    }

    // MARK: - Scenes

    private func house(_ text: String) -> HouseUnderTest {
        HouseUnderTest(HouseUnderTest.catalog(scenes: [("Noche", text)]))
    }

    @Test(arguments: ["", "again: queue\n", "again: skip\n"])
    func sceneThatArrivesLaterIsRefused(policy: String) throws {
        let house = house(policy + "set Louver down\nwait 10s")
        let line = "scene noche \(until(house, .seconds(2)))"
        let running = try house.give("scene Noche")
        try house.answer()
        house.pass(.seconds(2))
        let fault = try refusal(house, line)
        #expect(fault.code == .deadlinePassed)
        #expect(fault.message.hasPrefix("scene Noche: the request arrived after "))
        #expect(try refusal(house, line + " --explain").code == .deadlinePassed)
        // The run that it would have ended goes on.
        #expect(house.replies[running] == nil)
        house.pass(.seconds(8))
        #expect(house.sceneReport(running)?.outcome == .done)
        #expect(house.signals == ["Louver=down"])
        house.expectNothingIsHeld()
    }

    @Test func sceneThatHasBegunGoesOn() throws {
        let house = house("wait 10s\nset Louver down")
        let id = try house.give("scene Noche \(until(house, .seconds(1)))")
        house.pass(.seconds(10))
        try house.answer()
        #expect(house.sceneReport(id)?.outcome == .done)
    }

    @Test func queuedSceneIsRefusedWhenItsTurnComesLater() throws {
        let house = house("again: queue\nset Louver down\nwait 10s")
        let first = try house.give("scene Noche")
        let late = try house.give("scene Noche \(until(house, .seconds(9)))")
        let third = try house.give("scene Noche \(until(house, .seconds(11)))")
        try house.answer()
        #expect(house.replies[late] == nil)
        house.pass(.seconds(10))
        #expect(house.sceneReport(first)?.outcome == .done)
        #expect(house.fault(late)?.code == .deadlinePassed)
        #expect(house.fault(late)?.message.hasPrefix("scene Noche: its turn came after ") == true)
        try house.answer()
        house.pass(.seconds(10))
        #expect(house.sceneReport(third)?.outcome == .done)
        #expect(house.signals == ["Louver=down", "Louver=down"])
        house.expectNothingIsHeld()
    }
}
