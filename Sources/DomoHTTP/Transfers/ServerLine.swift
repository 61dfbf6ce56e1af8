/// A server's share of the loop: at most `maxInFlight` transfers, and what waits for one of them to end.
///
/// The few that wait are there so that the next signal goes out in the moment in which a transfer ends, without a way to
/// another thread and back. Orders go before questions, and questions never take all places.
struct ServerLine {
    /// Handles that wait for the next signal: they keep their options and buffers.
    var idle: [Transfer] = []
    var inFlight = 0
    var queriesInFlight = 0
    /// Nothing more will come: the line goes with its last transfer.
    var isForgotten = false
    private var orders = WaitingLine()
    private var queries = WaitingLine()
    private let maxInFlight: Int

    init(maxInFlight: Int) { self.maxInFlight = maxInFlight }

    /// Whether nothing waits.
    var isEmpty: Bool { orders.isEmpty && queries.isEmpty }
    var isDone: Bool { isForgotten && inFlight == 0 && isEmpty }

    func mayStart(isQuery: Bool) -> Bool {
        inFlight < maxInFlight && (!isQuery || queriesInFlight < max(1, maxInFlight / 2))
    }

    mutating func append(_ sending: Sending) {
        if sending.isQuery { queries.append(sending) } else { orders.append(sending) }
    }

    /// The next that may start.
    mutating func next() -> Sending? {
        if !orders.isEmpty { return mayStart(isQuery: false) ? orders.popFirst() : nil }
        return mayStart(isQuery: true) ? queries.popFirst() : nil
    }

    mutating func popFirst() -> Sending? { orders.popFirst() ?? queries.popFirst() }

    /// When the time of the first to run out of it is over; nil where nothing waits.
    var earliestDeadline: ContinuousClock.Instant? {
        [orders.earliestDeadline, queries.earliestDeadline].compactMap { $0 }.min()
    }

    /// Takes one out of the middle.
    mutating func remove(where isMeant: (Sending) -> Bool) -> Sending? {
        orders.remove(where: isMeant) ?? queries.remove(where: isMeant)
    }
}

/// In the order in which they came.
private struct WaitingLine {
    /// Those before `head` have gone.
    private var waiting: [Sending] = []
    private var head = 0

    var isEmpty: Bool { head == waiting.count }

    mutating func append(_ sending: Sending) {
        waiting.append(sending)
    }

    mutating func popFirst() -> Sending? {
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

    mutating func remove(where isMeant: (Sending) -> Bool) -> Sending? {
        guard let index = waiting[head...].firstIndex(where: isMeant) else { return nil }
        return waiting.remove(at: index)
    }
}
