import DomoLanguage
import DomoModel

// What `ls` shows.

extension Engine {
    func listing(_ path: String?, recursive: Bool, seenIn scope: Scope) throws(Fault) -> Listing {
        guard let path else {
            let roots = catalog.index.roots.filter { scope.shows($0, of: catalog.index) }
            return Listing(places: roots.map { view(of: $0, recursive: recursive, seenIn: scope) })
        }
        switch try find(path, seenIn: scope) {
        case .place(let place): return Listing(places: [view(of: place, recursive: recursive, seenIn: scope)])
        case .element(let element): return Listing(places: [], elements: [view(of: element)])
        }
    }

    private func view(of id: PlaceID, recursive: Bool, seenIn scope: Scope) -> PlaceView {
        let place = catalog.index[id]
        let scope = inside(id, scope)
        return PlaceView(
            path: place.path,
            name: place.name,
            kind: place.isHouse ? "house" : "sector",
            label: place.details?.label,
            elements: elements(of: place, seenIn: scope).map { view(of: $0) },
            sectors: sectors(of: place, seenIn: scope).map {
                recursive ? view(of: $0, recursive: true, seenIn: scope) : summary(of: $0, seenIn: scope)
            },
            count: count(in: id, seenIn: scope)
        )
    }

    private func summary(of id: PlaceID, seenIn scope: Scope) -> PlaceView {
        let place = catalog.index[id]
        return PlaceView(
            path: place.path,
            name: place.name,
            kind: "sector",
            label: place.details?.label,
            elements: [],
            sectors: [],
            count: count(in: id, seenIn: scope)
        )
    }

    /// How many elements a place holds, those of its sectors counted.
    func count(in id: PlaceID, seenIn scope: Scope) -> Int {
        let place = catalog.index[id]
        let scope = inside(id, scope)
        let own = scope.isLimited ? elements(of: place, seenIn: scope).count : place.elements.count
        return sectors(of: place, seenIn: scope).reduce(own) { $0 + count(in: $1, seenIn: scope) }
    }

    /// All elements that a place holds.
    func collect(_ id: PlaceID, seenIn scope: Scope, into found: inout [ElementID]) {
        let place = catalog.index[id]
        let scope = inside(id, scope)
        found += elements(of: place, seenIn: scope)
        for inner in sectors(of: place, seenIn: scope) { collect(inner, seenIn: scope, into: &found) }
    }

    /// What is limited outside of a place need not be so in it.
    private func inside(_ id: PlaceID, _ scope: Scope) -> Scope {
        scope.isLimited && scope.holds(catalog.index[id].path) ? .everything : scope
    }

    private func elements(of place: HouseIndex.Place, seenIn scope: Scope) -> [ElementID] {
        place.elements.map { ElementID($0) }.filter { scope.shows($0, of: catalog.index) }
    }

    private func sectors(of place: HouseIndex.Place, seenIn scope: Scope) -> [PlaceID] {
        scope.isLimited ? place.places.filter { scope.shows($0, of: catalog.index) } : place.places
    }
}

extension Details {
    /// The label for any language, else the one whose language tag comes first.
    var label: String? { labels[""] ?? labels.min { $0.key < $1.key }?.value }
}
