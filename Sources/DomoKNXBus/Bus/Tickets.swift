import DomoEngine
import DomoKNX
import DomoModel

/// The telegrams that were passed to the connection and have no result yet.
struct Tickets: Sendable {
    enum Purpose: Sendable {
        /// The telegram of an order, and the movement of a cover that begins with it.
        case order(Dispatch.ID, CoverMovement?)
        case read(GroupAddress)
        /// Ends a timed movement; `isRetry` if a first attempt failed.
        case coverStop(path: String, isRetry: Bool)
        /// The second leg of such a movement.
        case coverMove(CoverMovement)
        /// An exposure, an answer, the time.
        case own
        /// A command from a person.
        case command(UInt64)
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

    /// - Returns: The number of the ticket of an order that has not ended, and its movement.
    mutating func cancel(_ id: Dispatch.ID) -> (number: UInt64, movement: CoverMovement?)? {
        guard let number = ofOrders[id], case .order(_, let movement)? = end(number)?.purpose else { return nil }
        return (number, movement)
    }

    /// - Returns: The telegrams of orders whose deadline has passed and that are to be taken back, and the orders whose
    ///   telegrams the connection did not give back.
    mutating func expire(at now: Instant) -> (late: [UInt64], lost: [(id: Dispatch.ID, movement: CoverMovement?)]) {
        var (late, lost): ([UInt64], [(id: Dispatch.ID, movement: CoverMovement?)]) = ([], [])
        for (id, deadline) in deadlines.sorted(by: { $0.key.number < $1.key.number }) where deadline.at <= now {
            if deadline.isGivenUp {
                lost.append((id, cancel(id)?.movement))
            } else if let number = ofOrders[id] {
                late.append(number)
                deadlines[id] = (now + .milliseconds(50), true)
            }
        }
        return (late, lost)
    }

    var earliest: Instant? { deadlines.values.map(\.at).min() }
}
