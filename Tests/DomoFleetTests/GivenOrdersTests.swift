import DomoLanguage
import Testing

@testable import DomoFleet

/// Which orders are known, and which replies are kept.
struct GivenOrdersTests {
    var desk = OrderDesk(of: OrderDeskTests.house, start: OrderDeskTests.moment(0))

    /// Gives an order, and has domod reply to it.
    private mutating func give(_ order: FleetOrder, reply: [UInt8] = Array("{}".utf8)) -> Bool {
        let now = OrderDeskTests.moment(6000)
        guard case .begin(let id, _, _) = handle(order, at: now),
            desk.lineToWrite(id, clock: OrderDeskTests.exactClock, now: now).line != nil
        else { return false }
        return desk.finish(id, reply: reply, at: now).count == 1
    }

    private mutating func handle(_ order: FleetOrder, at now: Moment) -> OrderDesk.Decision {
        desk.handle(
            order.json,
            replyTo: OrderDeskTests.subject(),
            clock: OrderDeskTests.exactClock,
            now: now
        )
    }

    /// - Returns: the reply to an order that is not given to domod; nil if it is.
    private mutating func answer(_ order: FleetOrder, at time: Int64 = 6000) -> String? {
        guard case .answer(let answer) = handle(order, at: OrderDeskTests.moment(time)) else { return nil }
        return String(decoding: answer.payload, as: UTF8.self)
    }

    @Test mutating func knownKeysAreBounded() {
        for number in 0..<GivenOrders.maxCount { #expect(give(OrderDeskTests.order(key: "k\(number)"))) }
        #expect(answer(OrderDeskTests.order(key: "more"))?.contains("busy") == true)
        #expect(answer(OrderDeskTests.order(key: "k0")) == "{}")
        #expect(answer(OrderDeskTests.order(key: "question", line: "ls")) == nil)
        _ = desk.advance(to: OrderDeskTests.moment(616_000))
        #expect(answer(OrderDeskTests.order(key: "more", sent: 616_000, deadline: 620_000), at: 616_000) == nil)
    }

    /// Many or long replies: those of the oldest orders are not kept, and these are still not carried out again.
    @Test mutating func orderWhoseReplyWasDroppedIsNotGivenAgain() {
        let reply = [UInt8](repeating: 0x20, count: 100_000)
        let kept = GivenOrders.maxBytes / reply.count
        for number in 0..<kept + 10 { #expect(give(OrderDeskTests.order(key: "k\(number)"), reply: reply)) }
        for number in 0..<kept + 10 {
            let answer = answer(OrderDeskTests.order(key: "k\(number)"))
            let isKept = number >= 10
            #expect(isKept ? answer?.count == reply.count : answer?.contains("no longer kept") == true, "\(number)")
        }
        #expect(answer(OrderDeskTests.order(key: "k0", line: "set Luz off"))?.contains("key-reused") == true)
        // Also at the end of its key.
        for late in [14_000, 614_000, 616_000] as [Int64] {
            _ = desk.advance(to: OrderDeskTests.moment(late))
            let isKnown = late < 616_000
            let answer = answer(OrderDeskTests.order(key: "k0"), at: late)
            #expect(answer?.contains(isKnown ? "no longer kept" : "arrived after its deadline") == true, "\(late)")
        }
        #expect(desk.nextMoment == nil)
    }

    /// Orders with different deadlines are forgotten each at its time, and make room.
    @Test func orderIsForgottenAtItsTime() {
        var given = GivenOrders()
        let keys = (0..<100).map { OrderDesk.Key(key: "k\($0)", token: "t") }
        let order = OrderDeskTests.order()
        for (number, key) in keys.enumerated() {
            given.add(key, of: order, reply: [1, 2], until: .seconds(1000 - 10 * (number % 50)))
        }
        #expect(given.bytes == 200 && given.nextMoment == .seconds(510))
        given.advance(to: .seconds(509))
        #expect(keys.allSatisfy { given.known($0, for: order) == .reply([1, 2]) })
        for time in stride(from: 510, through: 1000, by: 10) {
            given.advance(to: .seconds(time))
            #expect(given.bytes == 4 * (1000 - time) / 10)
            #expect(keys.count { given.known($0, for: order) != nil } * 2 == given.bytes)
        }
        #expect(given.nextMoment == nil)
        // Nothing of the forgotten ones takes the room of others.
        let half = [UInt8](repeating: 0, count: GivenOrders.maxBytes / 2)
        for key in keys.prefix(2) { given.add(key, of: order, reply: half, until: .seconds(2000)) }
        #expect(keys.prefix(2).allSatisfy { given.known($0, for: order) == .reply(half) })
        given.add(keys[2], of: order, reply: [1], until: .seconds(2000))
        #expect(keys.prefix(3).map { given.known($0, for: order) } == [.noReply, .reply(half), .reply([1])])
    }
}
