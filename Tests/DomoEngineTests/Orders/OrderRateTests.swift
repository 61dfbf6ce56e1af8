import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// How many orders a tree of tokens may give, and whose turn it is at a busy endpoint.
struct OrderRateTests {
    private static let names = (0..<300).map { "L\($0)" }

    /// A house of many lamps, each of which is also a dimmer; the tokens `phone`, `guest` and `hub` may act, `child` was
    /// made by `guest`.
    private static func house(
        maxInFlight: Int = 1000,
        scenes: [(name: String, text: String)] = [],
        rates: AccessRules.OrderRates = .init()
    ) -> HouseUnderTest {
        let elements = names.map { HouseUnderTest.element($0, .binary, .regulable) }
        var catalog = HouseUnderTest.catalog(
            houses: [House(name: "Piso", elements: elements)],
            maxInFlight: maxInFlight,
            scenes: scenes
        )
        catalog.access.orderRates = rates
        let house = HouseUnderTest(catalog)
        let act = AccessRules.Grant(role: .act)
        var tokens = [UInt64: AccessRules.Token].named(["phone": act, "guest": act, "hub": act])
        let guest = Principal.Token(named: "guest").id
        tokens[guest + 1] = AccessRules.Token(grant: act, creator: .token(guest))
        house.feed(.tokens(tokens))
        return house
    }

    private static let child = Principal.token(.init(id: Principal.Token(named: "guest").id + 1, name: "child"))

    private static func accepted(_ house: HouseUnderTest, _ ids: [RequestID]) -> Int {
        ids.count { house.fault($0) == nil }
    }

    @Test func treeHasABurstAndARate() throws {
        let house = Self.house()
        func give(_ count: Int, by principal: Principal) throws -> Int {
            let ids = try (0..<count).map { try house.give("set L\($0 % 300) on --wait none", by: principal) }
            return Self.accepted(house, ids)
        }
        #expect(try give(130, by: .token("guest")) == 100)
        // Tokens that it has made share its rate; those of others, users and those of the house don't.
        #expect(try give(10, by: Self.child) == 0)
        #expect(try give(90, by: .token("phone")) == 90)
        #expect(try give(300, by: .ana) == 300)
        house.pass(.seconds(1))
        #expect(try give(30, by: .token("guest")) == 20)
        let refused = try house.give("set L1 on", by: .token("guest"))
        #expect(house.fault(refused)?.code == .busy)
        #expect(house.fault(refused)?.message.contains("20 per second") == true)
    }

    @Test func refusedOrdersAreCountedAndNotRecorded() throws {
        let house = Self.house()
        for number in 0..<500 { try house.give("set L\(number % 300) on --wait none", by: .token("guest")) }
        let recorded = Set(
            house.records.compactMap { record in
                if case .order(let order, firstAttempt: _) = record { order.id } else { nil }
            }
        )
        #expect(recorded.count == 100)
        #expect(house.engine.rates.refused == 400)
    }

    @Test func sliderNeverFailsAndItsLastLevelIsSent() throws {
        let house = Self.house()
        for number in 0..<100 { try house.give("set L\(number) on --wait none", by: .token("guest")) }
        try house.answerAll()
        let before = house.sent.count
        var ids: [RequestID] = []
        // Two seconds of a slider that sends at 50 per second, beside lamps at the full rate.
        for step in 0..<100 {
            ids.append(try house.give("dim L200 \(step) --wait none", by: .token("guest")))
            try house.give("set L\(step) off --wait none", by: .token("guest"))
            house.pass(.milliseconds(20))
            try house.answerAll()
        }
        house.pass(.seconds(3))
        try house.answerAll()
        #expect(Self.accepted(house, ids) == 100)
        #expect(house.signals.last { $0.hasPrefix("L200") } == "L200=99")
        #expect(house.sent.count - before <= 45)
        house.expectNothingIsHeld()
    }

    /// Levels that replace a waiting one are recorded, so they have a limit too.
    @Test func levelsAsFastAsPossibleAreRefused() throws {
        let house = Self.house()
        let ids = try (0..<1000).map { try house.give("dim L200 \($0 % 100) --wait none", by: .token("guest")) }
        #expect(Self.accepted(house, ids) <= 202)
    }

    /// A person does not wait for the rate of another, and the other's level does not follow the newer order.
    @Test func orderOfAnotherDoesNotWaitBehindALevelAboveItsRate() throws {
        let house = Self.house()
        for number in 0..<100 { try house.give("set L\(number) on --wait none", by: .token("guest")) }
        try house.answerAll()
        let level = try house.give("dim L200 40", by: .token("guest"))
        let off = try house.give("set L200 off", by: .ana)
        #expect(house.signals.last == "L200=off")
        #expect(house.receipt(level)?.outcome == .superseded)
        try house.answerAll()
        #expect(house.receipt(off)?.outcome == .accepted)
        house.pass(.seconds(10))
        #expect(house.signals.last == "L200=off")
        house.expectNothingIsHeld()
    }

    /// A level that waits is not kept when it could not be sent in time.
    @Test func levelsOfManyElementsWaitAtMostHalfTheirTime() throws {
        let house = Self.house()
        let ids = try Self.names.map { try house.give("dim \($0) 40 --wait none", by: .token("guest")) }
        // 100 at once, and 20/s for 5 s.
        #expect((199...201).contains(Self.accepted(house, ids)))
        for _ in 0..<60 {
            house.pass(.milliseconds(100))
            try house.answerAll()
        }
        #expect((199...201).contains(house.sent.count))
        house.expectNothingIsHeld()
    }

    /// What moves can be stopped, whatever else the token has ordered; but not without end.
    @Test func stopIsAcceptedAboveTheRate() throws {
        let elements =
            [HouseUnderTest.element("Cover", .bidirectional)]
            + (0..<120).map { HouseUnderTest.element("L\($0)", .binary) }
        let house = HouseUnderTest(HouseUnderTest.catalog(houses: [House(name: "Piso", elements: elements)]))
        house.feed(.tokens(.named(["guest": .init(role: .act)])))
        for number in 0..<120 { try house.give("set L\(number) on --wait none", by: .token("guest")) }
        #expect(house.fault(try house.give("set Cover up --wait none", by: .token("guest")))?.code == .busy)
        let stops = try (0..<500).map { _ in try house.give("set Cover stop --wait none", by: .token("guest")) }
        #expect(Self.accepted(house, stops) == 100)
    }

    @Test func groupOrderCountsOnceForAHundredElements() throws {
        let house = Self.house()
        for _ in 0..<25 { try house.give("off Piso", by: .token("guest")) }
        // 25 orders for 300 lamps took 4 each.
        #expect(house.engine.rates.refused == 0)
        let next = try house.give("off Piso", by: .token("guest"))
        #expect(house.fault(next)?.code == .busy)
    }

    @Test func stepsOfRunWaitAndScenesAreFree() throws {
        let lines = Self.names.prefix(150).map { "set \($0) on --wait none" }
        let house = Self.house(scenes: [(name: "Noche", text: lines.joined(separator: "\n"))])
        let scene = try house.give("scene Noche", by: .token("guest"))
        #expect(house.sent.count == 150)
        try house.answerAll()
        #expect(house.fault(scene) == nil)
        let script = lines.map { Words.quoted($0) }.joined(separator: " ")
        try house.give("run adhoc \(script)", by: .token("guest"))
        let first = house.sent.count - 150
        #expect((95...100).contains(first))
        for _ in 0..<40 {
            house.pass(.milliseconds(100))
            try house.answerAll()
        }
        #expect(house.sent.count == 300)
        house.expectNothingIsHeld()
    }

    @Test func bridgeHasItsOwnRate() throws {
        let house = Self.house(rates: .init(tree: .init(perSecond: 1, burst: 2), tokens: ["hub": 50]))
        func give(_ count: Int, by principal: Principal) throws -> Int {
            let ids = try (0..<count).map { try house.give("set L\($0) on --wait none", by: principal) }
            return Self.accepted(house, ids)
        }
        #expect(try give(300, by: .token("hub")) == 250)
        #expect(try give(10, by: .token("guest")) == 2)
    }

    /// Ten trees that fill a slow bus delay a person by one order each.
    @Test func principalsTakeTurnsAtABusyEndpoint() throws {
        let house = Self.house(maxInFlight: 1)
        for number in 0..<90 { try house.give("set L\(number) on --wait none", by: .token("guest")) }
        for number in 90..<180 { try house.give("set L\(number) on --wait none", by: .token("phone")) }
        try house.give("set L200 on --wait none", by: .ana)
        for _ in 0..<4 { try house.answer() }
        #expect(house.signals.contains("L200=on"))
        try house.answerAll()
        #expect(house.sent.count == 181)
        house.expectNothingIsHeld()
    }
}
