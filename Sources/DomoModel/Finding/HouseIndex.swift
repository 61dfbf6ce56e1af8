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
        /// The elements directly in the place, each followed by its parts.
        public fileprivate(set) var elements: Range<Int>
        public fileprivate(set) var places: [PlaceID]

        public var isHouse: Bool { parent == nil }
    }

    public let houses: [House]
    public private(set) var elements: [Element] = []
    public private(set) var places: [Place] = []
    /// The houses among the places, in the order of `houses`.
    public private(set) var roots: [PlaceID] = []

    /// For each house the language of most of its labels; nil if none has a language.
    public private(set) var languages: [String?] = []

    /// Whether any element has parts.
    public private(set) var hasParts = false

    /// What contains each element: the number of its place, or for a part the complement (`~`) of its device's number.
    private var containers: [Int32] = []
    private(set) var elementNames = NameChains()
    private(set) var placeNames = NameChains()
    private(set) var elementLabels = LabelChains()
    private(set) var placeLabels = LabelChains()

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
        containers.append(contentsOf: repeatElement(Int32(id.number), count: added.count))
        if added.contains(where: \.isPart) { assignParts(from: elements.count - added.count) }
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

    /// Parts belong to the device before them.
    private mutating func assignParts(from first: Int) {
        hasParts = true
        var device = first
        for number in first..<elements.count {
            if elements[number].isPart { containers[number] = ~Int32(device) } else { device = number }
        }
    }

    public subscript(id: ElementID) -> Element { elements[id.number] }
    public subscript(id: PlaceID) -> Place { places[id.number] }

    /// What directly contains an element.
    func container(of element: ElementID) -> Container {
        let number = Int(containers[element.number])
        return number < 0 ? .device(ElementID(~number)) : .place(PlaceID(number))
    }

    /// The place that contains an element; of a part, that of its device.
    public func place(of element: ElementID) -> PlaceID {
        switch container(of: element) {
        case .place(let place): place
        case .device(let device): place(of: device)
        }
    }

    /// The device or service that an element is a part of; nil if it is not a part.
    public func owner(of element: ElementID) -> ElementID? {
        guard case .device(let device) = container(of: element) else { return nil }
        return device
    }

    /// The class of the door that an element is, or is a part of; nil if it is none.
    public func door(_ element: ElementID) -> ElementClass? {
        if let own = self[element].details?.elementClass, own.isDoor { return own }
        return hasParts ? owner(of: element).flatMap(door) : nil
    }

    /// The numbers of the parts of an element, in the order of the file.
    public func parts(of element: ElementID) -> Range<Int> {
        let first = element.number + 1
        guard hasParts, !elements[element.number].isPart else { return first..<first }
        return first..<(elements[first...].firstIndex { !$0.isPart } ?? elements.endIndex)
    }

    /// The index of the element's house in `houses`.
    public func house(of element: ElementID) -> Int { self[place(of: element)].house }

    /// All elements in a place and in its sectors, each followed by its parts.
    public func forEachElement(in place: PlaceID, _ body: (ElementID) -> Void) {
        for number in self[place].elements { body(ElementID(number)) }
        for inner in self[place].places { forEachElement(in: inner, body) }
    }

    public func path(of element: ElementID) -> String {
        let name = elements[element.number].name
        return switch container(of: element) {
        case .place(let place): "\(self[place].path)\(ElementPath.separator)\(name)"
        case .device(let device): "\(path(of: device))\(ElementPath.separator)\(name)"
        }
    }
}

extension HouseIndex {
    /// What directly contains an element or a place.
    enum Container {
        case place(PlaceID)
        /// The device or service that an element is a part of.
        case device(ElementID)
    }

    func name(of container: Container) -> String {
        switch container {
        case .place(let place): self[place].name
        case .device(let device): self[device].name
        }
    }

    func hasName(_ container: Container, orLabel folded: String) -> Bool {
        switch container {
        case .place(let place): Self.hasName(self[place].name, self[place].details, orLabel: folded)
        case .device(let device): Self.hasName(self[device].name, self[device].details, orLabel: folded)
        }
    }

    private static func hasName(_ name: String, _ details: Details?, orLabel folded: String) -> Bool {
        FoldedName.fold(name) == folded || details?.labels.values.contains { FoldedName.fold($0) == folded } ?? false
    }

    func container(of container: Container) -> Container? {
        switch container {
        case .place(let place): self[place].parent.map { .place($0) }
        case .device(let device): self.container(of: device)
        }
    }

    func path(of container: Container) -> String {
        switch container {
        case .place(let place): self[place].path
        case .device(let device): path(of: device)
        }
    }
}
