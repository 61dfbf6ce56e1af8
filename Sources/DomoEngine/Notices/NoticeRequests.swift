import DomoLanguage

/// Requests that wait for the outcomes of a notice.
struct NoticeRequests: Sendable {
    static let maxWait: Duration = .seconds(60)

    private var waiting: [(id: RequestID, notice: UInt64, until: Instant)] = []

    var count: Int { waiting.count }
    var earliest: Instant? { waiting.lazy.map(\.until).min() }

    mutating func add(_ id: RequestID, notice: UInt64, at now: Instant) {
        waiting.append((id, notice, now + Self.maxWait))
    }

    /// Removes and returns those whose notice is over, or that have waited long enough.
    mutating func remove(at now: Instant, isOver: (UInt64) -> Bool) -> [(id: RequestID, notice: UInt64)] {
        guard !waiting.isEmpty else { return [] }
        let done = waiting.filter { $0.until <= now || isOver($0.notice) }
        waiting.removeAll { $0.until <= now || isOver($0.notice) }
        return done.map { ($0.id, $0.notice) }
    }
}
