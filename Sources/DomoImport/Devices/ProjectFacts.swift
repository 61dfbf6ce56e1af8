import DomoKNX

/// What a project shows about addresses, in the form that devices are found with.
struct ProjectFacts {
    let pairing: Pairing
    /// The indices of the functions that refer to each address.
    private(set) var functions: [GroupAddress: Set<Int>] = [:]
    /// The roles that functions give to each address.
    private var roles: [GroupAddress: Set<String>] = [:]

    init(_ pairing: Pairing) {
        self.pairing = pairing
        for (index, function) in pairing.project.functions.enumerated() {
            for reference in function.references where pairing.groups[reference.address] != nil {
                functions[reference.address, default: []].insert(index)
                if !reference.role.isEmpty { roles[reference.address, default: []].insert(reference.role) }
            }
        }
    }

    /// The functions that refer to any command or state of an element.
    func functions(of element: ElementDraft) -> Set<Int> {
        element.ownAddresses.reduce(into: []) { $0.formUnion(functions[$1] ?? []) }
    }

    /// The types of its functions, such as `FT-7`.
    func functionTypes(of element: ElementDraft) -> Set<String> {
        Set(functions(of: element).map { pairing.project.functions[$0].type })
    }

    /// The folded words in the name of an address.
    func tokens(of address: GroupAddress) -> Set<String> {
        Set(NameReading.foldedTokens(pairing.groups[address]?.name ?? ""))
    }

    /// Whether the project has its type with a subtype, so that nothing is guessed.
    func hasExactType(_ address: GroupAddress) -> Bool {
        guard let group = pairing.groups[address] else { return false }
        return group.type?.sub != nil && !group.isGuessed
    }

    /// Whether it is what a controller sends to a valve: one bit, or percent.
    func isControl(_ address: GroupAddress) -> Bool {
        guard let type = pairing.groups[address]?.type, type.main == 1 || type.main == 5 else { return false }
        if pairing.wiring.isControl(address) || pairing.readings[address]?.words.contains(.control) == true {
            return true
        }
        if !tokens(of: address).isDisjoint(with: DeviceWords.control) { return true }
        return roles[address]?.isDisjoint(with: ["ValvePosition", "ValveSwitch"]) == false && isNameless(address)
    }

    /// Whether it is a set-point: its name decides, else the objects that are linked with it, else functions.
    func isSetPoint(_ address: GroupAddress) -> Bool {
        let words = pairing.readings[address]?.words ?? []
        if words.contains(.setPoint) { return true }
        if words.contains(.actual) || tokens(of: address).contains("raumtemperatur") { return false }
        let objects = pairing.wiring.links(of: address).map { pairing.wiring.object($0).words }
            .filter { !$0.isDisjoint(with: [.setPoint, .actual]) }
        if !objects.isEmpty { return objects.allSatisfy { $0.contains(.setPoint) && !$0.contains(.actual) } }
        return roles[address]?.isDisjoint(with: ["TempRoomSetpoint", "InfoTempRoomSetpoint"]) == false
            && isNameless(address)
    }

    /// Whether its name has no word for what it measures or sets, so that the roles of functions count: in many projects
    /// they are mixed up.
    private func isNameless(_ address: GroupAddress) -> Bool {
        let tokens = tokens(of: address)
        return tokens.isDisjoint(with: DeviceWords.words(of: .thermostat))
            && tokens.isDisjoint(with: DeviceWords.socket)
            && !tokens.contains { [.light, .cover].contains(ElementKind(word: $0)) }
    }

    /// Whether an address sets or reports the angle of slats.
    func isSlats(_ address: GroupAddress, of element: ElementDraft) -> Bool {
        if pairing.readings[address]?.words.contains(.slat) == true { return true }
        guard let bundle = element.bundle else { return false }
        return pairing.bundles[bundle].members.contains { member in
            member.address == address && [.slatCommand, .slatState].contains(member.role)
        }
    }

    /// Whether an element switches one output of an actuator.
    func isOutput(_ element: ElementDraft) -> Bool {
        let switches = element.facets.filter { $0.kind == .binary }
        guard switches.count == 1, element.facets.allSatisfy({ [.binary, .level, .colour].contains($0.kind) }),
            let command = switches[0].command, !pairing.centrals.contains(command),
            switches[0].type == TypeNumber(1, 1)
        else { return false }
        let words = pairing.readings[command]?.words ?? []
        return words.isDisjoint(with: [.lock, .side, .step, .stop, .move, .control, .weatherAlarm, .setPoint])
    }

    /// The name without the words of the parts of a kind of device; empty if nothing else is in it.
    func stem(of address: GroupAddress, for device: Purpose.Device) -> [String] {
        guard let group = pairing.groups[address] else { return [] }
        let words = DeviceWords.words(of: device)
        let reading = NameReading(group.name, type: group.type)
        return reading.base.split(separator: " ").map(String.init).filter { token in
            guard !words.contains(token), !RoleWord.joins.contains(token) else { return false }
            guard let role = RoleWord.words[token] else { return true }
            // `Escalera`, `Nacht`: words of side functions may be those of a place.
            return role == .side || role == .lock || role == .weatherAlarm
        }
    }
}
