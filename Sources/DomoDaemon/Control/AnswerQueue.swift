import DomoLanguage
import NIOCore

/// The answers that a connection owes, in the order of its requests: one that is ready before its turn waits.
struct AnswerQueue {
    /// A whole line.
    struct Answer: Equatable {
        var reply: WrittenReply
        /// What the connection watches from this answer on; nil for other answers.
        var watch: Watched?

        init(_ reply: WrittenReply, watch: Watched? = nil) {
            self.reply = reply
            self.watch = watch
        }
    }

    private enum Slot {
        case owed
        case ready(Answer)
    }

    private var slots = CircularBuffer<Slot>()
    /// The number of the request whose answer is next.
    private var first = 0

    /// How many answers are owed.
    var count: Int { slots.count }
    /// How many bytes of answers wait for their turn.
    private(set) var heldBytes = 0

    /// Reserves a slot for an answer.
    /// - Returns: the number to pass with the answer.
    mutating func owe() -> Int {
        slots.append(.owed)
        return first + slots.count - 1
    }

    /// Releases the slot of an answer that is next and need not wait.
    /// - Returns: false, without a change, if others come before it.
    mutating func skip(_ number: Int) -> Bool {
        guard number == first else { return false }
        slots.removeFirst()
        first += 1
        return true
    }

    mutating func fill(_ number: Int, with answer: Answer) {
        slots[slots.index(slots.startIndex, offsetBy: number - first)] = .ready(answer)
        heldBytes += answer.reply.size
    }

    /// Removes and returns the next answer, if it is ready.
    mutating func popReady() -> Answer? {
        guard case .ready(let answer)? = slots.first else { return nil }
        slots.removeFirst()
        first += 1
        heldBytes -= answer.reply.size
        return answer
    }
}
