import DomoEngine
import DomoLanguage

/// Replies that wait until what they tell is stored, in the order in which they were given.
struct WaitingReplies {
    private var replies: [(id: RequestID, reply: Reply)] = []
    /// How many were given out so far.
    private var given: UInt64 = 0
    /// Up to this number the memory was asked.
    private var asked: UInt64 = 0
    /// Whether one for which it was not asked yet tells of an order that is not settled.
    private var tellsOfUnsettled = false

    var isEmpty: Bool { replies.isEmpty }

    mutating func append(_ id: RequestID, _ reply: Reply) {
        replies.append((id, reply))
        if case .order(let receipt) = reply, receipt.outcome == .requested { tellsOfUnsettled = true }
    }

    /// The number of the newest reply for which the memory is to be asked, and whether unsettled orders are told of; nil
    /// where it was asked for all.
    mutating func newest() -> (number: UInt64, unsettled: Bool)? {
        let newest = given + UInt64(replies.count)
        guard newest > asked else { return nil }
        asked = newest
        defer { tellsOfUnsettled = false }
        return (newest, tellsOfUnsettled)
    }

    /// Takes out those up to a number.
    mutating func take(upTo number: UInt64, isStored: Bool) -> [(id: RequestID, reply: Reply)] {
        guard number > given else { return [] }
        let count = min(Int(number - given), replies.count)
        let taken = replies[..<count].map { ($0.id, isStored ? $0.reply : $0.reply.notStored) }
        replies.removeFirst(count)
        given += UInt64(count)
        return taken
    }
}

extension Reply {
    /// The same, of an order or a scene whose end could not be stored.
    var notStored: Reply {
        switch self {
        case .order(var receipt):
            receipt.stored = false
            return .order(receipt)
        case .fault(var fault):
            fault.stored = false
            return .fault(fault)
        case .scene(var report):
            for number in report.steps.indices {
                report.steps[number].receipt?.stored = false
                report.steps[number].error?.stored = false
            }
            return .scene(report)
        default: return self
        }
    }
}
