import DomoLanguage

/// The last orders, for those who ask while there is no database.
struct OrderLog: Sendable {
    static let maxOrders = 256

    private var records: [UInt64: OrderRecord] = [:]
    /// The numbers of the records, ascending; the lowest is dropped first.
    private var numbers: [UInt64] = []

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
        let meant = records.values.filter { element == nil || $0.element == element }
        return Array(meant.sorted { $0.id > $1.id }.prefix(count))
    }
}
