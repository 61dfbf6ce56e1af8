import DomoModel

/// What somebody sees of the houses: everything, or some places and what they contain.
struct Scope: Sendable, Equatable {
    static let everything = Scope(places: nil)
    static let nothing = Scope(places: [])

    /// Full paths of houses, sectors and elements; nil for everything.
    let places: [String]?

    var isLimited: Bool { places != nil }

    /// Whether the path is one of the places, or is inside one.
    func holds(_ path: String) -> Bool {
        guard let places else { return true }
        return places.contains { Self.holds($0, path) }
    }

    /// Whether one of the places is below the path: the path is then shown as an ancestor, without its other contents.
    func leads(through path: String) -> Bool {
        guard let places else { return true }
        return places.contains { $0.utf8.count > path.utf8.count && Self.holds(path, $0) }
    }

    /// The part of this scope inside a place or element.
    func narrowed(to path: String) -> Scope {
        guard let places, !holds(path) else { return Scope(places: [path]) }
        return Scope(places: places.filter { Self.holds(path, $0) })
    }

    /// The union of both.
    func or(_ other: Scope) -> Scope {
        guard let places, let others = other.places else { return .everything }
        return Scope(places: places + others.filter { !places.contains($0) })
    }

    /// What is in both.
    func and(_ other: Scope) -> Scope {
        guard let places, let others = other.places else { return places == nil ? other : self }
        let inner = places.filter(other.holds)
        return Scope(places: inner + others.filter { holds($0) && !inner.contains($0) })
    }

    // By bytes, as paths are split.
    private static func holds(_ place: String, _ path: String) -> Bool {
        path.utf8.starts(with: place.utf8)
            && (path.utf8.count == place.utf8.count
                || path.utf8.dropFirst(place.utf8.count).first == UInt8(ascii: "/"))
    }
}

extension Scope {
    func shows(_ element: ElementID, of index: HouseIndex) -> Bool { !isLimited || holds(index.path(of: element)) }

    /// A place is shown with all its contents, or as an ancestor of visible ones.
    func shows(_ place: PlaceID, of index: HouseIndex) -> Bool {
        !isLimited || holds(index[place].path) || leads(through: index[place].path)
    }

    /// For finding names; nil if nothing has to be filtered out.
    func elementFilter(for index: HouseIndex) -> ((ElementID) -> Bool)? {
        isLimited ? { shows($0, of: index) } : nil
    }

    func placeFilter(for index: HouseIndex) -> ((PlaceID) -> Bool)? {
        isLimited ? { shows($0, of: index) } : nil
    }
}
