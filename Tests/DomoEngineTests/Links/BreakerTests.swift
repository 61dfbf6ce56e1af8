import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

struct BreakerTests {
    private let refused = Outcome.notSent(reason: "connection refused")

    @Test func threeFailuresInARowMakeTheServerUnreachable() throws {
        let house = HouseUnderTest()
        try house.obey("set Louver up")
        try house.give("set Buzzer on")
        try house.answer(refused)
        house.pass(.milliseconds(200))
        try house.answer(refused)
        #expect(try house.status.servers[0].reachable == true)
        house.pass(.milliseconds(300))
        try house.answer(refused)
        let server = try house.status.servers[0]
        #expect(server.reachable == false)
        #expect(server.problem == "connection refused")
        #expect(house.events.contains { $0.kind == .server && $0.message == "unreachable: connection refused" })
        #expect(try house.status.servers[1].reachable == nil)
    }

    /// It waited behind others at a slow server: that it was not sent is not a failure of the server.
    @Test func orderThatExpiredInThePortIsNotAServerFailure() throws {
        let house = HouseUnderTest()
        try house.obey("set Louver up")
        for _ in 0..<4 {
            let id = try house.give("set Buzzer on --deadline 1s")
            try house.answer(.expired)
            let fault = try #require(house.fault(id))
            #expect(fault.code == .deadlinePassed)
            #expect(fault.message.contains("the deadline passed before the order could be sent to"), "\(fault)")
        }
        #expect(try house.status.servers[0].reachable == true)
    }

    @Test func answerOfAnyKindEndsTheRow() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on")
        for outcome in [refused, refused, .refused(reason: "503", isPassing: true), refused, refused] {
            try house.answer(outcome)
            house.pass(.seconds(1))
        }
        #expect(try house.status.servers[0].reachable == true)
    }

    @Test func oneOrderAtATimeTriesAnUnreachableServer() throws {
        let house = HouseUnderTest()
        try house.breakServer()
        let before = house.sent.count
        for line in ["set Louver up", "set Level 5", "set Display x"] { try house.give(line) }
        #expect(house.sent.count == before)
        house.pass(.seconds(2))
        #expect(house.sent.count == before + 1)
        try house.answer()
        #expect(house.sent.count == before + 4)
        #expect(try house.status.servers[0].reachable == true)
        #expect(house.events.contains { $0.kind == .server && $0.message == "reachable" })
        try house.answerAll()
        house.expectNothingIsHeld()
    }

    @Test func otherFailuresLetNoSecondProbeOut() throws {
        let house = HouseUnderTest()
        let lines = ["set Buzzer on", "set Louver up", "set Level 5", "set Display x"]
        for line in lines { try house.give(line) }
        for _ in 0..<3 { try house.answer(refused) }
        house.pass(.milliseconds(500))
        #expect(house.sent.count == 5)
        // The fourth of the first batch fails while the fifth, the probe, is in flight.
        try house.answer(refused)
        house.pass(.seconds(3))
        #expect(house.sent.count == 5)
    }

    @Test func readingsAreStaleWhileTheServerIsUnreachable() throws {
        let house = HouseUnderTest()
        try house.obey("set Louver up")
        try house.obey("set Bell on")
        try house.breakServer()
        #expect(try house.reading("Louver", .bidirectional).isStale)
        #expect(try house.reading("Bell", .binary).isStale == false)
        house.pass(.seconds(1))
        try house.answer()
        #expect(try house.reading("Louver", .bidirectional).isStale == false)
    }

    @Test func readingsReportThatTheirServerIsUnreachable() throws {
        let house = HouseUnderTest()
        func isReachable(_ element: String, _ type: FacetType) throws -> Bool? {
            guard case .element(let view)? = try house.ask("show \(element)") else { return nil }
            return try #require(view.readings.first { $0.type == type }).isReachable
        }
        try house.obey("set Louver up")
        #expect(try isReachable("Louver", .bidirectional) == nil)
        try house.breakServer()
        #expect(try isReachable("Louver", .bidirectional) == false)
        // Also if nothing is known of it yet.
        #expect(try isReachable("Display", .value) == false)
        // On another server.
        #expect(try isReachable("Bell", .binary) == nil)
        house.pass(.seconds(1))
        try house.answer()
        #expect(try isReachable("Louver", .bidirectional) == nil)
    }

    @Test func ordersDoNotWaitForALongUnreachableServer() throws {
        let house = HouseUnderTest()
        try house.breakServer()
        for _ in 0..<5 {
            house.pass(.seconds(2))
            try house.answer(refused)
        }
        let waiting = try house.give("set Louver up --deadline 1m")
        house.pass(.seconds(2))
        #expect(house.replies[waiting] == nil)
        try house.answerAll(refused)
        #expect(house.fault(waiting)?.code == .unreachable)
        let between = try house.give("set Louver down --deadline 1m")
        #expect(house.fault(between)?.code == .unreachable)
        #expect(house.fault(between)?.message.contains("connection refused") == true)
        house.expectNothingIsHeld()
        house.pass(.seconds(2))
        let probe = try house.give("set Louver stop")
        #expect(house.signals.last == "Louver=stop")
        try house.answer()
        #expect(house.receipt(probe)?.outcome == .accepted)
        #expect(try house.status.servers[0].reachable == true)
    }
}
