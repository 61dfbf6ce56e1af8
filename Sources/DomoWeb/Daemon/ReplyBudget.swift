import DomoClient
import DomoLanguage
import Synchronization

/// The memory for replies, from before domod is asked until clients have them. A tree of tokens has a share, so that one
/// that doesn't read its answers takes no room from the others.
final class ReplyBudget: Sendable {
    /// In octets.
    struct Limits {
        var total = 28 << 20
        /// Of the total, for trees that use little and for those who manage everything.
        var reserve = 8 << 20
        /// What a tree may use of the reserve.
        var little = 512 << 10
        /// Of a tree. One reply may be larger if the tree waits for no other, and of any length if nobody does: that of a
        /// house with very many elements.
        var tree = 8 << 20
        /// What a request takes before its reply is known.
        var request = 16 << 10
    }

    private struct Usage {
        var octets = 0
        var requests = 0
    }

    private struct State {
        var total = 0
        var trees: [UInt64: Usage] = [:]
    }

    let limits: Limits
    private let state = Mutex(State())

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// - Throws: `refused` if the tree uses too much, `overloaded` if all use too much.
    func reserve(for tree: UInt64, isPrivileged: Bool) throws(ClientFault) -> Reservation {
        if let fault = take(limits.request, for: tree, isPrivileged, isNew: true) { throw fault }
        return Reservation(self, tree: tree, isPrivileged: isPrivileged)
    }

    fileprivate func take(_ octets: Int, for tree: UInt64, _ isPrivileged: Bool, isNew: Bool = false) -> ClientFault? {
        state.withLock { state in
            var usage = state.trees[tree] ?? Usage()
            if isNew { usage.requests += 1 }
            usage.octets += octets
            guard usage.octets <= limits.tree || usage.requests == 1 else {
                return .refused(
                    Fault(
                        .busy,
                        "the answers that this token waits for are too large",
                        hint: "read them, then ask again"
                    )
                )
            }
            let mayUseReserve = isPrivileged || usage.octets <= limits.little
            let isAlone = state.total == (state.trees[tree]?.octets ?? 0) && usage.requests == 1
            guard isAlone || state.total + octets <= limits.total - (mayUseReserve ? 0 : limits.reserve) else {
                return .overloaded(Fault(.busy, "too many answers are being sent", hint: "try again in a moment"))
            }
            state.total += octets
            state.trees[tree] = usage
            return nil
        }
    }

    fileprivate func giveBack(_ octets: Int, for tree: UInt64, isLast: Bool = false) {
        state.withLock { state in
            state.total -= octets
            guard var usage = state.trees[tree] else { return }
            usage.octets -= octets
            if isLast { usage.requests -= 1 }
            state.trees[tree] = usage.requests == 0 ? nil : usage
        }
    }

    /// In octets.
    var used: Int { state.withLock(\.total) }
}

/// What one request uses of the budget. Whoever holds the reply holds this too: it is given back when the last lets go.
final class Reservation: Sendable {
    private let budget: ReplyBudget
    private let tree: UInt64
    private let isPrivileged: Bool
    /// Of replies, in octets.
    private let taken = Mutex(0)

    fileprivate init(_ budget: ReplyBudget, tree: UInt64, isPrivileged: Bool) {
        (self.budget, self.tree, self.isPrivileged) = (budget, tree, isPrivileged)
    }

    deinit { budget.giveBack(budget.limits.request + taken.withLock { $0 }, for: tree, isLast: true) }

    /// Makes room for more of a reply.
    ///
    /// - Returns: why there is none.
    func grow(by octets: Int) -> ClientFault? {
        taken.withLock { taken in
            if let fault = budget.take(octets, for: tree, isPrivileged) { return fault }
            taken += octets
            return nil
        }
    }

    /// Called when the client has what was kept until now.
    func clear() {
        taken.withLock { taken in
            budget.giveBack(taken, for: tree)
            taken = 0
        }
    }
}
