import DomoEngine
import DomoLanguage
import Testing

@testable import DomoDaemon

/// A signed delivery is answered when its identity is stored.
struct HeldDeliveriesTests {
    private func reply(_ number: Int) -> Reply { .knocked(KnockReceipt(hook: "hook\(number)")) }

    private func ids(_ end: (replies: [(RequestID, Reply)], goesOn: Bool)) -> [RequestID] { end.replies.map(\.0) }

    @Test func repliesWaitForTheirWrite() {
        var held = HeldDeliveries()
        let ids = (1...4).map { RequestID(UInt64($0)) }
        let early = held.hold(reply(1), to: ids[0])
        let begins = held.add(ids[0])
        let waits = held.hold(reply(1), to: ids[0])
        #expect(!early && begins && waits)
        // Others come while it is being written: they wait for the next write, together.
        let others = [held.add(ids[1]), held.add(ids[2])]
        let waiting = [
            held.hold(reply(2), to: ids[1]), held.hold(reply(3), to: ids[2]), held.hold(reply(4), to: ids[3]),
        ]
        #expect(others == [false, false] && waiting == [true, true, false])
        let first = held.end()
        #expect(self.ids(first) == [ids[0]] && first.goesOn)
        let second = held.end()
        #expect(self.ids(second) == [ids[1], ids[2]] && !second.goesOn)
        let beginsAgain = held.add(ids[3])
        #expect(beginsAgain)
    }
}
