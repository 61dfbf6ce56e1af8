import DomoLanguage

/// What is known of orders, whether they have ended or not: the last ones, for those who ask while there is no database;
/// those that were not persisted yet; and how many came to which end.
struct OrderLog: Sendable {
    static let maxOrders = 256

    private var records: [UInt64: OrderRecord] = [:]
    /// The numbers of the records, ascending; the lowest is dropped first.
    private var numbers: [UInt64] = []
    /// Those that came in with this input and were not persisted yet.
    private(set) var new: [OrderID] = []
    private(set) var accepted = 0
    private(set) var failed = 0

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

    /// Takes a time that does not depend on the number: orders are numbered on from what a database holds.
    mutating func note(_ record: OrderRecord) {
        guard records[record.id] == nil else {
            records[record.id] = record
            return
        }
        if numbers.count == Self.maxOrders {
            // An order that was dropped does not come back.
            guard let lowest = numbers.first, record.id > lowest else { return }
            records[lowest] = nil
            numbers.removeFirst()
        }
        // Orders come nearly in the order of their numbers.
        let place = numbers.lastIndex { $0 < record.id }.map { $0 + 1 } ?? 0
        numbers.insert(record.id, at: place)
        records[record.id] = record
    }

    /// The newest first.
    func last(_ count: Int, of element: String?) -> [OrderRecord] {
        let newest = numbers.reversed().lazy.compactMap { records[$0] }
        let meant = newest.filter { element == nil || $0.element == element }
        return Array(meant.prefix(count))
    }
}
