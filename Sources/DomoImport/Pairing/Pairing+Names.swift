import DomoKNX

/// Fourth step: names. What is called alike but for the words of roles is one thing.
extension Pairing {
    mutating func pairNames() {
        let isCentral = centrals
        // Central addresses are things of their own, and go with each other alone.
        pairNames(of: project.groups.map(\.address).filter { isFree($0) && isCentral.contains($0) }, evidence: .name)
        completeByNames()
        pairNames(of: project.groups.map(\.address).filter(isFree), evidence: .name)
    }

    /// What is called alike, in the order of addresses.
    struct Cluster {
        var name: String
        var addresses: [GroupAddress]
    }

    /// - Parameters:
    ///   - roles: those that are known from elsewhere.
    ///   - space: where all of them are.
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
            guard hasCommand else {
                states.append((cluster, isCover))
                continue
            }
            makeBundles(of: cluster, isCover: isCover, roles: roles, space: space, evidence: evidence)
        }
        // A main group of its own for all states: those that found no command beside them look further.
        for (cluster, isCover) in states {
            for address in cluster.addresses {
                guard let role = roles[address] ?? role(of: address, isCover: isCover) else { continue }
                if let place = only(bundleCalledAs: address, taking: role) {
                    add(role, address, to: place)
                }
            }
            var rest = cluster
            rest.addresses = cluster.addresses.filter(isFree)
            makeBundles(of: rest, isCover: isCover, roles: roles, space: space, evidence: evidence)
        }
    }

    /// Addresses that go with what wires and functions made.
    private mutating func completeByNames() {
        for group in project.groups where isFree(group.address) && !centrals.contains(group.address) {
            for isCover in [false, true] {
                guard let role = role(of: group.address, isCover: isCover) else { continue }
                guard let place = only(bundleCalledAs: group.address, taking: role), bundles[place].isCover == isCover
                else {
                    continue
                }
                add(role, group.address, to: place)
                break
            }
        }
    }

    /// The one bundle whose addresses have the same base name and that lacks the role; nil where there are several.
    private func only(bundleCalledAs address: GroupAddress, taking role: Role) -> Int? {
        guard let base = readings[address]?.base, !base.isEmpty else { return nil }
        let all = bundles.indices.filter { place in
            bundles[place].takes(role) && bundles[place].members.contains { readings[$0.address]?.base == base }
        }
        let near = all.filter { place in bundles[place].members.contains { $0.address.raw >> 11 == address.raw >> 11 } }
        if near.count == 1 { return near[0] }
        return all.count == 1 ? all[0] : nil
    }

    private func clusters(of addresses: [GroupAddress]) -> [Cluster] {
        var order: [String] = []
        var clusters: [String: Cluster] = [:]
        for address in addresses {
            guard let group = groups[address], let reading = readings[address] else { continue }
            var key = "\(address.raw >> 11) \(reading.base)"
            var name = reading.display
            if reading.base.isEmpty, let range = group.range {
                // `Up`, `Down`, `Position` below a middle group that is called as the thing.
                key = "range \(range)"
                name = project.ranges[range].name
            } else if reading.base.isEmpty {
                key = "address \(address.raw)"
                name = group.name
            }
            if clusters[key] == nil { order.append(key) }
            clusters[key, default: Cluster(name: name, addresses: [])].addresses.append(address)
        }
        return order.compactMap { clusters[$0] }
    }

    /// Two commands of one kind are two things: each takes what is nearest to it.
    private mutating func makeBundles(
        of cluster: Cluster,
        isCover: Bool,
        roles: [GroupAddress: Role],
        space: String?,
        evidence: Bundle.Evidence
    ) {
        var made: [Int] = []
        let isNamedByRange = cluster.addresses.contains { readings[$0]?.base.isEmpty == true }
        // Commands first, so that each state finds its own.
        let members: [Bundle.Member] = cluster.addresses.compactMap { address in
            (roles[address] ?? role(of: address, isCover: isCover)).map { Bundle.Member(role: $0, address: address) }
        }
        for member in members.sorted(by: { Self.rank($0.role) < Self.rank($1.role) }) {
            let fitting = made.filter { bundles[$0].takes(member.role) }
            let nearest = fitting.min {
                distance(from: member.address, to: $0) < distance(from: member.address, to: $1)
            }
            if let nearest {
                add(member.role, member.address, to: nearest)
                continue
            }
            // What says nothing alone waits: it is listed if nothing comes.
            guard member.role.standsAlone else { continue }
            made.append(bundles.count)
            var bundle = Bundle(members: [member], space: space, evidence: evidence)
            if isNamedByRange, !cluster.name.isEmpty { bundle.name = cluster.name }
            append(bundle)
        }
        if isNamedByRange, made.count > 1 { for place in made { update(place) { $0.name = nil } } }
    }

    /// Addresses of one thing have one number in their middle groups, more often than not.
    private func distance(from address: GroupAddress, to place: Int) -> Int {
        bundles[place].members.map { member in
            let sub = abs(Int(member.address.raw & 0xFF) - Int(address.raw & 0xFF))
            return sub << 16 | abs(Int(member.address.raw) - Int(address.raw))
        }.min() ?? .max
    }

    private static func rank(_ role: Role) -> Int {
        switch role {
        case .move, .switchCommand: 0
        case .levelCommand, .valueCommand, .sceneCommand: 1
        case .slatCommand: 2
        case .relative, .step, .stop, .locked: 3
        case .switchState, .levelState, .valueState: 4
        case .slatState, .moving, .direction: 5
        }
    }
}

extension Role {
    /// Whether it makes a thing by itself.
    var standsAlone: Bool {
        switch self {
        case .switchCommand, .switchState, .levelCommand, .levelState, .slatCommand, .slatState, .move, .sceneCommand,
            .valueCommand, .valueState, .locked:
            true
        case .relative, .step, .stop, .moving, .direction: false
        }
    }
}
