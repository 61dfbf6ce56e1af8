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

    private var open: [UInt64: Ticket] = [:]
    private var last: UInt64 = 0
    private var ofOrders: [Dispatch.ID: UInt64] = [:]
    /// The deadline of each order; when it has passed, a short second deadline for the connection to take the telegram
    /// back.
    private var deadlines: [Dispatch.ID: (at: Instant, isGivenUp: Bool)] = [:]

    mutating func add(_ telegram: GroupTelegram, for purpose: Purpose, until deadline: Instant? = nil) -> UInt64 {
        last += 1
        open[last] = Ticket(purpose: purpose, telegram: telegram)
        if case .order(let id, _) = purpose {
            ofOrders[id] = last
            deadlines[id] = deadline.map { ($0, false) }
        }
        return last
    }

    mutating func end(_ number: UInt64) -> Ticket? {
        guard var ticket = open.removeValue(forKey: number) else { return nil }
        if case .order(let id, _) = ticket.purpose {
            ofOrders[id] = nil
            ticket.isGivenUp = deadlines.removeValue(forKey: id)?.isGivenUp ?? false
        }
        return ticket
    }

    /// - Returns: The number of the ticket of an order that has not ended.
    mutating func cancel(_ id: Dispatch.ID) -> UInt64? {
        guard let number = ofOrders[id] else { return nil }
        _ = end(number)
        return number
    }

    /// - Returns: The telegrams of orders whose deadline has passed and that are to be taken back, and the orders whose
    ///   telegrams the connection did not give back.
    mutating func expire(at now: Instant) -> (late: [UInt64], lost: [Dispatch.ID]) {
        var (late, lost): ([UInt64], [Dispatch.ID]) = ([], [])
        for (id, deadline) in deadlines.sorted(by: { $0.key.number < $1.key.number }) where deadline.at <= now {
            if deadline.isGivenUp {
                _ = cancel(id)
                lost.append(id)
            } else if let number = ofOrders[id] {
                late.append(number)
                deadlines[id] = (now + .milliseconds(50), true)
            }
        }
        return (late, lost)
    }

    var earliest: Instant? { deadlines.values.map(\.at).min() }
}
