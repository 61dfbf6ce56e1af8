import DomoLanguage

/// Orders in line to be written: of each the newest record alone, so that it costs one row however far it came.
struct OrderLine {
    private struct Place {
        var number: UInt64
        /// When the order came into the line, in nanoseconds since the machine's start.
        var since: UInt64
    }

    private var records: [UInt64: OrderRecord] = [:]
    /// In the order in which they came; those that are no longer in `records` are skipped.
    private var places: ArraySlice<Place> = []

    var count: Int { records.count }

    func contains(_ number: UInt64) -> Bool { records[number] != nil }

    /// - Returns: what stood there of the same order; the new record takes its place.
    mutating func put(_ record: OrderRecord, at now: UInt64) -> OrderRecord? {
        let older = records.updateValue(record, forKey: record.id)
        if older == nil { places.append(Place(number: record.id, since: now)) }
        return older
    }

    mutating func remove(_ number: UInt64) -> OrderRecord? {
        guard let record = records.removeValue(forKey: number) else { return nil }
        // Those that are skipped must not pile up where nothing is taken for long.
        if places.count > 64, places.count > 2 * records.count { places.removeAll { records[$0.number] == nil } }
        return record
    }

    /// When the first one came; nil where there is none.
    mutating func since() -> UInt64? {
        while let place = places.first, records[place.number] == nil { places.removeFirst() }
        return places.first?.since
    }

    mutating func popFirst() -> OrderRecord? {
        while let place = places.popFirst() {
            if let record = records.removeValue(forKey: place.number) { return record }
        }
        return nil
    }

    mutating func takeAll() -> [OrderRecord] {
        let all = places.compactMap { records.removeValue(forKey: $0.number) }
        places.removeAll()
        return all
    }
}
