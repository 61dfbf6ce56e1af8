import DomoKNX

// Third step: offsets. If certain pairs of commands and states have the same distance (`1/0/x` and `1/4/x`), other
// addresses in the same ranges are paired by this distance too, whatever their names.
extension Pairing {
    private struct Way: Hashable {
        var from: UInt16
        var to: UInt16
        var type: Int
        var offset: Int
    }

    mutating func pairOffsets() {
        var counts: [Way: Int] = [:]
        for (command, state) in certainPairs() {
            guard let type = groups[command]?.type?.main, groups[state]?.type?.main == type else { continue }
            counts[way(from: command, to: state, type: type), default: 0] += 1
        }
        // Two pairs show a rule; one may be an accident.
        let rules = counts.filter { $0.value >= 2 }.sorted { ($0.value, $1.key.from) > ($1.value, $0.key.from) }.map(
            \.key
        )
        guard !rules.isEmpty else { return }
        for group in project.groups where lacksState(group.address) {
            guard let type = group.type?.main else { continue }
            for rule in rules where rule.from == group.address.raw >> 8 && rule.type == type {
                let sub = Int(group.address.raw & 0xFF) + rule.offset
                guard (0...255).contains(sub) else { continue }
                let state = GroupAddress(raw: rule.to << 8 | UInt16(sub))
                guard isFree(state), groups[state]?.type?.main == type, !isCertain(state, of: group.address) else {
                    continue
                }
                // Hue and saturation have the main type of a level.
                guard colour(of: state) == colour(of: group.address) else { continue }
                guard ![.command, .both].contains(flow(of: state)), !contradicts(state, group.address) else { continue }
                join(group.address, with: state)
                break
            }
        }
    }

    private func colour(of address: GroupAddress) -> ColourPart? { role(of: address, isCover: false)?.colour }

    private func way(from command: GroupAddress, to state: GroupAddress, type: Int) -> Way {
        Way(
            from: command.raw >> 8,
            to: state.raw >> 8,
            type: type,
            offset: Int(state.raw & 0xFF) - Int(command.raw & 0xFF)
        )
    }

    /// Pairs from wiring and functions, and pairs whose name fits exactly one command and one state.
    private func certainPairs() -> [(GroupAddress, GroupAddress)] {
        var pairs: [(GroupAddress, GroupAddress)] = []
        for bundle in bundles {
            for member in bundle.members where !member.role.isState {
                guard let state = member.role.state, state != .direction, let address = bundle.first(state) else {
                    continue
                }
                if address != member.address { pairs.append((member.address, address)) }
            }
        }
        for (_, addresses) in sameNames() {
            if let pair = onlyPair(of: addresses) { pairs.append(pair) }
        }
        return pairs
    }

    /// Addresses by base name, main type and part of a colour.
    private func sameNames() -> [String: [GroupAddress]] {
        var names: [String: [GroupAddress]] = [:]
        for group in project.groups {
            guard let base = readings[group.address]?.base, !base.isEmpty, let type = group.type?.main else { continue }
            let part = colour(of: group.address).map { "\($0)" } ?? ""
            names["\(type) \(part) \(base)", default: []].append(group.address)
        }
        return names
    }

    private func onlyPair(of addresses: [GroupAddress]) -> (GroupAddress, GroupAddress)? {
        guard addresses.count == 2 else { return nil }
        let states = addresses.filter { readings[$0]?.words.contains(.state) == true }
        guard states.count == 1, let command = addresses.first(where: { $0 != states[0] }),
            measure(command) == measure(states[0])
        else { return nil }
        return (command, states[0])
    }

    /// What an address is about, apart from its role: slats and a cover's position have the same type.
    private func measure(_ address: GroupAddress) -> Set<RoleWord> {
        readings[address]?.words.intersection([.slat, .setPoint, .control, .hue, .saturation, .white]) ?? []
    }

    /// Whether the words of a state contradict those of a command.
    private func contradicts(_ state: GroupAddress, _ command: GroupAddress) -> Bool {
        measure(state) != measure(command)
            && readings[state]?.words.isDisjoint(with: [.slat, .position, .setPoint]) == false
    }

    /// Whether the name of a state connects it to another command.
    private func isCertain(_ state: GroupAddress, of command: GroupAddress) -> Bool {
        guard let base = readings[state]?.base, !base.isEmpty, base != readings[command]?.base else { return false }
        return (namesakes[base] ?? []).contains {
            $0 != state && groups[$0]?.type?.main == groups[state]?.type?.main
        }
    }

    private func lacksState(_ address: GroupAddress) -> Bool {
        guard !centrals.contains(address), flow(of: address) != .state else { return false }
        guard let role = ownRole(of: address), let state = role.state, state != .direction else { return false }
        if let index = owner[address] { return bundles[index].takes(state) }
        // A state with the same name takes precedence.
        guard let base = readings[address]?.base, !base.isEmpty else { return true }
        return !(namesakes[base] ?? []).contains {
            $0 != address && groups[$0]?.type?.main == groups[address]?.type?.main && flow(of: $0) == .state
                && colour(of: $0) == colour(of: address)
        }
    }

    private func ownRole(of address: GroupAddress) -> Role? {
        if let index = owner[address] { return bundles[index].members.first { $0.address == address }?.role }
        return role(of: address, isCover: false)
    }

    private mutating func join(_ command: GroupAddress, with state: GroupAddress) {
        guard let role = ownRole(of: command), let stateRole = role.state else { return }
        if let index = owner[command] { return add(stateRole, state, to: index) }
        var bundle = Bundle(evidence: .offset)
        bundle.add(role, command)
        bundle.add(stateRole, state)
        append(bundle)
    }
}
