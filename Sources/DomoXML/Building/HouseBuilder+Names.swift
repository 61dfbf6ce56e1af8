import DomoModel

/// The names of a file, to find duplicates.
struct HouseNames {
    /// The name of an element that is not checked yet.
    struct Pending {
        var entry: NameRegister.Entry
        var hash: UInt64
        var isPart: Bool
    }

    /// The position of each house's name.
    fileprivate var houses: [String: SourcePosition] = [:]
    /// Scoped by the place that contains the sector.
    fileprivate var sectors = NameRegister()
    /// Scoped by the place that contains the element.
    fileprivate var elements = NameRegister()
    fileprivate var pending: [Pending] = []
}

// Names that must be unique.
extension HouseBuilder {
    /// In a big house, each lookup in the register waits for memory, but a batch of prefetched lookups waits only once.
    private static let pendingLimit = 128

    /// Registers the name of the open house, sector or element.
    mutating func register(_ name: String, hash: UInt64) {
        if element.isOpen {
            let here = element.isPart ? partScope : places[places.count - 1].number
            let entry = NameRegister.Entry(name: name, scope: here, position: fieldPosition)
            names.pending.append(HouseNames.Pending(entry: entry, hash: hash, isPart: element.isPart))
            if names.pending.count == Self.pendingLimit { checkPendingNames() }
        } else if places.count == 1 {
            guard let first = names.houses.updateValue(fieldPosition, forKey: name) else { return }
            names.houses[name] = first
            fail(
                at: fieldPosition,
                "duplicate house name \"\(shortened(name))\"",
                "it is already used in line \(first.line)"
            )
        } else {
            let parent = places[places.count - 2].number
            let entry = NameRegister.Entry(name: name, scope: parent, position: fieldPosition)
            guard let first = names.sectors.insert(entry, hash: hash) else { return }
            fail(
                at: fieldPosition,
                "duplicate sector name \"\(shortened(name))\"",
                "it is already used in the same place, in line \(first.position.line)"
            )
        }
    }

    /// Checks the names of the elements since the last check.
    mutating func checkPendingNames() {
        var pending = names.pending
        names.pending = []
        for each in pending { names.elements.prefetch(hash: each.hash, scope: each.entry.scope) }
        for each in pending {
            guard let first = names.elements.insert(each.entry, hash: each.hash) else { continue }
            fail(
                at: each.entry.position,
                "duplicate \(each.isPart ? "part" : "element") name \"\(shortened(each.entry.name))\"",
                "it is already used in the same \(each.isPart ? "device" : "place"), in line \(first.position.line)"
            )
        }
        pending.removeAll(keepingCapacity: true)
        names.pending = pending
    }
}
