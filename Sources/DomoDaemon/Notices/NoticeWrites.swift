import DomoEngine
import DomoLanguage

/// Notices on their way to their file, and messages on their way to the notifier: a message is handed over only when the
/// file says so, so that no crash makes domo send it twice.
struct NoticeWrites {
    /// Nil if nothing is stored.
    let file: NoticeFile?
    private var table: NoticeTable?
    /// The number of changes so far, and of those in the present or last write.
    private var changes = 0
    private var begun = 0
    private(set) var isWriting = false
    private var hasFailed = false
    private var isRetryPlanned = false
    private var held: [(change: Int, event: Event)] = []

    init(_ file: NoticeFile?) { self.file = file }

    var isBusy: Bool { file != nil && (isWriting || begun < changes && !hasFailed) }

    mutating func note(_ table: NoticeTable) {
        self.table = table
        changes += 1
    }

    /// - Returns: the event if it need not wait for a write.
    mutating func hold(_ event: Event) -> Event? {
        guard file != nil, isWriting || begun < changes else { return event }
        held.append((changes, event))
        return nil
    }

    /// - Parameter isRetry: whether a write that failed is repeated.
    /// - Returns: what to write now; nil if nothing has changed, or a write is under way.
    mutating func next(isRetry: Bool = false) -> NoticeTable? {
        if isRetry { isRetryPlanned = false }
        guard file != nil, !isWriting, begun < changes || isRetry && hasFailed, let table else { return nil }
        (isWriting, begun) = (true, changes)
        return table
    }

    /// A write has ended. If it failed, messages go out nevertheless: one that comes twice after a crash is better than none.
    ///
    /// - Returns: the events that waited for it, in order.
    mutating func ended(isStored: Bool) -> [Event] {
        isWriting = false
        hasFailed = !isStored
        let count = held.prefix { $0.change <= begun }.count
        defer { held.removeFirst(count) }
        return held.prefix(count).map(\.event)
    }

    /// - Returns: whether to repeat the last write later: it failed, and that is not planned yet.
    mutating func planRetry() -> Bool {
        guard hasFailed, !isRetryPlanned else { return false }
        isRetryPlanned = true
        return true
    }
}
