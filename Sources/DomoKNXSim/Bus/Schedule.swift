/// A queue of entries by time. Entries with the same time are returned in the order in which they were added.
struct Schedule<Entry: Sendable>: Sendable {
    private struct Node: Sendable {
        var time: Duration
        var order: UInt64
        var entry: Entry
    }

    /// A binary heap, the earliest first.
    private var nodes: [Node] = []
    private var count: UInt64 = 0

    var next: Duration? { nodes.first?.time }

    mutating func add(_ entry: Entry, at time: Duration) {
        nodes.append(Node(time: time, order: count, entry: entry))
        count += 1
        var place = nodes.count - 1
        while place > 0, case let parent = (place - 1) / 2, isEarlier(place, than: parent) {
            nodes.swapAt(place, parent)
            place = parent
        }
    }

    /// Removes and returns the earliest entry if it is due.
    mutating func pop(through now: Duration) -> (time: Duration, entry: Entry)? {
        guard let first = nodes.first, first.time <= now else { return nil }
        nodes.swapAt(0, nodes.count - 1)
        nodes.removeLast()
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < nodes.count && isEarlier(child, than: least) {
                least = child
            }
            if least == place { break }
            nodes.swapAt(place, least)
            place = least
        }
        return (first.time, first.entry)
    }

    mutating func removeAll(where isUnwanted: (Entry) -> Bool) {
        let kept = nodes.filter { !isUnwanted($0.entry) }.sorted { ($0.time, $0.order) < ($1.time, $1.order) }
        // An array in ascending order is a heap.
        nodes = kept
    }

    func contains(where isWanted: (Entry) -> Bool) -> Bool { nodes.contains { isWanted($0.entry) } }

    private func isEarlier(_ one: Int, than other: Int) -> Bool {
        (nodes[one].time, nodes[one].order) < (nodes[other].time, nodes[other].order)
    }
}
