/// A server's share of the loop: at most `maxInFlight` transfers, and what waits for one of them to end.
///
/// The few that wait are there so that the next signal goes out in the moment in which a transfer ends, without a way to
/// another thread and back.
struct ServerLine {
    /// Handles that wait for the next signal: they keep their options and buffers.
    var idle: [Transfer] = []
    var inFlight = 0
    /// Nothing more will come: the line goes with its last transfer.
    var isForgotten = false
    /// In the order in which they came; those before `head` have gone.
    private var waiting: [Sending] = []
    private var head = 0

    var isDone: Bool { isForgotten && inFlight == 0 && head == waiting.count }

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

    /// When the time of the first to run out of it is over; nil where nothing waits.
    var earliestDeadline: ContinuousClock.Instant? { waiting[head...].lazy.map(\.deadline).min() }

    /// Takes one out of the middle.
    mutating func remove(where isMeant: (Sending) -> Bool) -> Sending? {
        guard let index = waiting[head...].firstIndex(where: isMeant) else { return nil }
        return waiting.remove(at: index)
    }
}
