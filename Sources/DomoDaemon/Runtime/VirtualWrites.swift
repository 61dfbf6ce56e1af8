import DomoEngine

/// What domo itself holds, on its way to its file: one write at a time, always of the newest values. Replies wait until
/// the values that they report are stored.
struct VirtualWrites {
    /// The result of the writes so far for replies that waited.
    struct Settled: Equatable {
        /// The number of the newest reply.
        var newest: UInt64
        /// Whether the replies report unsettled orders.
        var hasUnsettled: Bool
        var isStored: Bool
    }

    /// Nil if nothing is stored.
    let file: VirtualFile?
    private var table: VirtualTable?
    /// The number of changes so far, and of those in the present or last write.
    private var changes = 0
    private var begun = 0
    private(set) var isWriting = false
    private var hasFailed = false
    private var isRetryPlanned = false
    private var waiting: [(change: Int, newest: UInt64, hasUnsettled: Bool)] = []

    init(_ file: VirtualFile?) { self.file = file }

    /// Whether a change waits for its first write, or is being written.
    var isBusy: Bool { file != nil && (isWriting || begun < changes) }

    mutating func note(_ table: VirtualTable) {
        guard table != self.table || hasFailed else { return }
        self.table = table
        changes += 1
    }

    /// - Parameter isRetry: whether a write that failed is repeated.
    /// - Returns: what to write now; nil if nothing has changed, or a write is under way.
    mutating func next(isRetry: Bool) -> VirtualTable? {
        if isRetry { isRetryPlanned = false }
        guard file != nil, !isWriting, begun < changes || isRetry && hasFailed, let table else { return nil }
        (isWriting, begun) = (true, changes)
        return table
    }

    /// Replies up to a number wait for all changes so far.
    mutating func wait(for newest: UInt64, hasUnsettled: Bool) { waiting.append((changes, newest, hasUnsettled)) }

    /// A write has ended.
    ///
    /// - Returns: the replies that waited for it, in order.
    mutating func ended(isStored: Bool) -> [Settled] {
        isWriting = false
        hasFailed = !isStored
        let count = waiting.prefix { $0.change <= begun }.count
        defer { waiting.removeFirst(count) }
        return waiting.prefix(count).map {
            Settled(newest: $0.newest, hasUnsettled: $0.hasUnsettled, isStored: isStored)
        }
    }

    /// - Returns: whether to repeat the last write later: it failed, and that is not planned yet.
    mutating func planRetry() -> Bool {
        guard hasFailed, !isRetryPlanned else { return false }
        isRetryPlanned = true
        return true
    }
}
