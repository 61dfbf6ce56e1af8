import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Orders with a key are carried out once.
struct OrderKeyTests {
    @Test func orderWithTheSameKeyIsAnsweredAsTheFirstTime() throws {
        let house = HouseUnderTest()
        let first = try house.give("toggle Buzzer --key k1")
        // Its state is unknown: the order fails, and is not repeated.
        #expect(house.fault(first)?.code == .unknownState)
        let second = try house.give("set Buzzer on --key k2")
        try house.answer()
        let again = try house.ask("set Buzzer on --key k2")
        #expect(house.sent.count == 1)
        #expect(again == house.replies[second])
        #expect(try house.ask("toggle Buzzer --key k1") == house.replies[first])
    }

    @Test func ordersThatDifferOnlyInTheirWaitAreTheSame() throws {
        let house = HouseUnderTest()
        let first = try house.give("set Buzzer on --key k --wait none")
        #expect(try house.ask("set Buzzer on --key k") == house.replies[first])
        #expect(house.sent.count == 1)
    }

    @Test func keyInUseIsRefused() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on --key k")
        guard case .fault(let pending)? = try house.ask("set Buzzer on --key k") else { throw Missing() }
        #expect(pending.code == .inProgress)
        guard case .fault(let other)? = try house.ask("set Buzzer off --key k") else { throw Missing() }
        #expect(other.code == .keyReused)
        #expect(house.sent.count == 1)
    }

    @Test func everybodyHasKeysOfTheirOwn() throws {
        let house = HouseUnderTest()
        house.feed(.tokens(["phone": .init(role: .act)]))
        try house.give("set Buzzer on --key k")
        try house.answer()
        try house.give("set Buzzer off --key k", by: .token("phone"))
        #expect(house.sent.count == 2)
    }

    @Test func keyIsForgottenAfterAnHour() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on --key k")
        try house.answer()
        house.pass(.seconds(3599))
        try house.give("set Buzzer on --key k")
        #expect(house.sent.count == 1)
        house.pass(.seconds(2))
        try house.give("set Buzzer on --key k")
        #expect(house.sent.count == 2)
        try house.answer()
        try house.give("set Buzzer on --key k")
        #expect(house.sent.count == 2)
    }

    /// A request that was refused before it became an order, for example because of an unknown name, leaves its key
    /// free.
    @Test func keyOfARefusedRequestIsFree() throws {
        let house = HouseUnderTest()
        try house.give("set Nothing on --key k")
        try house.give("set Buzzer on --key k")
        #expect(house.sent.count == 1)
    }

    @Test func oldestKeysAreDropped() {
        var keys = OrderKeys()
        let (order, now) = (Order(element: "x", wish: .toggle), Instant(uptime: 0, wall: Timestamp(milliseconds: 0)))
        func key(_ number: Int) -> OrderKeys.Key { OrderKeys.Key(principal: .token("a"), key: "\(number)") }
        for number in 0...OrderKeys.maxKeys {
            keys.begin(key(number), with: order, for: RequestID(UInt64(number)), at: now)
            keys.end(RequestID(UInt64(number)), with: .fault(Fault(.busy, "x")))
        }
        #expect(keys.known(key(0), with: order, at: now) == nil)
        #expect(keys.known(key(1), with: order, at: now) == .answered(.fault(Fault(.busy, "x"))))
        #expect(keys.count == 0)
    }

    private struct Missing: Error {}
}
