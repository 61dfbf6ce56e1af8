/// A server's share of the loop: at most `maxInFlight` transfers, and the transmissions that wait for one of them.
///
/// The queue lets the next signal start as soon as a transfer ends, without a round trip to another thread. Orders go
/// before queries, and queries never take all slots.
struct ServerQueue {
    /// Handles for the next signals, which keep their options and buffers.
    var idle: [Transfer] = []
    var inFlight = 0
    var queriesInFlight = 0
    /// Whether nothing more will be sent: the queue is dropped with its last transfer.
    var isForgotten = false
    private var orders = WaitingQueue()
    private var queries = WaitingQueue()
    private let maxInFlight: Int

    init(maxInFlight: Int) { self.maxInFlight = maxInFlight }

    /// Whether nothing waits.
    var isEmpty: Bool { orders.isEmpty && queries.isEmpty }
    var isDone: Bool { isForgotten && inFlight == 0 && isEmpty }

    func mayStart(isQuery: Bool) -> Bool {
        inFlight < maxInFlight && (!isQuery || queriesInFlight < max(1, maxInFlight / 2))
    }

    mutating func append(_ transmission: Transmission) {
        if transmission.isQuery { queries.append(transmission) } else { orders.append(transmission) }
    }

    /// Removes and returns the next transmission that may start.
    mutating func next() -> Transmission? {
        if !orders.isEmpty { return mayStart(isQuery: false) ? orders.popFirst() : nil }
        return mayStart(isQuery: true) ? queries.popFirst() : nil
    }

    mutating func popFirst() -> Transmission? { orders.popFirst() ?? queries.popFirst() }

    /// The earliest deadline; nil if nothing waits.
    var earliestDeadline: ContinuousClock.Instant? {
        [orders.earliestDeadline, queries.earliestDeadline].compactMap { $0 }.min()
    }

    /// Removes a transmission from anywhere in the queue.
    mutating func remove(where isMeant: (Transmission) -> Bool) -> Transmission? {
        orders.remove(where: isMeant) ?? queries.remove(where: isMeant)
    }
}

/// A first-in, first-out queue.
private struct WaitingQueue {
    /// The items before `head` are already removed.
    private var waiting: [Transmission] = []
    private var head = 0

    var isEmpty: Bool { head == waiting.count }

    mutating func append(_ transmission: Transmission) {
        waiting.append(transmission)
    }

    mutating func popFirst() -> Transmission? {
        guard head < waiting.count else { return nil }
        defer {
            head += 1
            if head == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                head = 0
            }
        }
        return waiting[head]
    }

    var earliestDeadline: ContinuousClock.Instant? { waiting[head...].lazy.map(\.deadline).min() }

    mutating func remove(where isMeant: (Transmission) -> Bool) -> Transmission? {
        guard let index = waiting[head...].firstIndex(where: isMeant) else { return nil }
        return waiting.remove(at: index)
    }
}
