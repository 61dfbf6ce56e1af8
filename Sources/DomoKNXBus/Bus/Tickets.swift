import DomoEngine
import DomoKNX
import DomoModel

/// The telegrams that were passed to the connection and have no result yet.
struct Tickets: Sendable {
    enum Purpose: Sendable {
        /// The telegram of an order for the element at this path.
        case order(Dispatch.ID, path: String)
        case read(GroupAddress)
        /// An exposure, an answer, the time.
        case own
        /// An exposure that is repeated, and may wait as reads do.
        case repetition
        /// A command from a person.
        case command(UInt64)

        func isOrder(for path: String) -> Bool {
            if case .order(_, path) = self { true } else { false }
        }
    }

    struct Ticket: Sendable {
        var purpose: Purpose
        var telegram: GroupTelegram
        /// True for an order whose deadline has passed.
        var isGivenUp = false
    }

    /// An order whose telegrams have not all ended.
    private struct Order: Sendable {
        /// The numbers of its telegrams: several for a colour with several objects.
        var open: [UInt64] = []
        var deadline: Instant?
        /// True once the deadline has passed: then a short second one for the connection to take the telegrams back.
        var isGivenUp = false
        /// The first failure of those that have ended.
        var failure: Outcome?
        /// Whether any of those that have ended may have reached the bus.
        var isPartlySent = false
    }

    private var open: [UInt64: Ticket] = [:]
    private var last: UInt64 = 0
    private var orders: [Dispatch.ID: Order] = [:]

    mutating func add(_ telegram: GroupTelegram, for purpose: Purpose, until deadline: Instant? = nil) -> UInt64 {
        last += 1
        open[last] = Ticket(purpose: purpose, telegram: telegram)
        if case .order(let id, _) = purpose {
            orders[id, default: Order()].open.append(last)
            orders[id]?.deadline = deadline
        }
        return last
    }

    mutating func end(_ number: UInt64) -> Ticket? {
        guard var ticket = open.removeValue(forKey: number) else { return nil }
        if case .order(let id, _) = ticket.purpose {
            ticket.isGivenUp = orders[id]?.isGivenUp ?? false
            orders[id]?.open.removeAll { $0 == number }
        }
        return ticket
    }

    /// The outcome of an order one of whose telegrams has ended; nil if others have not.
    mutating func outcome(of id: Dispatch.ID, _ outcome: Outcome) -> Outcome? {
        switch outcome {
        case .notSent, .expired, .impossible: break
        case .accepted, .refused, .unacknowledged, .lost: orders[id]?.isPartlySent = true
        }
        if outcome != .accepted, orders[id]?.failure == nil { orders[id]?.failure = outcome }
        guard orders[id]?.open.isEmpty ?? true else { return nil }
        guard let order = orders.removeValue(forKey: id), let failure = order.failure else { return outcome }
        switch failure {
        case .notSent, .expired, .impossible:
            return order.isPartlySent ? .lost(reason: "only a part of its telegrams was sent") : failure
        case .accepted, .refused, .unacknowledged, .lost: return failure
        }
    }

    /// - Returns: The numbers of the tickets of an order that has not ended.
    mutating func cancel(_ id: Dispatch.ID) -> [UInt64] {
        guard let order = orders.removeValue(forKey: id) else { return [] }
        for number in order.open { open[number] = nil }
        return order.open
    }

    /// - Returns: The telegrams of orders whose deadline has passed and that are to be taken back, and the orders whose
    ///   telegrams the connection did not give back.
    mutating func expire(at now: Instant) -> (late: [UInt64], lost: [Dispatch.ID]) {
        var (late, lost): ([UInt64], [Dispatch.ID]) = ([], [])
        for (id, order) in orders.sorted(by: { $0.key.number < $1.key.number }) {
            guard let deadline = order.deadline, deadline <= now else { continue }
            if order.isGivenUp {
                _ = cancel(id)
                lost.append(id)
            } else {
                late += order.open
                orders[id]?.deadline = now + .milliseconds(50)
                orders[id]?.isGivenUp = true
            }
        }
        return (late, lost)
    }

    var earliest: Instant? { orders.values.compactMap(\.deadline).min() }
}
