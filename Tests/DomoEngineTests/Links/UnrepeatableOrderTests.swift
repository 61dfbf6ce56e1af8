import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Signals whose repetition has a further effect.
struct UnrepeatableOrderTests {
    @Test func unrepeatableOrderIsNotRetriedAfterALostAnswer() throws {
        let house = HouseUnderTest(PushingLinkTests.catalog { $0.unrepeatable = [.stop] })
        house.feed(.link(try #require(house.started.last { $0.key == "bus" }), endpoint: nil, .up))
        let id = try house.give("set Cover stop")
        try house.answer(.lost(reason: "no confirmation"))
        house.pass(.seconds(5))
        #expect(house.sent.count == 1)
        #expect(house.record(1)?.stage == .failed)
        #expect(house.fault(id)?.code == .deadlinePassed)
        // Nothing was sent: it may be retried.
        try house.give("set Cover stop")
        try house.answer(.notSent(reason: "the tunnel is full"))
        house.pass(.seconds(1))
        #expect(house.sent.count == 3)
    }

    private func bus(_ change: (inout FakeProfile) -> Void = { _ in }) throws -> (HouseUnderTest, LinkID) {
        let house = HouseUnderTest(
            PushingLinkTests.catalog {
                $0.endpoints[0].reportsReachability = true
                change(&$0)
            }
        )
        let link = try #require(house.started.last { $0.key == "bus" })
        house.feed(.link(link, endpoint: nil, .up))
        return (house, link)
    }

    /// One of several receivers may have acted.
    @Test func orderThatNobodyAcknowledgesIsUncertainAndTriedThreeTimes() throws {
        let (house, _) = try bus()
        let id = try house.give("dim Cover 30")
        for tries in 1...3 {
            #expect(house.sent.count == tries)
            try house.answer(.unacknowledged(reason: "no device answered at 1/0/1"))
            house.pass(.seconds(3))
        }
        #expect(house.sent.count == 3)
        let fault = try #require(house.fault(id))
        #expect(fault.message == "Casa/Cover: no device answered at 1/0/1 (3 tries)")
        // No server refused it.
        #expect(fault.code == .unreachable)
        #expect(fault.hint?.contains("may have been carried out") == true)
    }

    @Test func stepThatNobodyAcknowledgesIsSentOnce() throws {
        let (house, _) = try bus { $0.unrepeatable = [.stop] }
        let id = try house.give("set Cover stop")
        try house.answer(.unacknowledged(reason: "nobody"))
        house.pass(.seconds(5))
        #expect(house.sent.count == 1)
        #expect(house.fault(id)?.hint?.contains("may have been carried out") == true)
    }

    /// The link itself reports whether the bus is reachable.
    @Test func ordersWithoutAnAnswerLeaveABusReachable() throws {
        let (house, _) = try bus { $0.unrepeatable = [.up, .down, .stop] }
        for wish in ["up", "down", "up", "down", "up"] {
            try house.give("set Cover \(wish)")
            try house.answer(.lost(reason: "not confirmed"))
            house.pass(.seconds(1))
        }
        #expect(try house.status.servers.last?.reachable == true)
        try house.give("set Cover down")
        #expect(house.sent.count == 6)
    }

    /// Up, not confirmed; somebody stops the cover at the wall: it is not sent up again.
    @Test(arguments: [true, false]) func operationAtTheWallEndsTheRepetition(isInFlight: Bool) throws {
        let (house, link) = try bus()
        let id = try house.give("set Cover up")
        let stop = Observation(FacetName(path: "Casa/Cover", type: .bidirectional), .stop, kind: .commandSeen)
        if isInFlight { house.feed(.observed(link, [stop])) }
        try house.answer(.lost(reason: "not confirmed"))
        if !isInFlight { house.feed(.observed(link, [stop])) }
        house.pass(.seconds(5))
        #expect(house.sent.count == 1)
        #expect(house.fault(id)?.message.contains("somebody else has operated the element since") == true)
    }

    @Test func orderThatWasCertainlyNotSentFollowsAllTheSame() throws {
        let (house, link) = try bus()
        try house.give("set Cover up")
        try house.answer(.notSent(reason: "full"))
        let stop = Observation(FacetName(path: "Casa/Cover", type: .bidirectional), .stop, kind: .commandSeen)
        house.feed(.observed(link, [stop]))
        house.pass(.seconds(5))
        #expect(house.sent.count == 2)
    }
}
