import DomoModel

/// What somebody sees of the houses: everything, or some places and what they hold.
struct Scope: Sendable, Equatable {
    static let everything = Scope(places: nil)
    static let nothing = Scope(places: [])

    /// Whole paths of houses, sectors and elements; nil for everything.
    let places: [String]?

    var isLimited: Bool { places != nil }

    /// Whether the path is that of one of the places, or of something in one.
    func holds(_ path: String) -> Bool {
        guard let places else { return true }
        return places.contains { Self.holds($0, path) }
    }

    /// Whether one of the places is somewhere below the path: it is seen as the way there, without what else it holds.
    func leads(through path: String) -> Bool {
        guard let places else { return true }
        return places.contains { $0.utf8.count > path.utf8.count && Self.holds(path, $0) }
    }

    /// What of it is in a place or element.
    func narrowed(to path: String) -> Scope {
        guard let places, !holds(path) else { return Scope(places: [path]) }
        return Scope(places: places.filter { Self.holds(path, $0) })
    }

    /// What either sees.
    func or(_ other: Scope) -> Scope {
        guard let places, let others = other.places else { return .everything }
        return Scope(places: places + others.filter { !places.contains($0) })
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

    /// A place is shown with all it holds, or as the way to what it holds of these places.
    func shows(_ place: PlaceID, of index: HouseIndex) -> Bool {
        !isLimited || holds(index[place].path) || leads(through: index[place].path)
    }

    /// For finding names; nil where nothing is to be left out.
    func elementFilter(for index: HouseIndex) -> ((ElementID) -> Bool)? {
        isLimited ? { shows($0, of: index) } : nil
    }

    func placeFilter(for index: HouseIndex) -> ((PlaceID) -> Bool)? {
        isLimited ? { shows($0, of: index) } : nil
    }
}
