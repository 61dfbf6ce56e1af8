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
        house.feed(.tokens(.named(["phone": .init(role: .act)])))
        try house.give("set Buzzer on --key k")
        try house.answer()
        try house.give("set Buzzer off --key k", by: .token("phone"))
        #expect(house.sent.count == 2)
    }

    @Test func keyIsForgottenAfterAQuarterOfAnHour() throws {
        let house = HouseUnderTest()
        try house.give("set Buzzer on --key k")
        try house.answer()
        house.pass(.seconds(899))
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

    /// 1,100 orders of another token made a retry a second order.
    @Test func othersMakeNoKeyForgotten() throws {
        var catalog = HouseUnderTest.catalog()
        catalog.access.orderRates.tokens = ["guest": 1000]
        let house = HouseUnderTest(catalog)
        house.feed(.tokens(.named(["phone": .init(role: .act), "guest": .init(role: .act)])))
        let first = try house.give("set Buzzer on --key k", by: .token("phone"))
        try house.answer()
        for number in 0..<OrderKeys.maxKeysOfAccount {
            try house.give("set Nothing on --key x\(number)", by: .token("guest"))
            try house.give("set Buzzer off --key \(number)", by: .token("guest"))
        }
        try house.answerAll()
        let refused = try house.give("set Buzzer off --key more", by: .token("guest"))
        #expect(house.fault(refused)?.message.contains("with a key") == true)
        let sent = house.sent.count
        let again = try house.give("set Buzzer on --key k", by: .token("phone"))
        #expect(house.replies[again] == house.replies[first])
        #expect(house.sent.count == sent)
        // Without a key, and after a while, its orders are accepted again.
        house.pass(OrderKeys.lifetime)
        let later = try house.give("set Buzzer off --key more", by: .token("guest"))
        #expect(house.fault(later) == nil)
    }

    /// Tokens that a token has made share its keys.
    @Test func treeOfTokensHasOneShare() throws {
        var keys = OrderKeys()
        let (order, now) = (Order(element: "x", wish: .toggle), Instant(uptime: 0, wall: Timestamp(milliseconds: 0)))
        for number in 0..<OrderKeys.maxKeysOfAccount {
            let key = OrderKeys.Key(principal: .token(.init(id: UInt64(number), name: "t")), key: "k")
            try keys.requireRoom(for: .tree(1), isPrivileged: false, at: now)
            keys.begin(key, with: order, of: .tree(1), for: RequestID(UInt64(number)), at: now)
        }
        #expect(throws: Fault.self) { try keys.requireRoom(for: .tree(1), isPrivileged: false, at: now) }
        try keys.requireRoom(for: .tree(2), isPrivileged: false, at: now)
        try keys.requireRoom(for: .tree(1), isPrivileged: false, at: now + OrderKeys.lifetime)
    }

    private struct Missing: Error {}
}
