import DomoKNX
import DomoModel

/// Groups the elements of a house that belong to one device: a thermostat, a blind with slats, an output with a meter.
///
/// Only what is unambiguous is grouped: an element that fits two devices stays alone, and so do two that fit one role.
struct DeviceGrouping {
    private let facts: ProjectFacts
    private let isEnglish: Bool
    /// The elements of each place; the first is the house.
    private var places: [[ElementDraft]] = []
    /// The names of each place and of those around it.
    private var surroundings: [[String]] = []
    /// How often each folded name or label is used in a place, also by its sectors.
    private var uses: [[String: Int]] = []

    private struct Position: Hashable {
        var place: Int
        var element: Int
    }

    private struct Part {
        var position: Position
        var purpose: Purpose
        var role: FacetRole?
        var evidence: DeviceLinks.Evidence
    }

    /// - Returns: the house with devices, parts and classes.
    static func group(_ house: HouseDraft, _ pairing: Pairing, isEnglish: Bool) -> HouseDraft {
        var grouping = DeviceGrouping(facts: ProjectFacts(pairing), isEnglish: isEnglish)
        grouping.collect(house.content, above: [house.name])
        for device in Purpose.Device.allCases { grouping.makeDevices(device) }
        grouping.addClasses()
        var house = house
        var next = 0
        house.content = grouping.rebuilt(house.content, &next)
        return house
    }

    private init(facts: ProjectFacts, isEnglish: Bool) {
        self.facts = facts
        self.isEnglish = isEnglish
    }

    // MARK: Places

    private mutating func collect(_ place: PlaceDraft, above: [String]) {
        places.append(place.elements)
        surroundings.append(above)
        uses.append([:])
        for name in place.elements.flatMap(Self.names(of:)) + place.places.map(\.name) {
            uses[uses.count - 1][FoldedName.fold(name), default: 0] += 1
        }
        for inner in place.places { collect(inner, above: above + [inner.name]) }
    }

    private func rebuilt(_ place: PlaceDraft, _ next: inout Int) -> PlaceDraft {
        var place = place
        place.elements = places[next]
        next += 1
        for index in place.places.indices { place.places[index] = rebuilt(place.places[index], &next) }
        return place
    }

    private static func names(of element: ElementDraft) -> [String] {
        [element.name] + [element.remarks.label].compactMap { $0 }
    }

    private subscript(position: Position) -> ElementDraft { places[position.place][position.element] }

    // MARK: Devices

    private mutating func makeDevices(_ device: Purpose.Device) {
        var items: [DeviceLinks.Item] = []
        var positions: [Position] = []
        for (place, elements) in places.enumerated() {
            for (index, element) in elements.enumerated() where element.parts.isEmpty {
                guard let purpose = Purpose(of: element, facts), purpose.device == device else { continue }
                items.append(.init(element: element, place: place, purpose: purpose))
                positions.append(Position(place: place, element: index))
            }
        }
        let links = DeviceLinks(items, of: device, facts)
        var parts: [Int: [Part]] = [:]
        for (index, item) in items.enumerated() where item.purpose.head == nil {
            guard Self.part(item.element, role: item.purpose.role) != nil, let head = links.head(of: item) else {
                continue
            }
            parts[head.index, default: []].append(
                Part(
                    position: positions[index],
                    purpose: item.purpose,
                    role: item.purpose.role,
                    evidence: head.evidence
                )
            )
        }
        var grouped: Set<Position> = []
        for (head, candidates) in parts.sorted(by: { $0.key < $1.key }) {
            let chosen = choose(candidates)
            guard !chosen.isEmpty, make(device, at: positions[head], of: chosen) else { continue }
            grouped.formUnion(chosen.map(\.position))
        }
        for place in places.indices {
            places[place] = places[place].enumerated().filter {
                !grouped.contains(Position(place: place, element: $0.offset))
            }.map(\.element)
        }
    }

    /// One part for each role. If several fit one, the one with better evidence has it, else none.
    private func choose(_ candidates: [Part]) -> [Part] {
        var chosen: [Part] = []
        for role in FacetRole.allCases {
            let fitting = candidates.filter { $0.role == role }
            guard let best = fitting.map(\.evidence).min() else { continue }
            let strongest = fitting.filter { $0.evidence == best }
            if let winner = strongest.count == 1 ? strongest[0] : winner(of: strongest, for: role) {
                chosen.append(winner)
            }
        }
        return chosen.sorted { ($0.position.place, $0.position.element) < ($1.position.place, $1.position.element) }
    }

    private func winner(of parts: [Part], for role: FacetRole) -> Part? {
        switch role {
        // A mode that can be ordered, rather than its report or the change between heating and cooling.
        case .mode: only(parts.filter { $0.purpose == .mode }) { $0.facets.first?.command != nil }
        // What the controller sends, rather than an order for the valve; heating, rather than cooling.
        case .valve: only(parts) { $0.facets.first?.command == nil } ?? only(parts, isHeating)
        case .setPoint, .temperature, .fan, .slats, .humidity, .battery, .power, .energy, .status: nil
        }
    }

    private func only(_ parts: [Part], _ isMeant: (ElementDraft) -> Bool) -> Part? {
        let fitting = parts.filter { isMeant(self[$0.position]) }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private func isHeating(_ element: ElementDraft) -> Bool {
        DeviceWords.starts(DeviceWords.heating, in: element.ownAddresses.first.map(facts.tokens) ?? [])
    }

    /// - Returns: false if the house file can't have such a device.
    private mutating func make(_ device: Purpose.Device, at head: Position, of parts: [Part]) -> Bool {
        let alone = self[head]
        var made = alone
        made.alone = [alone]
        if device == .thermostat { made.elementClass = .thermostat }
        if device == .blind { made.elementClass = .blind }
        let names = DeviceNames(facts, isEnglish: isEnglish)
        var partNames = UniqueNames()
        for part in parts {
            let own = self[part.position]
            guard var inside = Self.part(own, role: part.role) else { continue }
            inside.name = partNames.reserve(names.part(own, of: alone, part.purpose))
            inside.alone = [own]
            made.parts.append(inside)
        }
        guard !made.parts.isEmpty else { return false }
        // The names of the parts are free in the place.
        var freed: [String: Int] = [:]
        for own in [alone] + parts.filter({ $0.position.place == head.place }).map({ self[$0.position] }) {
            for name in Self.names(of: own) { freed[FoldedName.fold(name), default: 0] += 1 }
        }
        let name = names.heads(alone, device, around: surroundings[head.place]).first { candidate in
            let name = FoldedName.fold(candidate)
            return uses[head.place][name, default: 0] == freed[name, default: 0]
        }
        guard let name else { return false }
        made.name = name
        for (name, count) in freed { uses[head.place][name, default: count] -= count }
        for name in Self.names(of: made) { uses[head.place][FoldedName.fold(name), default: 0] += 1 }
        places[head.place][head.element] = made
        return true
    }

    /// The element as a part with a role; nil if a part with it can't have its types.
    private static func part(_ element: ElementDraft, role: FacetRole?) -> ElementDraft? {
        var part = element
        part.role = role
        if role == .valve, let facet = part.facets.first, facet.kind == .value, facet.type == TypeNumber(5, 1) {
            // The control value in percent is a level.
            part.facets[0].kind = .level
            part.unit = nil
        }
        guard let role else { return part }
        let types = part.facets.map { FacetType(rawValue: UInt8($0.kind.rawValue)) }
        return types.allSatisfy { $0.map(role.types.contains) ?? false } ? part : nil
    }

    // MARK: Classes

    private mutating func addClasses() {
        let finder = ClassFinder(facts)
        for place in places.indices {
            for index in places[place].indices {
                let element = places[place][index]
                guard element.elementClass == nil, element.virtual == nil,
                    let found = finder.elementClass(of: element), finder.accepts(found, element)
                else { continue }
                places[place][index].elementClass = found
                for one in places[place][index].alone.indices { places[place][index].alone[one].elementClass = found }
            }
        }
    }
}
