import DomoEngine
import DomoLanguage

/// Replies that wait until what they report is stored, in the order in which they were added.
struct WaitingReplies {
    private var replies: [(id: RequestID, reply: Reply)] = []
    /// The number of replies that were released so far.
    private var released: UInt64 = 0
    /// The memory was asked for all replies up to this number.
    private var requested: UInt64 = 0
    /// Whether a reply that the memory was not asked for yet reports an unsettled order.
    private var hasUnsettled = false

    var isEmpty: Bool { replies.isEmpty }

    mutating func append(_ id: RequestID, _ reply: Reply) {
        replies.append((id, reply))
        if case .order(let receipt) = reply, receipt.outcome == .requested { hasUnsettled = true }
    }

    /// The number of the newest reply that the memory is to be asked for, and whether unsettled orders are reported;
    /// nil if it was asked for all.
    mutating func newest() -> (number: UInt64, unsettled: Bool)? {
        let newest = released + UInt64(replies.count)
        guard newest > requested else { return nil }
        requested = newest
        defer { hasUnsettled = false }
        return (newest, hasUnsettled)
    }

    /// Removes and returns the replies up to a number.
    mutating func take(upTo number: UInt64, isStored: Bool) -> [(id: RequestID, reply: Reply)] {
        guard number > released else { return [] }
        let count = min(Int(number - released), replies.count)
        let taken = replies[..<count].map { ($0.id, isStored ? $0.reply : $0.reply.notStored) }
        replies.removeFirst(count)
        released += UInt64(count)
        return taken
    }
}

extension Reply {
    /// The same reply, for an order or a scene whose result could not be stored.
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
