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
}
