import DomoEngine
import DomoLanguage
import NIOCore

/// What goes to the persistent storage: the records that were not passed to it yet, and the replies that wait until what
/// they report is stored.
struct Persistence {
    /// Nil if nothing is stored.
    let memory: (any HouseMemory)?
    /// The maximum time that a reply waits. After it the reply says that it is not stored.
    let patience: TimeAmount
    private var records: [Record] = []
    /// In the order in which they were added.
    private var replies = CircularBuffer<(id: RequestID, reply: Reply)>()
    /// The number of replies that were released so far.
    private var released: UInt64 = 0
    /// The memory was asked for all replies up to this number.
    private var requested: UInt64 = 0
    /// Whether a reply that the memory was not asked for yet reports an unsettled order.
    private var hasUnsettled = false
    private var isTimed = false

    init(_ memory: (any HouseMemory)?, patience: TimeAmount) {
        self.memory = memory
        self.patience = patience
    }

    /// Whether a reply waits.
    var isHolding: Bool { !replies.isEmpty }

    mutating func append(_ record: Record) { records.append(record) }

    /// Passes the records to the memory.
    mutating func handOver() {
        guard !records.isEmpty else { return }
        memory?.persist(records)
        records.removeAll(keepingCapacity: true)
    }

    /// - Parameter evenWithoutMemory: whether something else than the memory stores what it reports.
    /// - Returns: false if the reply does not wait, since nothing is stored.
    mutating func hold(_ reply: Reply, to id: RequestID, evenWithoutMemory: Bool) -> Bool {
        guard memory != nil || evenWithoutMemory else { return false }
        replies.append((id, reply))
        if case .order(let receipt) = reply, receipt.outcome == .requested { hasUnsettled = true }
        return true
    }

    /// The number of the newest reply that the memory is to be asked for, and whether unsettled orders are reported;
    /// nil if it was asked for all.
    mutating func nextQuestion() -> (newest: UInt64, unsettled: Bool)? {
        let newest = released + UInt64(replies.count)
        guard newest > requested else { return nil }
        requested = newest
        defer { hasUnsettled = false }
        return (newest, hasUnsettled)
    }

    /// One timer after another runs while any reply waits, not one per reply.
    ///
    /// - Returns: the number up to which replies are released when a timer that starts now has ended; nil if none is to
    ///   be started.
    mutating func startTimer() -> UInt64? {
        guard !isTimed, isHolding else { return nil }
        isTimed = true
        return requested
    }

    mutating func endTimer() { isTimed = false }

    /// Removes and returns the replies up to a number.
    mutating func release(upTo number: UInt64, isStored: Bool) -> [(id: RequestID, reply: Reply)] {
        guard number > released else { return [] }
        let count = min(Int(number - released), replies.count)
        let ready = replies.prefix(count).map { ($0.id, isStored ? $0.reply : $0.reply.notStored) }
        replies.removeFirst(count)
        released += UInt64(count)
        return ready
    }
}
