import DomoLanguage
import DomoModel
import Synchronization

@testable import DomoDaemon

/// A memory whose disk is controlled by the test.
final class FakeMemory: HouseMemory {
    enum Disk: Sendable {
        case stores, fails
        /// Nothing completes until `store`.
        case hangs
    }

    private struct State: Sendable {
        var disk = Disk.stores
        var records: [Record] = []
        var waiting: [@Sendable (Bool) -> Void] = []
        var requests: [Bool] = []
    }

    let memories: Memory
    private let state = Mutex(State())

    init(_ memories: Memory = Memory(), disk: Disk = .stores) {
        self.memories = memories
        state.withLock { $0.disk = disk }
    }

    var records: [Record] { state.withLock { $0.records } }
    /// The `unsettled` argument of each request.
    var requests: [Bool] { state.withLock { $0.requests } }
    var isPending: Bool { state.withLock { !$0.waiting.isEmpty } }

    func persist(_ records: [Record]) { state.withLock { $0.records += records } }

    func whenStored(unsettled: Bool, _ done: @escaping @Sendable (Bool) -> Void) {
        let disk = state.withLock { state in
            state.requests.append(unsettled)
            if state.disk == .hangs { state.waiting.append(done) }
            return state.disk
        }
        if disk != .hangs { done(disk == .stores) }
    }

    /// Completes the pending requests.
    func store() {
        let waiting = state.withLock { state in
            state.disk = .stores
            defer { state.waiting = [] }
            return state.waiting
        }
        for done in waiting { done(true) }
    }

    func answer(_ recall: Recall, now: Timestamp, reply: @escaping @Sendable (Reply) -> Void) {
        reply(.orders(OrderList(orders: [])))
    }

    let identities = Identities()
    let identityRevision: UInt64 = 0

    var view: MemoryView {
        let isFailing = state.withLock { $0.disk == .fails }
        return MemoryView(state: isFailing ? .failing : .working, file: "test", bytes: 7)
    }
}
