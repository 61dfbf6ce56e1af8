/// A priority queue of events, earliest first; events of the same moment in the order of insertion, or shuffled.
public struct Agenda<Event> {
    private struct Entry {
        var at: Int64
        var number: UInt64
        var event: Event

        func precedes(_ other: Entry) -> Bool { at != other.at ? at < other.at : number < other.number }
    }

    /// A binary heap.
    private var heap: [Entry] = []
    private var added: UInt64 = 0
    /// Shuffles the events of one moment; nil for the order of insertion.
    private var tieBreaker: Dice?

    public init(tieBreaker: Dice? = nil) { self.tieBreaker = tieBreaker }

    /// In nanoseconds of the engine's uptime.
    public var earliest: Int64? { heap.first?.at }

    public mutating func add(_ event: Event, at moment: Int64) {
        added += 1
        heap.append(Entry(at: moment, number: tieBreaker?.next() ?? added, event: event))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    public mutating func pop() -> Event? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first.event }
        heap[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(heap[parent]) else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return first.event
    }
}
