import DomoKNX

/// The house of a linknx configuration, and the element of each object.
struct LinknxHouse {
    /// The element that an object became.
    struct Target {
        var element: String
        var kind: FacetDraft.Kind
        var object: LinknxObject
        /// Whether its bit stops the cover.
        var isStop = false
        /// Whether its address orders the element.
        var isOrderable = true
    }

    var house: HouseDraft
    var targets: [String: Target] = [:]

    /// - Parameters:
    ///   - levels: the objects that rules dim.
    ///   - written: the objects that rules write.
    init(
        _ file: LinknxFile,
        levels: Set<String>,
        written: Set<String>,
        name: String?,
        fallback: String,
        isEnglish: Bool
    ) {
        var project = Project()
        var flows: [GroupAddress: Role.Flow] = [:]
        var certain: [(base: String?, bundle: Bundle)] = []
        var seen: [GroupAddress: String] = [:]
        var notes = file.notes
        let bases = Dictionary(grouping: file.objects.filter { [1, 3].contains($0.type.main) }) {
            NameReading($0.name).base
        }
        for object in file.objects {
            guard let address = object.address else { continue }
            if let other = seen[address] {
                notes.append(
                    "line \(object.line): the objects \(other) and \(object.id) have the same address, and become one "
                        + "element"
                )
                continue
            }
            seen[address] = object.id
            var type = object.type
            if object.isRaw {
                let reading = NameReading(object.name)
                let isLevel =
                    levels.contains(object.id) || bases[reading.base] != nil
                    || !reading.words.isDisjoint(with: [.level, .position, .relative, .slat])
                type = isLevel ? TypeNumber(5, 1) : TypeNumber(5, 10)
            }
            project.groups.append(ProjectGroup(id: object.id, address: address, name: object.name, type: type))
            if !object.isSent {
                flows[address] = .state
            } else if written.contains(object.id) {
                flows[address] = .command
            } else if LinknxSensors.isSensor(object) {
                flows[address] = .state
            }
        }
        // An address that is read as the status of another is a state.
        for object in file.objects {
            for listener in object.listeners where listener.isRead { flows[listener.address] = .state }
        }
        let types = Dictionary(project.groups.map { ($0.address, $0.type) }) { first, _ in first }
        let listed = Set(types.keys)
        let covers = Self.covers(
            file.objects.filter { object in
                guard let address = object.address else { return false }
                return seen[address] == object.id && flows[address] != .state
            }
        )
        var indexOfCover: [String: Int] = [:]
        for object in file.objects where seen[object.address ?? GroupAddress(raw: 0)] == object.id {
            guard let address = object.address, covers[object.id] != nil || !object.listeners.isEmpty,
                let type = types[address] ?? nil,
                let role = covers[object.id]?.role ?? Role(type: type, flow: .command, words: [], isCover: false)
            else { continue }
            // The two objects of a cover are one bundle.
            let cover = covers[object.id]?.base
            let index = cover.flatMap { indexOfCover[$0] } ?? certain.count
            if index == certain.count {
                certain.append((cover, Bundle(evidence: .listener)))
                if let cover { indexOfCover[cover] = index }
            }
            certain[index].bundle.add(role, address)
            for listener in object.listeners {
                if listener.isRead, let state = role.state, state != .direction {
                    certain[index].bundle.add(state, listener.address)
                } else {
                    certain[index].bundle.listens.append(.init(role: role, address: listener.address))
                }
                if !listed.contains(listener.address) {
                    project.groups.append(ProjectGroup(id: "", address: listener.address, name: "", type: type))
                }
            }
        }
        let extra = Set(project.groups.filter { $0.id.isEmpty }.map(\.address))
        // An address that is only listened to is not an element.
        let all = project.groups
        project.groups = project.groups.filter { !extra.contains($0.address) }.sorted {
            $0.address.raw < $1.address.raw
        }
        let pairing = Pairing.run(
            project,
            certain: certain.map(\.bundle),
            flows: flows,
            hasReserves: false,
            hasColours: false
        )
        house = HouseMaker.house(of: pairing, name: name, fallback: fallback, isEnglish: isEnglish)
        house.addresses = Set(all.map(\.address)).sorted { $0.raw < $1.raw }
        house.notes += notes
        house.unplaced += file.unplaced
        house.location = file.location
        nameHeatingModes()
        removeDoubleListens()
        addVariables(file.objects.filter { $0.address == nil }, levels: levels)
        let places = facets
        for object in file.objects {
            guard let address = object.address, let place = places[address] else { continue }
            targets[object.id] = Target(
                element: place.element,
                kind: place.kind,
                object: object,
                isStop: place.isStop,
                isOrderable: place.isOrderable
            )
        }
        for object in file.objects
        where object.address != nil && object.type.main == 1 && !written.contains(object.id) {
            guard let target = targets[object.id], target.kind == .binary, target.isOrderable else { continue }
            let reason =
                "orderable, although no rule writes it; if it is a sensor, write estado (state) for orden (order)"
            house.notes.append("\(object.id) (line \(object.line)): \(reason)")
        }
    }

    /// The objects of covers with an object to move and another to stop, of one bit each.
    private static func covers(_ objects: [LinknxObject]) -> [String: (base: String, role: Role)] {
        var covers: [String: (base: String, role: Role)] = [:]
        let bits = objects.filter { $0.type.main == 1 && !NameReading($0.name).base.isEmpty }
        for (base, group) in Dictionary(grouping: bits, by: { NameReading($0.name).base }) {
            var moves: [LinknxObject] = []
            var stops: [(object: LinknxObject, role: Role)] = []
            for object in group {
                let words = NameReading(object.name).words
                guard words.isDisjoint(with: [.state, .lock, .moving, .direction]) else { continue }
                let isPlain = object.type.sub == nil || object.type.sub == 1
                if object.type.sub == 7 || isPlain && words.contains(.step) {
                    stops.append((object, .step))
                } else if (isPlain || object.type.sub == 10 || object.type.sub == 17) && words.contains(.stop) {
                    stops.append((object, .stop))
                } else if object.type.sub == 8 || isPlain && words.contains(.move) {
                    moves.append(object)
                }
            }
            guard moves.count == 1, stops.count == 1 else { continue }
            covers[moves[0].id] = (base, .move)
            covers[stops[0].object.id] = (base, stops[0].role)
        }
        return covers
    }

    /// A state is listened to anyway.
    private mutating func removeDoubleListens() {
        for index in house.content.elements.indices {
            let states = Set(house.content.elements[index].facets.flatMap(\.states))
            for facet in house.content.elements[index].facets.indices {
                house.content.elements[index].facets[facet].listens.removeAll { states.contains($0.group) }
            }
        }
    }

    private mutating func nameHeatingModes() {
        for index in house.content.elements.indices {
            for facet in house.content.elements[index].facets.indices
            where house.content.elements[index].facets[facet].type == TypeNumber(20, 102) {
                house.content.elements[index].facets[facet].words = LinknxObject.heatingWords
            }
        }
    }

    /// What an address is in the house.
    private struct Place {
        var element: String
        var kind: FacetDraft.Kind
        var isStop = false
        var isOrderable = true
    }

    /// The places of all addresses, the first of each. All elements are in the house itself: linknx has no rooms.
    private var facets: [GroupAddress: Place] {
        var places: [GroupAddress: Place] = [:]
        func add(_ address: GroupAddress?, _ place: Place) {
            if let address, places[address] == nil { places[address] = place }
        }
        for element in house.content.allElements {
            for facet in element.facets {
                add(facet.command, Place(element: element.name, kind: facet.kind))
                for state in facet.states {
                    add(state, Place(element: element.name, kind: facet.kind, isOrderable: facet.command == state))
                }
            }
            for facet in element.facets {
                let place = Place(element: element.name, kind: facet.kind, isStop: true)
                add(facet.stop, place)
                add(facet.step, place)
            }
        }
        return places
    }
}
