/// A queue of orders to write, with one entry for each order, so that several changes need only one write.
struct OrderQueue {
    private struct Entry {
        var number: UInt64
        /// When the order was enqueued, by `MonotonicClock`.
        var since: UInt64
    }

    private var changes: [UInt64: OrderChange] = [:]
    /// In the order of arrival. Entries that are no longer in `changes` are skipped.
    private var entries: ArraySlice<Entry> = []

    var count: Int { changes.count }

    func contains(_ number: UInt64) -> Bool { changes[number] != nil }

    /// - Returns: by how many bytes the queue grew.
    mutating func put(_ change: OrderChange, at now: UInt64) -> Int {
        guard let earlier = changes[change.number]?.weight else {
            changes[change.number] = change
            entries.append(Entry(number: change.number, since: now))
            return change.weight
        }
        changes[change.number]?.update(to: change)
        return (changes[change.number]?.weight ?? 0) - earlier
    }

    /// Merges an earlier change that could not be written into the change of the same order.
    ///
    /// - Returns: by how many bytes the queue grew; nil if the order is not in the queue.
    mutating func complete(with earlier: OrderChange) -> Int? {
        guard let later = changes[earlier.number] else { return nil }
        var change = earlier
        change.update(to: later)
        changes[earlier.number] = change
        return change.weight - later.weight
    }

    mutating func remove(_ number: UInt64) -> OrderChange? {
        guard let change = changes.removeValue(forKey: number) else { return nil }
        // Skipped entries must not pile up if nothing is taken for a long time.
        if entries.count > 64, entries.count > 2 * changes.count { entries.removeAll { changes[$0.number] == nil } }
        return change
    }

    /// When the first order was enqueued; nil if the queue is empty.
    mutating func since() -> UInt64? {
        while let entry = entries.first, changes[entry.number] == nil { entries.removeFirst() }
        return entries.first?.since
    }

    mutating func popFirst() -> OrderChange? {
        while let entry = entries.popFirst() {
            if let change = changes.removeValue(forKey: entry.number) { return change }
        }
        return nil
    }

    mutating func takeAll() -> [OrderChange] {
        let all = entries.compactMap { changes.removeValue(forKey: $0.number) }
        entries.removeAll()
        return all
    }
}
