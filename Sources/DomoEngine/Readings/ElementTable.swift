import DomoModel

/// Something for each of some elements, in pages: a copy shares all of them, and a change copies one page. Elements of
/// which nothing is known take no room, but for the rest of their page.
///
/// It is gone through in the order of the elements.
struct ElementTable<Item: Sendable>: Sendable, Sequence {
    private static var pageSize: Int { 64 }

    /// Empty where none of its elements has an item.
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

    /// There must be a page for it.
    private subscript(room id: ElementID) -> Item? {
        get { pages[id.number / Self.pageSize][id.number % Self.pageSize] }
        _modify { yield &pages[id.number / Self.pageSize][id.number % Self.pageSize] }
    }

    private mutating func makeRoom(for id: ElementID) {
        let page = id.number / Self.pageSize
        if page >= pages.count { pages.append(contentsOf: repeatElement([], count: page + 1 - pages.count)) }
        if pages[page].isEmpty { pages[page] = Array(repeating: nil, count: Self.pageSize) }
    }

    /// The elements that have an item.
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
