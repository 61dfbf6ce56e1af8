import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Conditions with `for`: a reading must have held for a while, by the monotonic clock and under observation.
struct HoldTests {
    private func house(_ text: String, houses: [House]? = nil, plan: ReadPolicy? = nil) -> HouseUnderTest {
        HouseUnderTest(
            HouseUnderTest.catalog(
                houses: houses ?? [HouseUnderTest.casa, HouseUnderTest.torre],
                scenes: [("Regla", text)],
                reading: plan
            )
        )
    }

    private static let plan = ReadPolicy(
        readsOne: false,
        readsAll: true,
        interval: .seconds(10),
        maximumAge: .seconds(60)
    )

    private func starts(_ house: HouseUnderTest) -> Int {
        house.events.count { $0.scene == "Regla" && $0.progress == .begins }
    }

    private func isDown(_ house: HouseUnderTest) -> Bool { house.signals.contains("Louver=down") }

    // MARK: - The clock

    @Test(arguments: ["if Buzzer on for 1h: set Louver down", "wait until Buzzer on for 1h\nset Louver down"])
    func settingTheClockDoesNotCountAsTime(text: String) throws {
        let house = house(text)
        try house.obey("set Buzzer on")
        house.setClock(by: .seconds(7200))
        try house.give("scene Regla")
        house.pass(.seconds(1))
        #expect(!isDown(house))
    }

    @Test func conditionCountsElapsedTime() throws {
        let house = house("when Bell on\nonly if Buzzer on for 1h\nlog x")
        try house.obey("set Buzzer on")
        house.setClock(by: .seconds(7200))
        try house.obey("set Bell on")
        #expect(starts(house) == 0)
        house.setClock(by: .seconds(-7200))
        house.pass(.seconds(3600))
        try house.obey("set Bell off")
        try house.obey("set Bell on")
        #expect(starts(house) == 1)
    }

    @Test func waitEndsInTimeThoughTheClockIsSetBack() throws {
        let house = house("wait until Buzzer on for 1h\nset Louver down")
        try house.obey("set Buzzer on")
        try house.give("scene Regla")
        house.setClock(by: .seconds(-7200))
        house.pass(.seconds(3599))
        #expect(!isDown(house))
        house.pass(.seconds(1))
        #expect(isDown(house))
    }

    @Test func timeAsleepCounts() throws {
        let house = house("wait until Buzzer on for 1h\nset Louver down")
        try house.obey("set Buzzer on")
        try house.give("scene Regla")
        house.setClock(by: .seconds(3600), uptime: .seconds(3600))
        #expect(isDown(house))
    }

    @Test func rampIsOvertakenThoughTheClockIsSetBack() throws {
        let house = house("dim Level 100 over 60s")
        try house.obey("dim Level 20")
        let id = try house.give("scene Regla")
        house.pass(.seconds(1))
        try house.answerAll()
        house.setClock(by: .seconds(-3600))
        try house.give("dim Level 5")
        try house.answerAll()
        house.pass(.seconds(1))
        #expect(house.sceneReport(id)?.steps.first?.note?.contains("moved it") == true)
        #expect(house.signals.last == "Level=5")
    }

    // MARK: - Without observation

    @Test func timeWithoutTheDaemonDoesNotCount() throws {
        let house = house("wait until Buzzer on for 30s\nset Louver down", plan: Self.plan)
        let reading = Reading(
            value: .on,
            certainty: .confirmed,
            since: Timestamp(milliseconds: 1_699_000_000_000),
            cause: .house
        )
        house.feed(
            .remembered(Memory(readings: [.init(element: "Casa/Buzzer", type: .binary, reading: reading)]))
        )
        try house.report(["Buzzer": .on])
        try house.give("scene Regla")
        #expect(!isDown(house))
        for _ in 0..<4 {
            try house.report(["Buzzer": .on])
            house.pass(.seconds(9))
        }
        #expect(isDown(house))
    }

    @Test(arguments: ["when Buzzer on for 30s\nset Louver down", "wait until Buzzer on for 30s\nset Louver down"])
    func timeWithoutTheLinkDoesNotCount(text: String) throws {
        let house = house(text)
        try house.obey("set Buzzer on")
        if text.hasPrefix("wait") { try house.give("scene Regla") }
        let before = house.sent.count
        house.pass(.seconds(1))
        try house.breakServer("set Display 1 --deadline 10m")
        house.pass(.seconds(40))
        #expect(house.signals[before...].allSatisfy { $0 == "Display=1" })
        // The server answers again.
        while house.sent.count > house.answeredCount { try house.answer() }
        for _ in 0..<100 where try house.reading("Buzzer", .binary).isStale {
            house.pass(.seconds(1))
            while house.sent.count > house.answeredCount { try house.answer() }
        }
        house.pass(.seconds(29))
        let after = house.signals.count { $0 == "Louver=down" }
        house.pass(.seconds(1))
        #expect(house.signals.count { $0 == "Louver=down" } == after + 1)
    }

    @Test func orderCountsOnceTheHouseHasReportedIt() throws {
        let house = house("when Buzzer on for 20s\nlog x", plan: Self.plan)
        try house.report(["Buzzer": .off])
        try house.obey("set Buzzer on")
        house.pass(.seconds(4))
        while try house.reading("Buzzer", .binary).certainty != .confirmed { try house.report(["Buzzer": .on]) }
        house.pass(.milliseconds(19_999))
        #expect(starts(house) == 0)
        house.pass(.milliseconds(1))
        #expect(starts(house) == 1)
    }

    @Test func numberMayChangeWhileAWaitIsForItsLimit() throws {
        let house = house("wait until Level above 50 for 10s\nset Louver down")
        try house.give("scene Regla")
        try house.obey("dim Level 60")
        house.pass(.seconds(6))
        try house.obey("dim Level 70")
        house.pass(.seconds(4))
        #expect(isDown(house))
    }

    // MARK: - Changes

    @Test func slowDriftIsAChange() throws {
        let house = house("when Level changes\nlog x", plan: Self.plan)
        for level in 40...90 { try house.report(["Level": .level(Percent(clamping: level))]) }
        // 40, the first known value, then every second one.
        #expect(starts(house) == 26)
        for level in [89, 90, 89, 90] { try house.report(["Level": .level(Percent(clamping: level))]) }
        #expect(starts(house) == 26)
    }

    // MARK: - Loads

    @Test(arguments: ["when Lamp on\nlog x", "when Lamp changes\nlog x"])
    func nameThatRefersToAnotherElementStartsAnew(text: String) throws {
        func house(_ sector: String) -> House {
            House(name: "Casa", sectors: [Sector(name: sector, elements: [HouseUnderTest.element("Lamp", .binary)])])
        }
        let tested = self.house(text, houses: [house("Salon")], plan: Self.plan)
        try tested.report(["Lamp": .on])
        #expect(starts(tested) == 1)
        let catalog = HouseUnderTest.catalog(houses: [house("Patio")], scenes: [("Regla", text)], reading: Self.plan)
        tested.feed(.load(catalog, ids: []))
        try tested.report(["Lamp": .on])
        #expect(starts(tested) == 2)
    }
}
