import DomoLanguage
import DomoModel

/// The calls of scenes that have no answer yet.
struct PendingCalls: Sendable {
    static let maxCount = 64
    /// How long after its deadline an answer may be reported.
    private static let grace: Duration = .seconds(1)

    private var calls: [UInt64: (strand: StrandID, due: Instant)] = [:]

    var count: Int { calls.count }
    var earliest: Instant? { calls.values.lazy.map(\.due).min() }

    mutating func add(_ id: UInt64, for strand: StrandID, deadline: Instant) {
        calls[id] = (strand, deadline + Self.grace)
    }

    mutating func remove(_ id: UInt64) -> StrandID? { calls.removeValue(forKey: id)?.strand }

    mutating func removeDue(at now: Instant) -> [StrandID] {
        guard let earliest, earliest <= now else { return [] }
        return remove { $0 <= now }
    }

    mutating func removeAll() -> [StrandID] { remove { _ in true } }

    private mutating func remove(where isDue: (Instant) -> Bool) -> [StrandID] {
        let removed = calls.filter { isDue($0.value.due) }.sorted { $0.key < $1.key }
        for (id, _) in removed { calls[id] = nil }
        return removed.map(\.value.strand)
    }
}

extension DeliveryReport {
    /// The result of a call.
    var result: Result<CallAnswer, Fault> {
        switch outcome {
        case .sent:
            answer.map(Result.success) ?? .failure(Fault(.refusedByServer, "the notifier reported no answer"))
        case .failed, .unknown: .failure(Fault(.unreachable, message ?? "the call failed"))
        }
    }
}
