import DomoEngine
import DomoKNX
import DomoModel

/// The telegrams that were passed to the connection and have no result yet.
struct Tickets: Sendable {
    enum Purpose: Sendable {
        /// The telegram of an order.
        case order(Dispatch.ID)
        case read(GroupAddress)
        /// Ends a timed movement; `isRetry` if a first attempt failed.
        case coverStop(path: String, isRetry: Bool)
        /// The second leg of such a movement.
        case coverMove(BusMachine.CoverStart)
        /// An exposure, an answer, the time.
        case own
        /// A command from a person.
        case command(UInt64)
    }

    struct Ticket: Sendable {
        var purpose: Purpose
        var telegram: GroupTelegram
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
        if case .order(let id) = purpose {
            ofOrders[id] = last
            deadlines[id] = deadline.map { ($0, false) }
        }
        return last
    }

    mutating func end(_ number: UInt64) -> Ticket? {
        guard let ticket = open.removeValue(forKey: number) else { return nil }
        if case .order(let id) = ticket.purpose {
            ofOrders[id] = nil
            deadlines[id] = nil
        }
        return ticket
    }

    func number(of id: Dispatch.ID) -> UInt64? { ofOrders[id] }

    func isOpen(_ number: UInt64) -> Bool { open[number] != nil }

    /// True for an order whose deadline has passed.
    func isGivenUp(_ number: UInt64) -> Bool {
        guard case .order(let id)? = open[number]?.purpose else { return false }
        return deadlines[id]?.isGivenUp ?? false
    }

    /// - Returns: The telegrams of orders whose deadline has passed and that are to be taken back, and the orders whose
    ///   telegrams the connection did not give back.
    mutating func expire(at now: Instant) -> (late: [UInt64], lost: [Dispatch.ID]) {
        var (late, lost): ([UInt64], [Dispatch.ID]) = ([], [])
        for (id, deadline) in deadlines.sorted(by: { $0.key.number < $1.key.number }) where deadline.at <= now {
            if deadline.isGivenUp {
                lost.append(id)
                if let number = ofOrders[id] { _ = end(number) }
            } else if let number = ofOrders[id] {
                late.append(number)
                deadlines[id] = (now + .milliseconds(50), true)
            }
        }
        return (late, lost)
    }

    var earliest: Instant? { deadlines.values.map(\.at).min() }
    var count: Int { open.count }
}
