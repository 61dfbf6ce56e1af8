import DomoEngine
import DomoKNX

/// The reads of state addresses: few at a time, each address once, each with a timeout.
struct ReadQueue: Sendable {
    /// The maximum number of unanswered reads on the bus.
    static let maxOutstanding = 6
    /// How long a device has to answer.
    static let timeout: Duration = .seconds(2)

    /// What a query waits for.
    private struct Waiting: Sendable {
        var open: Set<GroupAddress>
        /// When the query is answered with what is known by then.
        var until: Instant
    }

    private struct Outstanding: Sendable {
        var until: Instant
        /// The ticket of its telegram.
        var ticket: UInt64?
        /// False while the telegram may still wait in the connection.
        var isSent = false
    }

    private var waiting: [Dispatch.ID: Waiting] = [:]
    /// The reads of queries.
    private var queue: [GroupAddress] = []
    private var queued: Set<GroupAddress> = []
    /// The link's own reads, sent after those of queries.
    private var ownQueue: [GroupAddress] = []
    private var outstanding: [GroupAddress: Outstanding] = [:]
    /// Reads that nothing waits for any more but whose answers may still arrive: they still load the bus.
    private var abandoned: [GroupAddress: Outstanding] = [:]
    /// Unanswered or refused reads since the last answer, by address.
    private(set) var unanswered: [GroupAddress: Int] = [:]
    /// Those that were counted since they were last drained.
    private var counted: [GroupAddress] = []

    mutating func add(_ addresses: [GroupAddress], for id: Dispatch.ID, until: Instant) {
        waiting[id] = Waiting(open: Set(addresses), until: until)
        for address in addresses where outstanding[address] == nil && queued.insert(address).inserted {
            queue.append(address)
            ownQueue.removeAll { $0 == address }
        }
    }

    /// Reads that no query waits for.
    mutating func addOwn(_ addresses: [GroupAddress]) {
        for address in addresses
        where outstanding[address] == nil && !queued.contains(address) && !ownQueue.contains(address) {
            ownQueue.append(address)
        }
    }

    /// True if the next read is the link's own, which no query has been charged for.
    var isNextOwn: Bool { queue.isEmpty && !ownQueue.isEmpty && hasRoom }

    private var hasRoom: Bool { outstanding.count + abandoned.count < Self.maxOutstanding }

    /// The address to read next; nil if there is none or too many reads are unanswered.
    mutating func next(at now: Instant) -> GroupAddress? {
        guard hasRoom, !queue.isEmpty || !ownQueue.isEmpty else { return nil }
        let address = queue.isEmpty ? ownQueue.removeFirst() : queue.removeFirst()
        queued.remove(address)
        outstanding[address] = Outstanding(until: now + Self.timeout)
        abandoned[address] = nil
        return address
    }

    /// Notes that a state arrived.
    ///
    /// - Returns: The queries that are now complete, and the ticket of a read that was not sent yet and is now
    ///   superfluous.
    mutating func answered(_ address: GroupAddress) -> (queries: [Dispatch.ID], ticket: UInt64?) {
        let read = outstanding.removeValue(forKey: address)
        if read != nil { unanswered[address] = nil }
        abandoned[address] = nil
        if queued.remove(address) != nil { queue.removeAll { $0 == address } }
        ownQueue.removeAll { $0 == address }
        return (close(address), read?.isSent == false ? read?.ticket : nil)
    }

    /// Notes that the read was passed to the connection, where it may have to wait.
    mutating func noteGiven(_ address: GroupAddress, ticket: UInt64) { outstanding[address]?.ticket = ticket }

    /// Notes that the read is on the bus: its timeout starts now.
    mutating func noteSent(_ address: GroupAddress, ticket: UInt64, at now: Instant) {
        let until = now + Self.timeout
        if outstanding[address]?.ticket == ticket {
            outstanding[address] = Outstanding(until: until, ticket: ticket, isSent: true)
        } else if abandoned[address]?.ticket == ticket {
            abandoned[address] = Outstanding(until: until, ticket: ticket, isSent: true)
        }
    }

    /// Notes that the telegram of a read could not be sent.
    mutating func failed(_ address: GroupAddress, ticket: UInt64) -> [Dispatch.ID] {
        if abandoned[address]?.ticket == ticket { abandoned[address] = nil }
        return outstanding[address]?.ticket == ticket ? failed(address) : []
    }

    private mutating func failed(_ address: GroupAddress) -> [Dispatch.ID] {
        outstanding[address] = nil
        unanswered[address, default: 0] += 1
        counted.append(address)
        return close(address)
    }

    /// - Returns: The reads without an answer since the last call.
    mutating func drainUnanswered() -> [GroupAddress] {
        defer { counted = [] }
        return counted
    }

    private mutating func close(_ address: GroupAddress) -> [Dispatch.ID] {
        var done: [Dispatch.ID] = []
        for id in waiting.keys where waiting[id]?.open.remove(address) != nil {
            if waiting[id]?.open.isEmpty == true { done.append(id) }
        }
        for id in done { waiting[id] = nil }
        return done.sorted { $0.number < $1.number }
    }

    /// - Returns: The queries that are over, even if incomplete, and the tickets of reads that timed out, which may not
    ///   have been sent yet.
    mutating func expire(at now: Instant) -> (queries: [Dispatch.ID], tickets: [UInt64]) {
        var done: [Dispatch.ID] = []
        var tickets: [UInt64] = []
        abandoned = abandoned.filter { now < $0.value.until }
        for address in outstanding.keys.sorted(by: { $0.raw < $1.raw })
        where outstanding[address].map({ $0.until <= now }) == true {
            if let ticket = outstanding[address]?.ticket { tickets.append(ticket) }
            done += failed(address)
        }
        for (id, wait) in waiting.sorted(by: { $0.key.number < $1.key.number }) where wait.until <= now {
            waiting[id] = nil
            done.append(id)
            // Drop reads that were not sent yet and that no other query waits for.
            for address in wait.open where queued.contains(address) && !isAwaited(address) {
                queued.remove(address)
                queue.removeAll { $0 == address }
            }
        }
        return (done, tickets)
    }

    /// True if domo has sent a read of the address and an answer may still arrive.
    func isOutstanding(_ address: GroupAddress) -> Bool { outstanding[address] != nil || abandoned[address] != nil }

    /// Whether a query waits for the address; the link's own reads don't count.
    func isAwaited(_ address: GroupAddress) -> Bool { waiting.values.contains { $0.open.contains(address) } }

    mutating func cancel(_ id: Dispatch.ID) -> Bool { waiting.removeValue(forKey: id) != nil }

    /// Drops all reads, and what waits for them.
    ///
    /// - Returns: The tickets of reads that may not have been sent yet.
    mutating func clear() -> [UInt64] {
        defer {
            abandoned.merge(outstanding) { _, new in new }
            (waiting, queue, queued, ownQueue, outstanding) = ([:], [], [], [], [:])
        }
        return outstanding.values.compactMap(\.ticket).sorted()
    }

    var earliest: Instant? {
        let reads = outstanding.values.map(\.until).min()
        let queries = waiting.values.map(\.until).min()
        return [reads, queries, abandoned.values.map(\.until).min()].compactMap(\.self).min()
    }
}
