import DomoLanguage

/// The last orders, for those who ask while there is no database.
struct OrderLog: Sendable {
    static let most = 256

    /// By number; the oldest are dropped.
    private var records: [UInt64: OrderRecord] = [:]
    private var oldest: UInt64 = 0
    private var newest: UInt64 = 0

    mutating func note(_ record: OrderRecord) {
        guard record.id >= oldest else { return }
        records[record.id] = record
        newest = max(newest, record.id)
        while newest - oldest >= UInt64(Self.most), records.count > Self.most || records[oldest] == nil {
            records[oldest] = nil
            oldest += 1
        }
    }

    /// The newest first.
    func last(_ count: Int, of element: String?) -> [OrderRecord] {
        let meant = records.values.filter { element == nil || $0.element == element }
        return Array(meant.sorted { $0.id > $1.id }.prefix(count))
    }
}
