/// Orders in line to be written, one entry for each, so that it costs one row however far it came.
struct OrderLine {
    private struct Place {
        var number: UInt64
        /// When the order came into the line, by `MonotonicClock`.
        var since: UInt64
    }

    private var changes: [UInt64: OrderChange] = [:]
    /// In the order in which they came; those that are no longer in `changes` are skipped.
    private var places: ArraySlice<Place> = []

    var count: Int { changes.count }

    func contains(_ number: UInt64) -> Bool { changes[number] != nil }

    /// - Returns: by how many bytes the line grew.
    mutating func put(_ change: OrderChange, at now: UInt64) -> Int {
        guard let earlier = changes[change.number]?.weight else {
            changes[change.number] = change
            places.append(Place(number: change.number, since: now))
            return change.weight
        }
        changes[change.number]?.update(to: change)
        return (changes[change.number]?.weight ?? 0) - earlier
    }

    /// Completes the change of an order with an earlier one that could not be written.
    ///
    /// - Returns: by how many bytes the line grew; nil where there is no change of the order.
    mutating func complete(with earlier: OrderChange) -> Int? {
        guard let later = changes[earlier.number] else { return nil }
        var change = earlier
        change.update(to: later)
        changes[earlier.number] = change
        return change.weight - later.weight
    }

    mutating func remove(_ number: UInt64) -> OrderChange? {
        guard let change = changes.removeValue(forKey: number) else { return nil }
        // Those that are skipped must not pile up where nothing is taken for long.
        if places.count > 64, places.count > 2 * changes.count { places.removeAll { changes[$0.number] == nil } }
        return change
    }

    /// When the first one came; nil where there is none.
    mutating func since() -> UInt64? {
        while let place = places.first, changes[place.number] == nil { places.removeFirst() }
        return places.first?.since
    }

    mutating func popFirst() -> OrderChange? {
        while let place = places.popFirst() {
            if let change = changes.removeValue(forKey: place.number) { return change }
        }
        return nil
    }

    mutating func takeAll() -> [OrderChange] {
        let all = places.compactMap { changes.removeValue(forKey: $0.number) }
        places.removeAll()
        return all
    }
}
