import DomoKNX

/// The house of a linknx configuration, and the element of each object.
struct LinknxHouse {
    /// The element that an object became.
    struct Target {
        var element: String
        var kind: FacetDraft.Kind
        var object: LinknxObject
    }

    private(set) var house: HouseDraft
    private(set) var targets: [String: Target] = [:]

    /// - Parameter levels: the objects that rules dim.
    init(_ file: LinknxFile, levels: Set<String>, name: String?, fallback: String, isEnglish: Bool) {
        var project = Project()
        var flows: [GroupAddress: Role.Flow] = [:]
        var certain: [Bundle] = []
        var seen: [GroupAddress: String] = [:]
        var notes = file.notes
        let bases = Dictionary(grouping: file.objects.filter { [1, 3].contains($0.type.main) }) {
            NameReading($0.name).base
        }
        for object in file.objects {
            guard let address = object.address else { continue }
            if let other = seen[address] {
                notes.append("the objects \(other) and \(object.id) have the same address, and become one element")
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
            if !object.isSent { flows[address] = .state }
        }
        // An address that is read as the status of another is a state.
        for object in file.objects {
            for listener in object.listeners where listener.isRead { flows[listener.address] = .state }
        }
        let listed = Set(project.groups.map(\.address))
        for object in file.objects where seen[object.address ?? GroupAddress(raw: 0)] == object.id {
            guard let address = object.address, !object.listeners.isEmpty,
                let type = project.groups.first(where: { $0.address == address })?.type,
                let role = Role(type: type, flow: .command, words: [], isCover: false)
            else { continue }
            var bundle = Bundle(evidence: .listener)
            bundle.add(role, address)
            for listener in object.listeners {
                if listener.isRead, let state = role.state, state != .direction {
                    bundle.add(state, listener.address)
                } else {
                    bundle.listens.append(.init(role: role, address: listener.address))
                }
                if !listed.contains(listener.address) {
                    project.groups.append(
                        ProjectGroup(id: "", address: listener.address, name: "", type: type)
                    )
                }
            }
            certain.append(bundle)
        }
        let extra = Set(project.groups.filter { $0.id.isEmpty }.map(\.address))
        // An address that is only listened to is not an element.
        let all = project.groups
        project.groups = project.groups.filter { !extra.contains($0.address) }.sorted {
            $0.address.raw < $1.address.raw
        }
        let pairing = Pairing.run(project, certain: certain, flows: flows, hasReserves: false)
        house = HouseMaker.house(of: pairing, name: name, fallback: fallback, isEnglish: isEnglish)
        house.addresses = Set(all.map(\.address)).sorted { $0.raw < $1.raw }
        house.notes += notes
        house.unplaced += file.unplaced
        house.location = file.location
        nameHeatingModes()
        for object in file.objects { targets[object.id] = target(of: object) }
    }

    private mutating func nameHeatingModes() {
        for index in house.content.elements.indices {
            for facet in house.content.elements[index].facets.indices
            where house.content.elements[index].facets[facet].type == TypeNumber(20, 102) {
                house.content.elements[index].facets[facet].words = LinknxObject.heatingWords
            }
        }
    }

    /// All elements are in the house itself: linknx has no rooms.
    private func target(of object: LinknxObject) -> Target? {
        guard let address = object.address else { return nil }
        for element in house.content.allElements {
            for facet in element.facets where facet.command == address || facet.states.contains(address) {
                return Target(element: element.name, kind: facet.kind, object: object)
            }
        }
        return nil
    }
}
