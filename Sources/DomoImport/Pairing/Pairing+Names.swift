import DomoKNX

// Fourth step: names. Addresses whose names differ only in role words belong to one element.
extension Pairing {
    mutating func pairNames() {
        let isCentral = centrals
        // Central addresses are separate elements, and only pair with each other.
        pairNames(of: project.groups.map(\.address).filter { isFree($0) && isCentral.contains($0) }, evidence: .name)
        completeByNames()
        pairNames(of: project.groups.map(\.address).filter(isFree), evidence: .name)
    }

    /// Addresses with the same name, in order.
    struct Cluster {
        var name: String
        var addresses: [GroupAddress]
    }

    /// - Parameters:
    ///   - roles: the roles that are already known.
    ///   - space: the space of all of them.
    mutating func pairNames(
        of addresses: [GroupAddress],
        roles: [GroupAddress: Role] = [:],
        space: String? = nil,
        evidence: Bundle.Evidence
    ) {
        var states: [(cluster: Cluster, isCover: Bool)] = []
        for cluster in clusters(of: addresses) {
            let isCover = isCover(cluster.addresses) || cluster.addresses.contains { roles[$0] == .move }
            let hasCommand = cluster.addresses.contains { address in
                (roles[address] ?? role(of: address, isCover: isCover)).map { !$0.isState } ?? false
            }
            let hasOnlyColours = cluster.addresses.allSatisfy {
                (roles[$0] ?? role(of: $0, isCover: isCover))?.colour != nil
            }
            guard hasCommand, !hasOnlyColours else {
                states.append((cluster, isCover))
                continue
            }
            makeBundles(of: cluster, isCover: isCover, roles: roles, space: space, evidence: evidence)
        }
        // All states, or all colours, may be in their own main group: search the other main groups for their commands.
        for (cluster, isCover) in states {
            for address in cluster.addresses {
                guard let role = roles[address] ?? role(of: address, isCover: isCover) else { continue }
                if let index = only(bundleCalledAs: address, taking: role) {
                    add(role, address, to: index)
                } else if role.colour != nil, hasLamps(calledAs: address, taking: role) {
                    leaveOutAmbiguous(address)
                }
            }
            var rest = cluster
            rest.addresses = cluster.addresses.filter { address in
                isFree(address) && !unplaced.contains { $0.address == address }
            }
            makeBundles(of: rest, isCover: isCover, roles: roles, space: space, evidence: evidence)
        }
    }

    /// Adds addresses to the bundles of the first steps.
    private mutating func completeByNames() {
        for group in project.groups where isFree(group.address) && !centrals.contains(group.address) {
            for isCover in [false, true] {
                guard let role = role(of: group.address, isCover: isCover) else { continue }
                guard let index = only(bundleCalledAs: group.address, taking: role), bundles[index].isCover == isCover
                else {
                    continue
                }
                add(role, group.address, to: index)
                break
            }
        }
    }

    /// The only bundle that has the same base name and lacks the role; nil if there are several.
    private func only(bundleCalledAs address: GroupAddress, taking role: Role) -> Int? {
        guard let base = readings[address]?.base, !base.isEmpty else { return nil }
        let all = bundles(named: base).filter { bundles[$0].takes(role) }
        let near = all.filter { index in bundles[index].members.contains { $0.address.raw >> 11 == address.raw >> 11 } }
        if near.count == 1 { return near[0] }
        if all.count == 1 { return all[0] }
        // A main group for states often has the same middle groups and numbers.
        let mirrored = all.filter { index in
            bundles[index].members.contains { ($0.address.raw ^ address.raw) & 0x7FF == 0 }
        }
        return mirrored.count == 1 ? mirrored[0] : nil
    }

    private func clusters(of addresses: [GroupAddress]) -> [Cluster] {
        var order: [String] = []
        var clusters: [String: Cluster] = [:]
        for address in addresses {
            guard let group = groups[address], let reading = readings[address] else { continue }
            var key = "\(ranges.scope(of: group)) \(reading.base)"
            var name = reading.display
            if reading.base.isEmpty, let range = group.range {
                // `Up`, `Down`, `Position` in a middle group with the name of the element.
                key = "range \(range)"
                name = project.ranges[range].name
            } else if reading.base.isEmpty {
                key = "address \(address.raw)"
                name = group.name
            }
            if clusters[key] == nil { order.append(key) }
            clusters[key, default: Cluster(name: name, addresses: [])].addresses.append(address)
        }
        return order.compactMap { clusters[$0] }.flatMap(byKind)
    }

    /// Splits a cluster if a room has a light and a cover that are called after it.
    private func byKind(_ cluster: Cluster) -> [Cluster] {
        var kinds = cluster.addresses.map { ranges.kinds[$0] }
        if Set(kinds.compactMap { $0 }).count < 2 {
            let hasMove = isCover(cluster.addresses)
            let hasLight = cluster.addresses.contains { address in
                groups[address]?.type?.main == 3 && groups[address]?.type?.sub != 8
                    || groups[address]?.type?.main == 1 && readings[address]?.words.contains(.command) == true
            }
            guard hasMove, hasLight else { return [cluster] }
            kinds = cluster.addresses.map { kind(of: $0) }
        } else {
            for index in kinds.indices { kinds[index] = kinds[index] ?? kind(of: cluster.addresses[index]) }
        }
        var order: [ElementKind?] = []
        var parts: [ElementKind?: Cluster] = [:]
        for (address, kind) in zip(cluster.addresses, kinds) {
            if parts[kind] == nil { order.append(kind) }
            parts[kind, default: Cluster(name: cluster.name, addresses: [])].addresses.append(address)
        }
        return order.compactMap { parts[$0] }
    }

    /// The kind of element that the type or the words of an address show.
    private func kind(of address: GroupAddress) -> ElementKind? {
        guard let type = groups[address]?.type, let words = readings[address]?.words else { return nil }
        switch (type.main, type.sub) {
        case (1, 7), (1, 8), (3, 8): return .cover
        case (3, _): return .light
        case _ where ColourPart(type, words: words) != nil: return .light
        case (9, _), (20, _): return .climate
        default: break
        }
        if words.contains(.control) { return .climate }
        if !words.isDisjoint(with: [.move, .stop, .step, .position, .slat, .moving, .direction]) { return .cover }
        if !words.isDisjoint(with: [.command, .relative, .level]) { return .light }
        return nil
    }

    /// Makes bundles from a cluster. Two commands of one kind are two elements, each with the nearest states.
    private mutating func makeBundles(
        of cluster: Cluster,
        isCover: Bool,
        roles: [GroupAddress: Role],
        space: String?,
        evidence: Bundle.Evidence
    ) {
        var made: [Int] = []
        let isNamedByRange = cluster.addresses.contains { readings[$0]?.base.isEmpty == true }
        // Commands first, so that each state finds its command.
        let members: [Bundle.Member] = cluster.addresses.compactMap { address in
            (roles[address] ?? role(of: address, isCover: isCover)).map { Bundle.Member(role: $0, address: address) }
        }
        for member in members.sorted(by: { Self.rank($0.role) < Self.rank($1.role) }) {
            let fitting = made.filter { bundles[$0].takes(member.role) }
            let nearest = fitting.min {
                distance(from: member.address, to: $0) < distance(from: member.address, to: $1)
            }
            // A colour never goes to one of several lamps only because it is nearer.
            if let nearest, member.role.colour != nil, fitting.count > 1,
                distance(from: member.address, to: nearest) >> 16 != 0
            {
                leaveOutAmbiguous(member.address)
                continue
            }
            if let nearest {
                add(member.role, member.address, to: nearest)
                continue
            }
            // Some roles need another address; without one, they are listed as not placed.
            guard member.role.standsAlone else { continue }
            made.append(bundles.count)
            var bundle = Bundle(members: [member], space: space, evidence: evidence)
            if isNamedByRange, !cluster.name.isEmpty { bundle.name = cluster.name }
            append(bundle)
        }
        if isNamedByRange, made.count > 1 { for index in made { update(index) { $0.name = nil } } }
    }

    private func hasLamps(calledAs address: GroupAddress, taking role: Role) -> Bool {
        guard let base = readings[address]?.base, !base.isEmpty else { return false }
        return bundles(named: base).contains { bundles[$0].takes(role) }
    }

    private mutating func leaveOutAmbiguous(_ address: GroupAddress) {
        unplaced.append(Unplaced(address: address, reason: "a colour that fits several lamps of this name"))
    }

    /// The distance to a bundle. Addresses of one element often have the same number in their middle groups.
    private func distance(from address: GroupAddress, to index: Int) -> Int {
        bundles[index].members.map { member in
            let sub = abs(Int(member.address.raw & 0xFF) - Int(address.raw & 0xFF))
            return sub << 16 | abs(Int(member.address.raw) - Int(address.raw))
        }.min() ?? .max
    }

    private static func rank(_ role: Role) -> Int {
        switch role {
        case .move, .switchCommand: 0
        case .levelCommand, .valueCommand, .sceneCommand: 1
        case .slatCommand, .colourCommand: 2
        case .relative, .step, .stop, .locked: 3
        case .switchState, .levelState, .valueState: 4
        case .slatState, .moving, .direction, .colourState: 5
        }
    }
}

extension Role {
    /// Whether an address with this role is an element by itself.
    var standsAlone: Bool {
        switch self {
        case .switchCommand, .switchState, .levelCommand, .levelState, .slatCommand, .slatState, .move, .sceneCommand,
            .valueCommand, .valueState, .locked, .colourCommand, .colourState:
            true
        case .relative, .step, .stop, .moving, .direction: false
        }
    }
}
