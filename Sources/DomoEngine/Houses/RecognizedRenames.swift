public import DomoModel

/// What has another name or is in another place than in the houses before, although it is the same: the elements that
/// vanished and the new ones are compared by what controls them.
///
/// A wrong pair would mix the histories of two devices, so that only what is certain is one: the kind, the types and the
/// whole binding are equal, and no other element of the houses before or after has that binding. Swapped names are none:
/// their paths did not vanish.
public struct RecognizedRenames: Sendable {
    private let old: Houses
    private let new: Houses
    private let oldPlaces: Set<String>
    private let newPlaces: Set<String>
    /// The new elements.
    private let added: Set<ElementID>
    /// From elements that vanished to new ones.
    private var pairs: [ElementID: ElementID] = [:]
    private var paired: Set<ElementID> = []

    private init(
        old: Houses,
        new: Houses,
        oldPlaces: Set<String>,
        newPlaces: Set<String>,
        added: Set<ElementID>
    ) {
        (self.old, self.new, self.oldPlaces, self.newPlaces, self.added) = (old, new, oldPlaces, newPlaces, added)
    }

    /// - Parameters:
    ///   - catalog: the houses before.
    ///   - other: the houses that follow.
    /// - Returns: outer places first. What is below a place or a device that is listed is not listed.
    public static func changes(from catalog: Catalog, to other: Catalog, at now: Instant) -> [PathChange] {
        changes(from: catalog.index, to: other.index) {
            (Houses(catalog, number: 0, at: now), Houses(other, number: 0, at: now))
        }
    }

    public static func changes(since base: LoadBase, to catalog: Catalog, at now: Instant) -> [PathChange] {
        changes(from: base.houses.index, to: catalog.index) { (base.houses, Houses(catalog, number: 0, at: now)) }
    }

    /// - Parameter houses: takes long, and is needed only if something vanished and something is new.
    private static func changes(
        from old: HouseIndex,
        to new: HouseIndex,
        _ houses: () -> (Houses, Houses)
    ) -> [PathChange] {
        let oldPlaces = Set(old.places.map(\.path))
        let newPlaces = Set(new.places.map(\.path))
        let vanished = missing(old, in: new).filter { !newPlaces.contains(old.path(of: $0)) }
        guard !vanished.isEmpty else { return [] }
        let added = missing(new, in: old).filter { !oldPlaces.contains(new.path(of: $0)) }
        guard !added.isEmpty else { return [] }
        let (old, new) = houses()
        var renames = RecognizedRenames(
            old: old,
            new: new,
            oldPlaces: oldPlaces,
            newPlaces: newPlaces,
            added: Set(added)
        )
        return renames.find(vanished)
    }

    private mutating func find(_ vanished: [ElementID]) -> [PathChange] {
        pair(vanished)
        guard !pairs.isEmpty else { return [] }
        let places = placeChanges()
        let outer = PathMap(places)
        let inner = vanished.compactMap { outer.isAlone(old.path(of: $0)) ? elementChange($0) : nil }
        return (places + inner).sorted { ($0.new.utf8.count, $0.new) < ($1.new.utf8.count, $1.new) }
    }

    /// The elements whose paths others don't have.
    private static func missing(_ index: HouseIndex, in others: HouseIndex) -> [ElementID] {
        var finder = HouseIndex.PathFinder(others)
        return index.elements.indices.map { ElementID($0) }.filter { finder.element(at: index.path(of: $0)) == nil }
    }

    // MARK: - Elements

    /// What must be equal.
    private struct Features: Hashable {
        var kind: String
        var types: Set<FacetType>
        var endpoints: [String]
        var binding: Binding
    }

    /// Nil for an element that no link controls, or only by its path.
    private static func features(of id: ElementID, in houses: Houses) -> Features? {
        let element = houses[id]
        guard !element.isVirtual, let binding = houses.wholeBinding(of: id) else { return nil }
        return Features(
            kind: element.kind.word,
            types: Set(element.types),
            endpoints: houses.endpoints(of: id).map { houses.endpoints[$0.number].label },
            binding: binding
        )
    }

    private mutating func pair(_ vanished: [ElementID]) {
        /// Nil where several elements have the same.
        func only(_ ids: some Sequence<ElementID>, in houses: Houses) -> [Features: ElementID?] {
            var found: [Features: ElementID?] = [:]
            for id in ids {
                guard let features = Self.features(of: id, in: houses) else { continue }
                found[features] = .some(found[features] == nil ? id : nil)
            }
            return found
        }
        let after = only(added, in: new)
        var candidates: [Features: (old: ElementID, new: ElementID)] = [:]
        for (features, id) in only(vanished, in: old) {
            if let id, let other = after[features] ?? nil { candidates[features] = (id, other) }
        }
        guard !candidates.isEmpty else { return }
        // Another element that stayed may be the same device.
        for (houses, others) in [(old, Set(vanished)), (new, added)] {
            for id in houses.index.elements.indices.lazy.map({ ElementID($0) }) where !others.contains(id) {
                guard let features = Self.features(of: id, in: houses) else { continue }
                candidates[features] = nil
            }
        }
        for pair in candidates.values {
            pairs[pair.old] = pair.new
            paired.insert(pair.new)
        }
    }

    /// Of a device with all its parts; nil if it is not recognized, or follows its device.
    private func elementChange(_ id: ElementID) -> PathChange? {
        guard let other = pairs[id] else { return nil }
        let change = PathChange(old: old.path(of: id), new: new.path(of: other))
        if let owner = old.index.owner(of: id), pairs[owner] != nil {
            // Where the parts say something else than the device, none of them is certain.
            return nil
        }
        guard canMove(change), partsAgree(id, other) else { return nil }
        return change
    }

    private func partsAgree(_ id: ElementID, _ other: ElementID) -> Bool {
        let parts = new.index.parts(of: other).map { ElementID($0) }
        return old.index.parts(of: id).map { ElementID($0) }.allSatisfy { part in
            let same = parts.first { new[$0].name == old[part].name }
            if let pair = pairs[part] { return pair == same }
            return same.map { !paired.contains($0) } ?? true
        }
    }

    /// Whether nothing else is at the paths, or below them.
    private func canMove(_ change: PathChange) -> Bool {
        !oldPlaces.contains(change.old) && !newPlaces.contains(change.new)
            && !PathMap.holds(change.old, change.new) && !PathMap.holds(change.new, change.old)
    }

    // MARK: - Places

    /// The outermost places whose elements are all in one new place now, each where it was.
    private func placeChanges() -> [PathChange] {
        var targets: [Int: String] = [:]
        for number in old.index.places.indices { targets[number] = target(of: PlaceID(number)) }
        var claims: [String: Int] = [:]
        for target in targets.values { claims[target, default: 0] += 1 }
        var changes: [PathChange] = []
        func visit(_ place: PlaceID) {
            if let target = targets[place.number], claims[target] == 1 {
                changes.append(PathChange(old: old.index[place].path, new: target, isPlace: true))
            } else {
                old.index[place].places.forEach(visit)
            }
        }
        old.index.roots.forEach(visit)
        return changes
    }

    /// The new place that a place has become; nil if that is not certain.
    private func target(of place: PlaceID) -> String? {
        let path = old.index[place].path
        guard !newPlaces.contains(path), new.index.element(at: path) == nil, old.index.element(at: path) == nil else {
            return nil
        }
        var elements: [ElementID] = []
        old.index.forEachElement(in: place) { elements.append($0) }
        guard let first = elements.first(where: { pairs[$0] != nil }), let other = pairs[first] else { return nil }
        let (end, moved) = (old.path(of: first).utf8.dropFirst(path.utf8.count), new.path(of: other))
        guard moved.utf8.count > end.count, moved.utf8.suffix(end.count).elementsEqual(end) else { return nil }
        let target = String(moved.utf8.dropLast(end.count)) ?? ""
        guard newPlaces.contains(target), !oldPlaces.contains(target), old.index.element(at: target) == nil,
            new.index.element(at: target) == nil, !PathMap.holds(path, target), !PathMap.holds(target, path)
        else { return nil }
        return elements.allSatisfy { isMoved($0, from: path, to: target) } ? target : nil
    }

    /// An element that can't be recognized alone, such as a virtual one, moves with the others of its place.
    private func isMoved(_ id: ElementID, from place: String, to target: String) -> Bool {
        let path = old.path(of: id)
        guard let other = new.index.element(at: PathMap([place: target])[path]), added.contains(other) else {
            return false
        }
        if let pair = pairs[id] { return pair == other }
        let (one, two) = (old[id], new[other])
        return !paired.contains(other) && one.kind == two.kind && one.isVirtual == two.isVirtual
            && Set(one.types) == Set(two.types)
            && Self.features(of: id, in: old) == Self.features(of: other, in: new)
    }
}
