import DomoEngine
import DomoKNX

/// The reads of state addresses: few at once, each address once, each with an end.
struct Reads: Sendable {
    /// So many reads are on the bus without an answer.
    static let maxOutstanding = 6
    /// How long a device has to answer.
    static let patience: Duration = .seconds(2)

    /// What a query waits for.
    private struct Waiting: Sendable {
        var open: Set<GroupAddress>
        /// When it is answered with what there is.
        var until: Instant
    }

    private struct Outstanding: Sendable {
        var until: Instant
    }

    private var waiting: [Dispatch.ID: Waiting] = [:]
    private var queue: [GroupAddress] = []
    private var queued: Set<GroupAddress> = []
    private var outstanding: [GroupAddress: Outstanding] = [:]
    /// Answered, unanswered or refused reads since the start, by address.
    private(set) var unanswered: [GroupAddress: Int] = [:]

    /// - Parameter id: nil for a read that no query waits for.
    mutating func add(_ addresses: [GroupAddress], for id: Dispatch.ID?, until: Instant) {
        if let id { waiting[id] = Waiting(open: Set(addresses), until: until) }
        for address in addresses where outstanding[address] == nil && queued.insert(address).inserted {
            queue.append(address)
        }
    }

    /// The addresses that are read now.
    mutating func next(at now: Instant) -> [GroupAddress] {
        var addresses: [GroupAddress] = []
        while outstanding.count < Self.maxOutstanding, !queue.isEmpty {
            let address = queue.removeFirst()
            queued.remove(address)
            outstanding[address] = Outstanding(until: now + Self.patience)
            addresses.append(address)
        }
        return addresses
    }

    /// Its state came.
    ///
    /// - Returns: the queries that have all of theirs.
    mutating func answered(_ address: GroupAddress) -> [Dispatch.ID] {
        if outstanding.removeValue(forKey: address) != nil { unanswered[address] = nil }
        if queued.remove(address) != nil { queue.removeAll { $0 == address } }
        return close(address)
    }

    /// It could not be read.
    mutating func failed(_ address: GroupAddress) -> [Dispatch.ID] {
        outstanding[address] = nil
        unanswered[address, default: 0] += 1
        return close(address)
    }

    private mutating func close(_ address: GroupAddress) -> [Dispatch.ID] {
        var done: [Dispatch.ID] = []
        for id in waiting.keys where waiting[id]?.open.remove(address) != nil {
            if waiting[id]?.open.isEmpty == true { done.append(id) }
        }
        for id in done { waiting[id] = nil }
        return done.sorted { $0.number < $1.number }
    }

    /// - Returns: the queries that are over, with what was not answered; and whether any of it had been sent.
    mutating func expire(at now: Instant) -> [Dispatch.ID] {
        var done: [Dispatch.ID] = []
        for address in outstanding.keys.sorted(by: { $0.raw < $1.raw })
        where outstanding[address].map({ $0.until <= now }) == true {
            done += failed(address)
        }
        for (id, wait) in waiting.sorted(by: { $0.key.number < $1.key.number }) where wait.until <= now {
            waiting[id] = nil
            done.append(id)
            // Nobody waits any more for what was not sent yet.
            for address in wait.open where queued.contains(address) && !isAwaited(address) {
                queued.remove(address)
                queue.removeAll { $0 == address }
            }
        }
        return done
    }

    func isOutstanding(_ address: GroupAddress) -> Bool { outstanding[address] != nil }

    /// Whether a query waits for it, and not domo itself.
    func isAwaited(_ address: GroupAddress) -> Bool { waiting.values.contains { $0.open.contains(address) } }

    mutating func cancel(_ id: Dispatch.ID) -> Bool { waiting.removeValue(forKey: id) != nil }

    /// The connection is down: nothing more comes.
    mutating func clear() -> [Dispatch.ID] {
        defer {
            (waiting, queue, queued, outstanding) = ([:], [], [], [:])
        }
        return waiting.keys.sorted { $0.number < $1.number }
    }

    var earliest: Instant? {
        let reads = outstanding.values.map(\.until).min()
        let queries = waiting.values.map(\.until).min()
        return [reads, queries].compactMap { $0 }.min()
    }
}
