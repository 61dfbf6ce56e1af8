import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// An endpoint that reports no states is checked for reachability.
struct CheckTests {
    private static func house(reading: ReadPolicy? = nil, checkInterval: Duration? = .seconds(60)) -> HouseUnderTest {
        var profile = FakeProfile("http://casa", reports: reading == nil ? [] : [.binary], reading: reading)
        profile.checkInterval = checkInterval
        let link = Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))
        return HouseUnderTest(Catalog(houses: [HouseUnderTest.casa], links: [link], linkOfHouse: [0]))
    }

    private func isReachable(_ house: HouseUnderTest) throws -> Bool? {
        try #require(try house.status.servers.first).reachable
    }

    /// A house whose server has answered the first check.
    private func connectedHouse() throws -> HouseUnderTest {
        let house = Self.house()
        house.pass(.seconds(2))
        try house.answerQuery(connected)
        return house
    }

    private var connected: Answer { .states([]) }
    private var refused: Answer { .failed(reason: "connection refused") }

    @Test func endpointIsCheckedAfterTheStartAndThenPeriodically() throws {
        let house = Self.house()
        house.pass(.seconds(2))
        #expect(house.read.map(\.query.check) == [.connection])
        #expect(house.read.allSatisfy { $0.query.targets.isEmpty })
        #expect(try isReachable(house) == nil)
        try house.answerQuery(connected)
        #expect(try isReachable(house) == true)
        house.pass(.seconds(58))
        #expect(house.read.count == 1)
        house.pass(.seconds(4))
        #expect(house.read.count == 2)
        try house.answerQuery(connected)
        house.expectNothingIsHeld()
    }

    /// One failure may be a hiccup; the next checks follow soon.
    @Test func deadEndpointIsNoticedWithinSeconds() throws {
        let house = Self.house()
        for _ in 0..<Breaker.failuresToOpen {
            #expect(try isReachable(house) == nil)
            for _ in 0..<100 where house.unanswered == 0 { house.pass(.milliseconds(100)) }
            try house.answerQuery(refused)
        }
        #expect(try isReachable(house) == false)
        #expect(house.now < Instant(uptime: 5_000_000_000, wall: house.now.wall) + .seconds(15))
        #expect(house.events.contains { $0.message == "unreachable: connection refused" })
    }

    @Test func endpointThatIsBackIsNoticedWithoutAnOrder() throws {
        let house = try connectedHouse()
        try house.breakServer("set Buzzer on --deadline 5s")
        #expect(try isReachable(house) == false)
        house.pass(.seconds(10))
        try house.answerAll(.notSent(reason: "connection refused"))
        for _ in 0..<30 where house.unanswered == 0 { house.pass(.seconds(1)) }
        #expect(house.read.last?.query.check == .connection)
        try house.answerQuery(connected)
        #expect(try isReachable(house) == true)
        #expect(house.events.last { $0.kind == .server }?.message == "reachable")
    }

    @Test func failedOrderIsFollowedByACheck() throws {
        let house = try connectedHouse()
        try house.give("set Buzzer on --deadline 500ms")
        house.pass(.milliseconds(100))
        try house.answer(.notSent(reason: "connection refused"))
        house.pass(.seconds(3))
        #expect(house.read.count == 2)
    }

    /// A server that hangs still accepts connections.
    @Test func endpointThatDidNotAnswerAnOrderHasToAnswerTheCheck() throws {
        let house = try connectedHouse()
        try house.give("set Buzzer on --deadline 1s")
        house.pass(.seconds(1))
        try house.answer(.lost(reason: "no answer in 1 s"))
        house.pass(.seconds(2))
        #expect(house.read.last?.query.check == .response)
        for _ in 1..<Breaker.failuresToOpen {
            for _ in 0..<100 where house.unanswered == 0 { house.pass(.milliseconds(100)) }
            #expect(house.read.last?.query.check == .response)
            try house.answerQuery(.failed(reason: "no answer in 3 s"))
        }
        #expect(try isReachable(house) == false)
        for _ in 0..<100 where house.unanswered == 0 { house.pass(.milliseconds(500)) }
        #expect(house.read.last?.query.check == .response)
        try house.answerQuery(connected)
        #expect(try isReachable(house) == true)
        house.pass(.seconds(70))
        #expect(house.read.last?.query.check == .connection)
    }

    @Test func orderGoesBeforeTheCheckAndIsAcceptedDuringIt() throws {
        let house = Self.house()
        house.pass(.seconds(2))
        #expect(house.unanswered == 1)
        try house.obey("set Buzzer on")
        #expect(try isReachable(house) == true)
        try house.answerQuery(refused)
        #expect(try isReachable(house) == true)
    }

    @Test func endpointWithReadableStatesIsReadAndNotChecked() throws {
        let house = Self.house(reading: ReadPolicy(interval: .seconds(60)))
        house.pass(.seconds(2))
        #expect(house.read.first?.query.check == nil && house.read.first?.query.targets.isEmpty == false)
    }

    @Test func linkWithoutAnIntervalIsNeverChecked() throws {
        let house = Self.house(checkInterval: nil)
        try house.give("set Buzzer on --deadline 500ms")
        try house.answer(.notSent(reason: "connection refused"))
        house.pass(.seconds(600))
        #expect(house.read.isEmpty)
    }

    @Test func loadKeepsWhatIsKnownAndChecksAgain() throws {
        let house = try connectedHouse()
        var profile = FakeProfile("http://casa")
        profile.checkInterval = .seconds(60)
        let link = Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))
        house.feed(.load(Catalog(houses: [HouseUnderTest.casa], links: [link], linkOfHouse: [0]), ids: []))
        #expect(try isReachable(house) == true)
        house.pass(.seconds(2))
        #expect(house.read.count == 2)
    }
}
