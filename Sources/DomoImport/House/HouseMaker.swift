import DomoKNX
import DomoKNXHouse
import DomoModel

/// Makes the draft of a house from the result of pairing.
struct HouseMaker {
    private let pairing: Pairing
    private var maker: ElementMaker
    private let finder: PlaceFinder
    /// The elements, by space or path of ranges.
    private var elements: [String: [ElementDraft]] = [:]
    private static let root = ""

    /// - Parameters:
    ///   - name: the name that the user gave.
    ///   - isGrouped: whether elements that belong to one device become its parts.
    static func house(
        of pairing: Pairing,
        name: String?,
        fallback: String,
        isEnglish: Bool,
        isGrouped: Bool = false
    ) -> HouseDraft {
        var maker = HouseMaker(pairing, isEnglish: isEnglish)
        let house = maker.make(name: name, fallback: fallback)
        return isGrouped ? DeviceGrouping.group(house, pairing, isEnglish: isEnglish) : house
    }

    private init(_ pairing: Pairing, isEnglish: Bool) {
        self.pairing = pairing
        maker = ElementMaker(pairing, isEnglish: isEnglish)
        finder = PlaceFinder(pairing)
    }

    private mutating func make(name: String?, fallback: String) -> HouseDraft {
        let project = pairing.project
        let order = pairing.bundles.enumerated().sorted { ($0.element.main?.raw ?? 0) < ($1.element.main?.raw ?? 0) }
        var paths: [[String]] = []
        for (number, bundle) in order {
            let path = path(of: bundle)
            let made = maker.elements(of: bundle, number: number)
            let key = path.joined(separator: "\u{0}")
            if path.count > 0, elements[key] == nil, project.spaces.isEmpty, !made.isEmpty { paths.append(path) }
            elements[key, default: []] += made
        }
        var spaces = project.spaces
        var own = Self.root
        var houseName = name.map(HouseName.clean) ?? HouseName.clean(project.name ?? "")
        // If the project is a single building, the building is the house.
        if spaces.count == 1, spaces[0].kind == "Building" {
            own = spaces[0].id
            if name == nil, case let building = HouseName.clean(spaces[0].name), !building.isEmpty {
                houseName = building
            }
            spaces = spaces[0].spaces
        }
        var content = PlaceDraft(name: "")
        if own != Self.root {
            content.remarks = Remarks([project.spaces[0].description, project.spaces[0].comment], name: houseName)
        }
        content.elements = uniqueNames((elements[Self.root] ?? []) + (own == Self.root ? [] : elements[own] ?? []))
        content.places =
            project.spaces.isEmpty ? places(paths) : unique(spaces.compactMap { place(of: $0) })
        var draft = HouseDraft(name: houseName.isEmpty ? HouseName.clean(fallback) : houseName, content: content)
        draft.style = project.style
        draft.addresses = project.groups.map(\.address)
        draft.notes =
            project.problems + maker.notes + notes + gates(in: content)
            + content.allElements.compactMap(white)
        // An address that elements listen to is placed, even if it is not an element itself.
        let placed = Set(content.allElements.flatMap(\.addresses))
        draft.unplaced = (pairing.unplaced + maker.unplaced).filter { !placed.contains($0.address) }
            .sorted { $0.address.raw < $1.address.raw }
            .map { unplaced in
                UnplacedDraft(
                    address: project.text(of: unplaced.address),
                    name: pairing.groups[unplaced.address]?.name ?? "",
                    reason: unplaced.reason
                )
            }
        return draft
    }

    // MARK: Places

    /// The id of a space or, in a project without spaces, the names of the ranges; empty for the house itself.
    private func path(of bundle: Bundle) -> [String] {
        if !pairing.project.spaces.isEmpty { return finder.space(of: bundle).map { [$0] } ?? [Self.root] }
        guard let main = bundle.main, let group = pairing.groups[main] else { return [] }
        return pairing.ranges.placeNames(of: group).map(HouseName.clean).filter { name in
            // `Switching` and `Status` are not places, and neither is a middle group that is the element itself.
            name != bundle.name.map(HouseName.clean)
        }
    }

    private func place(of space: ProjectSpace) -> PlaceDraft? {
        let places = unique(space.spaces.compactMap { place(of: $0) })
        let elements = uniqueNames(elements[space.id] ?? [])
        // Distribution boards contain only KNX devices.
        guard space.kind != "DistributionBoard" || !elements.isEmpty || !places.isEmpty else { return nil }
        let names = [space.name, space.number, space.kind, "Sector"].map(HouseName.clean)
        let name = names.first { !$0.isEmpty } ?? "Sector"
        return PlaceDraft(
            name: name,
            places: places,
            elements: elements,
            remarks: Remarks([space.description, space.comment], name: name)
        )
    }

    private func places(_ paths: [[String]]) -> [PlaceDraft] {
        var places: [PlaceDraft] = []
        for path in paths {
            insert(path[...], key: path.joined(separator: "\u{0}"), into: &places)
        }
        return unique(places)
    }

    private func insert(_ path: ArraySlice<String>, key: String, into places: inout [PlaceDraft]) {
        guard let name = path.first else { return }
        let index = places.firstIndex { $0.name == name } ?? places.count
        if index == places.count { places.append(PlaceDraft(name: name)) }
        if path.count == 1 {
            places[index].elements = uniqueNames(elements[key] ?? [])
        } else {
            insert(path.dropFirst(), key: key, into: &places[index].places)
        }
    }

    // MARK: Names

    /// Gives places with the same name different names.
    private func unique(_ places: [PlaceDraft]) -> [PlaceDraft] {
        var names = UniqueNames()
        var result = places
        for index in result.indices { result[index].name = names.reserve(result[index].name) }
        for index in result.indices { names.reserve(labelOf: &result[index].remarks) }
        return result
    }

    private func uniqueNames(_ elements: [ElementDraft]) -> [ElementDraft] {
        var names = UniqueNames()
        var result = elements
        for index in result.indices {
            // The full name of its address or its function may distinguish it from others without a number.
            let longer = result[index].addresses.first.map { maker.longerNames(of: $0, than: result[index].name) } ?? []
            result[index].name = names.reserve(result[index].name, or: longer)
        }
        for index in result.indices { names.reserve(labelOf: &result[index].remarks) }
        return result
    }

    /// Suggestions for gates and door openers.
    private func gates(in place: PlaceDraft) -> [String] {
        let spelling = KNXWords(isEnglish: maker.isEnglish)
        let own = place.elements.flatMap { element in
            element.facets.compactMap { facet -> String? in
                guard facet.kind == .binary || facet.kind == .motion, let command = facet.command,
                    let group = pairing.groups[command]
                else { return nil }
                let names = [element.name, group.name] + pairing.project.rangeNames(of: group)
                let words = names.flatMap(NameReading.foldedTokens)
                guard !words.contains(where: { ElementKind(word: $0) != nil }),
                    GateNames.isGate(words, isCover: facet.kind == .motion)
                else { return nil }
                return "\(element.name) (\(pairing.project.text(of: command))) may be a gate or a door opener; if a "
                    + "pulse moves it, write \(spelling.repeats)=\"no\" in its <k:\(spelling.kind(facet.kind))>, so that an "
                    + "order is never sent twice"
            }
        }
        return own + place.places.flatMap { gates(in: $0) }
    }

    /// The temperatures of white are assumed.
    private func white(_ element: ElementDraft) -> String? {
        guard element.light != nil, let facet = element.facets.first(where: { $0.kind == .colour }) else { return nil }
        let object = facet.objects.first { $0.part == .white }
        guard let address = (object?.addresses ?? facet.ownAddresses).first else { return nil }
        let range = LightDraft.assumed
        return "\(element.name) (\(pairing.project.text(of: address))) has white light; its range, \(range.lowerBound)–"
            + "\(range.upperBound) K, is an assumption: set what the lamp can do in its <d:Color>"
    }

    private var notes: [String] {
        var notes: [String] = []
        let project = pairing.project
        let keys = project.groups.filter(\.isSecured).map { project.text(of: $0.address) }
        if !keys.isEmpty {
            notes.append(
                "the project has keys of KNX Data Secure for \(keys.joined(separator: ", ")); a key does not mean that "
                    + "an address is sent secured: what is received decides"
            )
        }
        for group in project.groups where group.isGuessed {
            guard let type = group.type else { continue }
            notes.append(
                "\(project.text(of: group.address)) \(group.name): unknown datapoint type; \(type.main) is a guess from its size"
            )
        }
        return notes
    }
}

/// Makes names unique in one place.
struct UniqueNames {
    private var taken: Set<String> = []

    /// - Parameter others: longer names to try next.
    mutating func reserve(_ name: String, or others: [String] = []) -> String {
        for candidate in [name] + others where taken.insert(FoldedName.fold(candidate)).inserted {
            return candidate
        }
        var number = 2
        while !taken.insert(FoldedName.fold("\(name) \(number)")).inserted { number += 1 }
        return "\(name) \(number)"
    }

    /// Makes a label unique, because commands accept it like a name; one that is taken becomes a comment.
    mutating func reserve(labelOf remarks: inout Remarks) {
        guard let label = remarks.label, !taken.insert(FoldedName.fold(label)).inserted else { return }
        remarks.label = nil
        remarks.comments.insert(label, at: 0)
    }
}
