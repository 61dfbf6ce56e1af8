import DomoModel

/// A sparse table of items by element, in pages: a copy shares all pages, and a change copies one. Pages without items
/// take no memory.
///
/// Iterates in the order of the elements.
struct ElementTable<Item: Sendable>: Sendable, Sequence {
    private static var pageSize: Int { 64 }

    /// Empty if none of its elements has an item.
    private var pages: [[Item?]] = []

    subscript(id: ElementID) -> Item? {
        get {
            let (page, place) = id.number.quotientAndRemainder(dividingBy: Self.pageSize)
            guard page < pages.count, !pages[page].isEmpty else { return nil }
            return pages[page][place]
        }
        set {
            guard let newValue else {
                if self[id] != nil { self[room: id] = nil }
                return
            }
            makeRoom(for: id)
            self[room: id] = newValue
        }
        _modify {
            if self[id] == nil {
                var item: Item?
                yield &item
                if item != nil { self[id] = item }
            } else {
                yield &self[room: id]
            }
        }
    }

    subscript(id: ElementID, default item: @autoclosure () -> Item) -> Item {
        get { self[id] ?? item() }
        _modify {
            makeRoom(for: id)
            var own = self[room: id] ?? item()
            self[room: id] = nil
            defer { self[room: id] = own }
            yield &own
        }
    }

    /// The page must exist.
    private subscript(room id: ElementID) -> Item? {
        get { pages[id.number / Self.pageSize][id.number % Self.pageSize] }
        _modify { yield &pages[id.number / Self.pageSize][id.number % Self.pageSize] }
    }

    private mutating func makeRoom(for id: ElementID) {
        let page = id.number / Self.pageSize
        if page >= pages.count { pages.append(contentsOf: repeatElement([], count: page + 1 - pages.count)) }
        if pages[page].isEmpty { pages[page] = Array(repeating: nil, count: Self.pageSize) }
    }

    /// The elements with an item.
    var keys: [ElementID] { map(\.0) }

    func makeIterator() -> Iterator { Iterator(pages: pages) }

    struct Iterator: IteratorProtocol {
        fileprivate let pages: [[Item?]]
        private var page = 0
        private var place = 0

        fileprivate init(pages: [[Item?]]) { self.pages = pages }

        mutating func next() -> (ElementID, Item)? {
            while page < pages.count {
                while place < pages[page].count {
                    defer { place += 1 }
                    if let item = pages[page][place] { return (ElementID(page * ElementTable.pageSize + place), item) }
                }
                (page, place) = (page + 1, 0)
            }
            return nil
        }
    }
}
