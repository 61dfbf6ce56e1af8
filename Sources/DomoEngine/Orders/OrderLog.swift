import DomoLanguage

/// What is known of orders, whether they have ended or not: the last ones, for those who ask while there is no database;
/// those that were not persisted yet; and how many came to which end.
struct OrderLog: Sendable {
    static let maxOrders = 256

    /// Each at the place of its number, where it takes that of an older one: they are numbered one after the other.
    private var records: [OrderRecord?] = []
    /// Those that came in with this input and were not persisted yet.
    private(set) var new: [OrderID] = []
    private(set) var accepted = 0
    private(set) var failed = 0
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

    /// - Parameter milliseconds: from the request to its acceptance.
    mutating func note(latency milliseconds: Double) { latency.note(milliseconds) }

    /// An order that gave its place to a newer one does not come back.
    mutating func note(_ record: OrderRecord) {
        if records.isEmpty { records = Array(repeating: nil, count: Self.maxOrders) }
        let place = Int(record.id % UInt64(Self.maxOrders))
        if let known = records[place], known.id > record.id { return }
        records[place] = record
    }

    /// The newest first.
    ///
    /// - Parameter before: those with lower numbers; nil for all.
    func last(_ count: Int, of elements: [String]?, before: UInt64? = nil) -> [OrderRecord] {
        let meant = records.lazy.compactMap { $0 }.filter { record in
            (elements?.contains(record.element) ?? true) && before.map { record.id < $0 } ?? true
        }
        return Array(meant.sorted { $0.id > $1.id }.prefix(count))
    }
}
