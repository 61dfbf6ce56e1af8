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
                container: { self.container(of: ElementID($0)) },
                isPart: { self.elements[$0].isPart },
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
        guard case .place(let container) = container(of: ElementID(number)) else {
            return self.path(of: ElementID(number)) == path
        }
        let (place, name) = (self[container].path, elements[number].name)
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
                container: { self.places[$0].parent.map { .place($0) } },
                isPart: { _ in false },
                isVisible: isVisible.map { isVisible in { isVisible(PlaceID($0)) } }
            )
        )
    }

    /// What is looked for at most, in bytes: a name has up to 200 characters.
    private static let maxName = 4096
    private static let maxPath = 32 * 1024

    private func find(
        _ name: String,
        in chains: NameChains,
        labels: LabelChains,
        name nameOf: (Int) -> String,
        container containerOf: (Int) -> Container?,
        isPart: (Int) -> Bool,
        isVisible: ((Int) -> Bool)?
    ) throws(NameFault) -> Int {
        // Nothing has a name this long: it is not compared with any.
        guard name.utf8.count <= Self.maxPath, let path = ElementPath(name), let last = path.components.last,
            last.utf8.count <= Self.maxName
        else {
            throw .unknown(name: name, suggestions: [])
        }
        let outer = path.components.dropLast()
        func isIn(_ candidate: Int, _ same: (Substring, Container) -> Bool) -> Bool {
            var container = containerOf(candidate)
            for component in outer.reversed() {
                guard let here = container, same(component, here) else { return false }
                container = self.container(of: here)
            }
            return true
        }
        func fits(_ candidate: Int, _ same: (Substring, String) -> Bool) -> Bool {
            same(last, nameOf(candidate)) && isIn(candidate) { same($0, self.name(of: $1)) }
        }
        func matches(among wanted: (Int) -> Bool) -> [Int] {
            let folded = chains.candidates(folded: FoldedName.fold(last)).filter(wanted)
            var matches = folded.filter { fits($0) { $0 == $1 } }
            if matches.isEmpty {
                matches = folded.filter { fits($0) { FoldedName.fold($0) == FoldedName.fold($1) } }
            }
            if matches.isEmpty {
                let labelled = labels.candidates(folded: FoldedName.fold(last)).filter(wanted)
                matches = (folded + labelled.filter { !folded.contains($0) }).filter { candidate in
                    isIn(candidate) { hasName($1, orLabel: FoldedName.fold($0)) }
                }
            }
            return matches
        }
        // A part is meant by its name alone only where nothing else has that name.
        var found =
            outer.isEmpty
            ? matches { !isPart($0) && isVisible?($0) ?? true } : matches { isVisible?($0) ?? true }
        if found.isEmpty, outer.isEmpty { found = matches { isPart($0) && isVisible?($0) ?? true } }
        func whole(_ candidate: Int) -> String {
            guard let container = containerOf(candidate) else { return nameOf(candidate) }
            return "\(self.path(of: container))\(ElementPath.separator)\(nameOf(candidate))"
        }
        // A full path takes precedence over a suffix, which may be the same as another place's full path.
        if found.count > 1, let exact = found.first(where: { whole($0) == name }) { return exact }
        switch found.count {
        case 1: return found[0]
        case 0:
            var closest = chains.closest(to: FoldedName.fold(last), name: nameOf, isVisible: isVisible)
            closest += labels.closest(to: FoldedName.fold(last), isVisible: isVisible)
            throw .unknown(name: name, suggestions: Self.suggestions(closest))
        default: throw .ambiguous(name: name, candidates: found.prefix(10).map(whole))
        }
    }
}

extension HouseIndex {
    /// The best of several kinds, each once.
    private static func suggestions(_ all: [Suggestion]) -> [String] {
        var names: [String] = []
        for suggestion in all.sorted() where !names.contains(suggestion.name) { names.append(suggestion.name) }
        return Array(names.prefix(Suggestion.maxCount))
    }
}
