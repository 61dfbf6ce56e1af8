import DomoClient
import Testing

@testable import DomoWeb

@Suite struct ReplyBudgetTests {
    private let budget = ReplyBudget(.init(total: 1300, reserve: 500, little: 100, tree: 300, request: 10))

    private func room(_ tree: UInt64, isPrivileged: Bool = false) throws -> Reservation {
        try budget.reserve(for: tree, isPrivileged: isPrivileged)
    }

    @Test func treeHasAShareAndOneReplyMayBeLarger() throws {
        let large = try room(1)
        // Nobody else waits for an answer.
        #expect(large.grow(by: 2000) == nil)
        large.clear()
        #expect(large.grow(by: 700) == nil)
        // A second request of the tree waits until the reply is sent.
        #expect(throws: ClientFault.self) { try room(1) }
        large.clear()
        let second = try room(1)
        #expect(second.grow(by: 280) == nil)
        guard case .refused? = large.grow(by: 1) else {
            Issue.record("not refused")
            return
        }
    }

    @Test func fullBudgetLeavesRoomForThoseWhoUseLittleAndForManagers() throws {
        var hostile: [Reservation] = []
        // So that the first is not alone.
        let other = try room(9)
        for tree in 1...4 {
            let room = try room(UInt64(tree))
            while room.grow(by: 10) == nil {}
            hostile.append(room)
        }
        // Each holds at most a little of the reserve.
        #expect(budget.used == 1100)
        withExtendedLifetime(other) {}
        for room in hostile {
            guard case .overloaded? = room.grow(by: 10) else {
                Issue.record("not refused")
                return
            }
        }
        let guest = try room(20)
        #expect(guest.grow(by: 80) == nil)
        let manager = try room(21, isPrivileged: true)
        #expect(manager.grow(by: 80) == nil)
        withExtendedLifetime(hostile) {}
    }

    @Test func roomIsGivenBackWhenNobodyHoldsIt() throws {
        do {
            let room = try room(1)
            #expect(room.grow(by: 100) == nil)
            #expect(budget.used == 110)
        }
        #expect(budget.used == 0)
        let second = try room(1)
        #expect(second.grow(by: 790) == nil)
    }
}
