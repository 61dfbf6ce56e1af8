/// First in, first out; both ends in amortized constant time.
struct Queue<Item: Sendable>: Sendable {
    private var items: [Item?] = []
    private var head = 0

    var isEmpty: Bool { head == items.count }
    var count: Int { items.count - head }

    /// The next item.
    var first: Item? { head < items.count ? items[head] : nil }

    mutating func append(_ item: Item) {
        items.append(item)
    }

    /// In the order of removal.
    var all: some Sequence<Item> { items[head...].lazy.compactMap { $0 } }

    /// Inserts an item before all others.
    mutating func prepend(_ item: Item) {
        guard head > 0 else { return items.insert(item, at: 0) }
        head -= 1
        items[head] = item
    }

    /// Removes the newest item. The queue must not be empty.
    mutating func removeLast() {
        items.removeLast()
    }

    mutating func removeAll(where matches: (Item) -> Bool) {
        items = items[head...].filter { $0.map { !matches($0) } ?? false }
        head = 0
    }

    /// Removes and returns the first matching item.
    mutating func popFirst(where matches: (Item) -> Bool) -> Item? {
        if let first, matches(first) { return popFirst() }
        guard let place = items[head...].firstIndex(where: { $0.map(matches) ?? false }) else { return nil }
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
