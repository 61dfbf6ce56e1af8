import DomoLanguage

/// The records of orders, ended or not: the last ones, for requests without a database; those that were not persisted
/// yet; and counts by ending.
struct OrderLog: Sendable {
    static let maxOrders = 256

    /// Indexed by order number modulo the size, so that each replaces an old one.
    private var records: [OrderRecord?] = []
    /// The orders of the present input that were not persisted yet.
    private(set) var new: [OrderID] = []
    private(set) var accepted = 0
    private(set) var failed = 0
    /// The orders that domo itself carried out, which are also counted as accepted.
    private(set) var held = 0
    private(set) var latency = Latency()

    mutating func noteNew(_ id: OrderID) { new.append(id) }
    func isNew(_ id: OrderID) -> Bool { new.contains(id) }
    mutating func clearNew() { new.removeAll(keepingCapacity: true) }

    mutating func count(_ ending: Ending) {
        switch ending {
        case .accepted: accepted += 1
        case .superseded: break
        case .refused, .failed, .expired, .impossible, .fault: failed += 1
        }
    }

    mutating func countHeld() {
        accepted += 1
        held += 1
    }

    /// - Parameter milliseconds: from the request to its acceptance.
    mutating func note(latency milliseconds: Double) { latency.note(milliseconds) }

    /// An old order does not replace the newer one that took its place.
    mutating func note(_ record: OrderRecord) {
        if records.isEmpty { records = Array(repeating: nil, count: Self.maxOrders) }
        let place = Int(record.id % UInt64(Self.maxOrders))
        if let known = records[place], known.id > record.id { return }
        records[place] = record
    }

    /// Newest first.
    ///
    /// - Parameter before: only lower numbers; nil for all.
    func last(_ count: Int, of elements: [String]?, before: UInt64? = nil) -> [OrderRecord] {
        let meant = records.lazy.compactMap { $0 }.filter { record in
            (elements?.contains(record.element) ?? true) && before.map { record.id < $0 } ?? true
        }
        return Array(meant.sorted { $0.id > $1.id }.prefix(count))
    }
}
