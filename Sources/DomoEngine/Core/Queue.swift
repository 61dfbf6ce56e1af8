/// First in, first out; both ends in constant time on average.
struct Queue<Item: Sendable>: Sendable {
    private var items: [Item?] = []
    private var head = 0

    var isEmpty: Bool { head == items.count }
    var count: Int { items.count - head }

    /// The one that is next.
    var first: Item? { head < items.count ? items[head] : nil }

    mutating func append(_ item: Item) {
        items.append(item)
    }

    /// In the order in which they are to come.
    var all: some Sequence<Item> { items[head...].lazy.compactMap { $0 } }

    /// Puts it before all others.
    mutating func prepend(_ item: Item) {
        guard head > 0 else { return items.insert(item, at: 0) }
        head -= 1
        items[head] = item
    }

    /// Takes out the newest. The queue must not be empty.
    mutating func removeLast() {
        items.removeLast()
    }

    mutating func removeAll(where isMeant: (Item) -> Bool) {
        items = items[head...].filter { $0.map { !isMeant($0) } ?? false }
        head = 0
    }

    /// Takes out the first that is meant.
    mutating func popFirst(where isMeant: (Item) -> Bool) -> Item? {
        guard let place = items[head...].firstIndex(where: { $0.map(isMeant) ?? false }) else { return nil }
        return items.remove(at: place)
    }

    mutating func popFirst() -> Item? {
        guard head < items.count else { return nil }
        defer {
            items[head] = nil
            head += 1
            if head == items.count {
                items.removeAll(keepingCapacity: items.capacity <= 1024)
                head = 0
            } else if head >= 64, head * 2 >= items.count {
                items.removeFirst(head)
                head = 0
            }
        }
        return items[head]
    }
}

extension Array {
    /// Takes out what there is.
    mutating func takeAll() -> [Element] {
        // Most often there is nothing, and nothing is allocated for that.
        guard !isEmpty else { return [] }
        defer { self = [] }
        return self
    }
}
