/// A priority queue of timers. Timers are never removed early: one that is obsolete is dropped when it expires, and the
/// obsolete ones are swept out before they outnumber the others.
struct Timers<Reason: Sendable, Moment: Comparable & Sendable>: Sendable {
    private struct Entry: Sendable {
        var at: Moment
        var reason: Reason
    }

    /// A binary heap.
    private var heap: [Entry] = []

    var count: Int { heap.count }
    var earliest: Moment? { heap.first?.at }

    mutating func add(_ reason: Reason, at moment: Moment) {
        heap.append(Entry(at: moment, reason: reason))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].at < heap[parent].at else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the earliest timer if it has expired.
    mutating func popDue(at now: Moment) -> Reason? {
        guard let first = heap.first, first.at <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sift(from: 0)
        return first.reason
    }

    mutating func sweep(keeping isAlive: (Reason) -> Bool) {
        replace { isAlive($0) ? $0 : nil }
    }

    /// Maps the reasons of all timers; nil removes one.
    mutating func replace(_ reason: (Reason) -> Reason?) {
        heap = heap.compactMap { entry in reason(entry.reason).map { Entry(at: entry.at, reason: $0) } }
        for parent in stride(from: heap.count / 2, through: 0, by: -1) { sift(from: parent) }
    }

    private mutating func sift(from start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].at < heap[least].at {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}

extension Optional where Wrapped: Comparable {
    /// The lower of the two; nil is above all others.
    mutating func lower(to other: Wrapped?) {
        guard let other else { return }
        self = map { Swift.min($0, other) } ?? other
    }
}
