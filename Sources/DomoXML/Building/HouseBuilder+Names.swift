import DomoModel

/// The names of a file, for finding those that are not their own.
struct HouseNames {
    /// An element's name that was not looked at yet.
    struct Pending {
        var entry: NameRegister.Entry
        var hash: UInt64
    }

    /// Where each house's name stands.
    fileprivate var houses: [String: SourcePosition] = [:]
    /// By the place that holds the sector.
    fileprivate var sectors = NameRegister()
    /// By the place that holds the element.
    fileprivate var elements = NameRegister()
    fileprivate var pending: [Pending] = []
}

/// Names that must be unique.
extension HouseBuilder {
    /// In a big house each look at the register waits for the memory, but many of them at a time wait no longer than one.
    private static let pendingLimit = 128

    /// Takes the name of the open house, sector or element, which is being closed.
    mutating func register(_ name: String, hash: UInt64) {
        if element.isOpen {
            let here = places[places.count - 1].number
            let entry = NameRegister.Entry(name: name, scope: here, position: fieldPosition)
            names.pending.append(HouseNames.Pending(entry: entry, hash: hash))
            if names.pending.count == Self.pendingLimit { checkPendingNames() }
        } else if places.count == 1 {
            guard let first = names.houses.updateValue(fieldPosition, forKey: name) else { return }
            names.houses[name] = first
            fail(
                at: fieldPosition,
                "\"\(shortened(name))\" is the name of the house of line \(first.line) already",
                "houses have different names"
            )
        } else {
            let parent = places[places.count - 2].number
            let entry = NameRegister.Entry(name: name, scope: parent, position: fieldPosition)
            guard let first = names.sectors.insert(entry, hash: hash) else { return }
            fail(
                at: fieldPosition,
                "\"\(shortened(name))\" is the name of the sector of line \(first.position.line) already",
                "the sectors of one place have different names"
            )
        }
    }

    /// Looks at the names of the elements that came since the last time.
    mutating func checkPendingNames() {
        var pending = names.pending
        names.pending = []
        for each in pending { names.elements.prefetch(hash: each.hash, scope: each.entry.scope) }
        for each in pending {
            guard let first = names.elements.insert(each.entry, hash: each.hash) else { continue }
            fail(
                at: each.entry.position,
                "\"\(shortened(each.entry.name))\" is the name of an element of line \(first.position.line) already",
                "the devices and services of a sector have different names"
            )
        }
        pending.removeAll(keepingCapacity: true)
        names.pending = pending
    }
}
