import DomoLanguage
import NIOCore

/// The answers that a connection owes, in the order of its requests: one that is there before its turn waits.
struct AnswerQueue {
    private enum Slot {
        case owed
        case ready(Reply)
    }

    private var slots = CircularBuffer<Slot>()
    /// The number of the request whose answer is next.
    private var first = 0

    /// How many answers are owed.
    var count: Int { slots.count }

    /// Makes room for an answer.
    /// - Returns: the number to give with it.
    mutating func owe() -> Int {
        slots.append(.owed)
        return first + slots.count - 1
    }

    /// Takes an answer in, and gives out those whose turn it is now.
    mutating func answer(_ number: Int, _ reply: Reply, give: (Reply) -> Void) {
        guard number != first else {
            slots.removeFirst()
            first += 1
            give(reply)
            while case .ready(let next)? = slots.first {
                slots.removeFirst()
                first += 1
                give(next)
            }
            return
        }
        slots[slots.index(slots.startIndex, offsetBy: number - first)] = .ready(reply)
    }
}
