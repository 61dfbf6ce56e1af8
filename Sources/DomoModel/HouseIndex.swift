/// An element's number in a `HouseIndex`, valid for that index only.
public struct ElementID: Hashable, Sendable {
    public let number: Int

    public init(_ number: Int) { self.number = number }
}

/// The number of a house or sector in a `HouseIndex`, valid for that index only.
public struct PlaceID: Hashable, Sendable {
    public let number: Int

    public init(_ number: Int) { self.number = number }
}

/// All houses in flat arrays, to find an element by name or number in constant time.
public struct HouseIndex: Sendable {
    /// A house or a sector.
    public struct Place: Sendable {
        public let name: String
        /// The full path, house first.
        public let path: String
        public let details: Details?
        public let parent: PlaceID?
        /// The index of the house in `houses`.
        public let house: Int
        /// The elements directly in the place.
        public fileprivate(set) var elements: Range<Int>
        public fileprivate(set) var places: [PlaceID]

        public var isHouse: Bool { parent == nil }

        fileprivate func hasName(orLabel folded: String) -> Bool {
            FoldedName.fold(name) == folded
                || details?.labels.values.contains { FoldedName.fold($0) == folded } ?? false
        }
    }

    public let houses: [House]
    public private(set) var elements: [Element] = []
    public private(set) var places: [Place] = []
    /// The houses among the places, in the order of `houses`.
    public private(set) var roots: [PlaceID] = []

    /// For each house the language of most of its labels; nil if none has a language.
    public private(set) var languages: [String?] = []

    private var placeOfElement: [Int32] = []
    private var elementNames = NameChains()
    private var placeNames = NameChains()
    private var elementLabels = LabelChains()
    private var placeLabels = LabelChains()

    public init(_ houses: [House]) {
        self.houses = houses
        for (number, house) in houses.enumerated() {
            roots.append(
                add(
                    name: house.name,
                    details: house.details,
                    elements: house.elements,
                    sectors: house.sectors,
                    parent: nil,
                    house: number
                )
            )
        }
        elementNames.build(elements.lazy.map(\.name))
        placeNames.build(places.lazy.map(\.name))
        elementLabels.build(elements.lazy.map(\.details))
        placeLabels.build(places.lazy.map(\.details))
        var counts = [[String: Int]](repeating: [:], count: houses.count)
        func count(_ details: Details?, of house: Int) {
            for tag in details?.labels.keys.filter({ !$0.isEmpty }) ?? [] { counts[house][tag, default: 0] += 1 }
        }
        for place in places {
            count(place.details, of: place.house)
            for number in place.elements { count(elements[number].details, of: place.house) }
        }
        languages = counts.map { $0.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key }
    }

    private mutating func add(
        name: String,
        details: Details?,
        elements added: [Element],
        sectors: [Sector],
        parent: PlaceID?,
        house: Int
    ) -> PlaceID {
        let id = PlaceID(places.count)
        let path = parent.map { "\(places[$0.number].path)\(ElementPath.separator)\(name)" } ?? name
        places.append(
            Place(
                name: name,
                path: path,
                details: details,
                parent: parent,
                house: house,
                elements: elements.count..<(elements.count + added.count),
                places: []
            )
        )
        elements.append(contentsOf: added)
        placeOfElement.append(contentsOf: repeatElement(Int32(id.number), count: added.count))
        let children = sectors.map { sector in
            add(
                name: sector.name,
                details: sector.details,
                elements: sector.elements,
                sectors: sector.sectors,
                parent: id,
                house: house
            )
        }
        places[id.number].places = children
        return id
    }

    public subscript(id: ElementID) -> Element { elements[id.number] }
    public subscript(id: PlaceID) -> Place { places[id.number] }

    /// The index of the element's house in `houses`.
    public func house(of element: ElementID) -> Int { places[Int(placeOfElement[element.number])].house }

    public func forEachElement(in place: PlaceID, _ body: (ElementID) -> Void) {
        for number in self[place].elements { body(ElementID(number)) }
        for inner in self[place].places { forEachElement(in: inner, body) }
    }

    public func path(of element: ElementID) -> String {
        "\(places[Int(placeOfElement[element.number])].path)\(ElementPath.separator)\(elements[element.number].name)"
    }
}

// MARK: - Finding by name

extension HouseIndex {
    /// - `isVisible`: other elements are treated as nonexistent; nil if all are visible.
    public func element(
        named name: String,
        where isVisible: ((ElementID) -> Bool)? = nil
    ) throws(NameFault) -> ElementID {
        ElementID(
            try find(
                name,
                in: elementNames,
                labels: elementLabels,
                name: { self.elements[$0].name },
                parent: { Int(self.placeOfElement[$0]) },
                isVisible: isVisible.map { isVisible in { isVisible(ElementID($0)) } }
            )
        )
    }

    /// The element with exactly this full path.
    public func element(at path: String) -> ElementID? {
        guard let last = ElementPath(path)?.components.last else { return nil }
        return elementNames.candidates(folded: FoldedName.fold(last)).lazy.map { ElementID($0) }
            .first { self.path(of: $0) == path }
    }

    /// Finds elements by full path. Successive paths in the order of the houses are found without a name lookup.
    public struct PathFinder {
        private let index: HouseIndex
        private var next = 0

        public init(_ index: HouseIndex) { self.index = index }

        public mutating func element(at path: String) -> ElementID? {
            for number in [next, next - 1] where index.elements.indices.contains(number) {
                guard index.isPath(path, of: number) else { continue }
                next = number + 1
                return ElementID(number)
            }
            guard let element = index.element(at: path) else { return nil }
            next = element.number + 1
            return element
        }
    }

    /// The elements that share their name, ignoring case, accents and spaces, with another, in the order of the houses.
    public var elementsThatShareNames: [ElementID] { elementNames.shared.map { ElementID($0) } }

    private func isPath(_ path: String, of number: Int) -> Bool {
        let (place, name) = (places[Int(placeOfElement[number])].path, elements[number].name)
        let rest = place.utf8.count
        guard path.utf8.count == rest + 1 + name.utf8.count else { return false }
        return path.utf8.withContiguousStorageIfAvailable { path in
            path[rest] == UInt8(ascii: "/") && Self.holds(path[..<rest], place) && Self.holds(path[(rest + 1)...], name)
        } ?? false
    }

    /// Whether these are the bytes of a text of the same length.
    private static func holds(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ text: String) -> Bool {
        let bytes = UnsafeBufferPointer(rebasing: bytes)
        return text.utf8.withContiguousStorageIfAvailable { text in
            text.indices.allSatisfy { text[$0] == bytes[$0] }
        } ?? false
    }

    /// - `isVisible`: other places are treated as nonexistent; nil if all are visible.
    public func place(
        named name: String,
        where isVisible: ((PlaceID) -> Bool)? = nil
    ) throws(NameFault) -> PlaceID {
        PlaceID(
            try find(
                // `ls` writes sectors with a trailing slash, and people type what they see.
                name.count > 1 && name.last == ElementPath.separator ? String(name.dropLast()) : name,
                in: placeNames,
                labels: placeLabels,
                name: { self.places[$0].name },
                parent: { self.places[$0].parent?.number },
                isVisible: isVisible.map { isVisible in { isVisible(PlaceID($0)) } }
            )
        )
    }

    private func find(
        _ name: String,
        in chains: NameChains,
        labels: LabelChains,
        name nameOf: (Int) -> String,
        parent parentOf: (Int) -> Int?,
        isVisible: ((Int) -> Bool)?
    ) throws(NameFault) -> Int {
        guard let path = ElementPath(name), let last = path.components.last else {
            throw .unknown(name: name, suggestions: [])
        }
        let outer = path.components.dropLast()
        func isIn(_ candidate: Int, _ same: (Substring, Place) -> Bool) -> Bool {
            var place = parentOf(candidate)
            for component in outer.reversed() {
                guard let here = place, same(component, places[here]) else { return false }
                place = places[here].parent?.number
            }
            return true
        }
        func fits(_ candidate: Int, _ same: (Substring, String) -> Bool) -> Bool {
            same(last, nameOf(candidate)) && isIn(candidate) { same($0, $1.name) }
        }
        var folded = chains.candidates(folded: FoldedName.fold(last))
        if let isVisible { folded = folded.filter(isVisible) }
        var matches = folded.filter { fits($0) { $0 == $1 } }
        if matches.isEmpty {
            matches = folded.filter { fits($0) { FoldedName.fold($0) == FoldedName.fold($1) } }
        }
        if matches.isEmpty {
            var labelled = labels.candidates(folded: FoldedName.fold(last))
            if let isVisible { labelled = labelled.filter(isVisible) }
            matches = (folded + labelled.filter { !folded.contains($0) }).filter { candidate in
                isIn(candidate) { $1.hasName(orLabel: FoldedName.fold($0)) }
            }
        }
        func whole(_ candidate: Int) -> String {
            guard let parent = parentOf(candidate) else { return nameOf(candidate) }
            return "\(places[parent].path)\(ElementPath.separator)\(nameOf(candidate))"
        }
        // A full path takes precedence over a suffix, which may be the same as another place's full path.
        if matches.count > 1, let exact = matches.first(where: { whole($0) == name }) { return exact }
        switch matches.count {
        case 1: return matches[0]
        case 0:
            var closest = chains.closest(to: FoldedName.fold(last), name: nameOf, isVisible: isVisible)
            closest += labels.closest(to: FoldedName.fold(last), isVisible: isVisible)
            throw .unknown(name: name, suggestions: Self.suggestions(closest))
        default: throw .ambiguous(name: name, candidates: matches.prefix(10).map(whole))
        }
    }
}

/// A name that may have been meant.
private struct Suggestion: Comparable {
    static let maxCount = 3

    var distance: Int
    var name: String

    static func < (one: Self, other: Self) -> Bool { (one.distance, one.name) < (other.distance, other.name) }
}

extension HouseIndex {
    /// The best of several kinds, each once.
    private static func suggestions(_ all: [Suggestion]) -> [String] {
        var names: [String] = []
        for suggestion in all.sorted() where !names.contains(suggestion.name) { names.append(suggestion.name) }
        return Array(names.prefix(Suggestion.maxCount))
    }
}

/// Indices by folded label, in any language. Most elements have no label.
private struct LabelChains: Sendable {
    private var chains = NameChains()
    private var owners: [Int32] = []
    /// As written in the house file.
    private var texts: [String] = []

    mutating func build(_ details: some Sequence<Details?>) {
        var labels: [String] = []
        for (number, details) in details.enumerated() {
            guard let details, !details.labels.isEmpty else { continue }
            var known: Set<String> = []
            for label in details.labels.values.sorted() where known.insert(FoldedName.fold(label)).inserted {
                labels.append(FoldedName.fold(label))
                texts.append(label)
                owners.append(Int32(number))
            }
        }
        chains.build(labels)
    }

    func candidates(folded: String) -> [Int] { chains.candidates(folded: folded).map { Int(owners[$0]) } }

    func closest(to folded: String, isVisible: ((Int) -> Bool)?) -> [Suggestion] {
        let isVisible = isVisible.map { isVisible in { isVisible(Int(self.owners[$0])) } }
        return chains.closest(to: folded, name: { self.texts[$0] }, isVisible: isVisible)
    }
}

/// Indices by folded name: one dictionary entry per distinct name, and a chain of those that share it.
private struct NameChains: Sendable {
    private var first: [String: Int32] = [:]
    private var next: [Int32] = []

    mutating func build(_ names: some Collection<String>) {
        first.reserveCapacity(names.count)
        next = Array(repeating: -1, count: names.count)
        // Backwards, so that chains are in the order of the file.
        var number = Int32(names.count)
        for name in names.reversed() {
            number -= 1
            let folded = FoldedName.fold(name)
            if let later = first.updateValue(number, forKey: folded) { next[Int(number)] = later }
        }
    }

    /// Those that share their name with another.
    var shared: [Int] {
        var isShared = Array(repeating: false, count: next.count)
        for (number, later) in next.enumerated() where later >= 0 {
            isShared[number] = true
            isShared[Int(later)] = true
        }
        return isShared.indices.filter { isShared[$0] }
    }

    func candidates(folded: String) -> [Int] {
        var result: [Int] = []
        var number = first[folded] ?? -1
        while number >= 0 {
            result.append(Int(number))
            number = next[Int(number)]
        }
        return result
    }

    /// Suggestions must not take long even with 100,000 elements.
    private static let maxCompared = 4096

    /// The most similar names and those with the same beginning, most similar first, at most three. They are searched
    /// in the order of the file, so that the result does not depend on the order of a dictionary.
    ///
    /// - Parameter isVisible: other elements are treated as nonexistent; nil if all are visible.
    func closest(to folded: String, name: (Int) -> String, isVisible: ((Int) -> Bool)?) -> [Suggestion] {
        let limit = max(1, min(3, folded.count / 3))
        let wanted = Array(folded.utf8)
        var compared = 0
        var found: [Suggestion] = []
        func add(_ distance: Int, _ name: String) {
            let new = Suggestion(distance: distance, name: name)
            let place = found.firstIndex { $0 > new } ?? found.count
            guard place < Suggestion.maxCount else { return }
            found.insert(new, at: place)
            if found.count > Suggestion.maxCount { found.removeLast() }
        }
        for number in next.indices {
            let name = name(number)
            let candidate = FoldedName.fold(name)
            if wanted.count >= 3, candidate.utf8.starts(with: wanted) {
                if isFirst(number, candidate, isVisible) { add(limit, name) }
                continue
            }
            // The distance is at least the difference in length; comparing bytes rules out most names.
            guard compared < Self.maxCompared, abs(candidate.utf8.count - wanted.count) <= limit * 2,
                isFirst(number, candidate, isVisible)
            else { continue }
            compared += 1
            let distance = editDistance(wanted, Array(candidate.utf8), limit: limit)
            if distance <= limit { add(distance, name) }
        }
        return found
    }

    /// The first visible one represents all that share a name.
    private func isFirst(_ number: Int, _ folded: String, _ isVisible: ((Int) -> Bool)?) -> Bool {
        var other = first[folded] ?? -1
        while other >= 0, isVisible?(Int(other)) == false { other = next[Int(other)] }
        return other == number
    }
}
