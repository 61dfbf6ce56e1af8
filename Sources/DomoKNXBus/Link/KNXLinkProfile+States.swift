import DomoKNX
import DomoKNXHouse
import DomoModel

// The addresses that are read for the state of a facet. Command addresses are never read, except for one that is the
// state of the same facet too, if its binding says so.

extension KNXLinkProfile {
    /// The address that is read for a facet's state.
    func stateToRead(_ facet: KNXFacet) -> GroupAddress? {
        if facet.read == .never { return nil }
        if case .setPoint(let group)? = facet.shift?.reference { return isReadable(group) ? group : nil }
        return facet.states.first { isReadable($0) }
    }

    /// The addresses that are read with it: for a set-point that is ordered as a difference, that of the temperature that the
    /// shift belongs to, or of the shift; for a colour its other objects.
    func companionsToRead(_ facet: KNXFacet) -> [GroupAddress] {
        guard facet.read != .never else { return [] }
        var companions = facet.colourObjects.compactMap(\.state)
        switch facet.shift?.reference {
        case .base(let group): companions.append(group)
        case .setPoint: companions += facet.states.prefix(1)
        case nil: break
        }
        return companions.filter(isReadable)
    }

    /// Whether the address can be read safely.
    private func isReadable(_ address: GroupAddress) -> Bool {
        table[address].allSatisfy { role in
            guard role.isCommand else { return true }
            guard case .command(let number) = role else { return false }
            let facet = bindings.facets[number]
            return facet.isShared(address) && facet.read != .never
        }
    }

    /// The address that a query of the engine reads: of a cover it is that of the direction.
    func queriedState(_ facet: KNXFacet) -> GroupAddress? {
        guard facet.facet.type == .bidirectional else { return stateToRead(facet) }
        guard facet.read != .never, let direction = facet.motion?.direction else { return nil }
        return table.isReadable(direction) ? direction : nil
    }

    /// All addresses that report what a facet does, including movement and direction of a cover.
    func statesToRead(_ number: Int) -> [GroupAddress] {
        let facet = bindings.facets[number]
        let motion = facet.read == .never ? nil : facet.motion
        let reported = [motion?.moving, motion?.movingDown, motion?.direction].compactMap(\.self).filter(
            table.isReadable
        )
        return [stateToRead(facet)].compactMap(\.self) + companionsToRead(facet) + reported
    }

    /// What is read if a telegram to an address can't be used: all that reports the facets whose states it carries, and
    /// locks.
    func addressesToRead(for address: GroupAddress) -> [GroupAddress] {
        var addresses: [GroupAddress] = []
        for role in table[address] {
            let wanted: [GroupAddress]
            switch role {
            case .state(let facet), .direction(let facet), .reference(let facet), .moving(let facet),
                .movingDown(let facet):
                wanted = statesToRead(facet)
            case .locked(let facet):
                wanted = bindings.facets[facet].read != .never && table.isReadable(address) ? [address] : []
            // The states are verified once the device has had time to obey.
            case .command, .listen, .relative, .stop, .step, .scene, .exposure: wanted = []
            }
            addresses += wanted.filter { !addresses.contains($0) }
        }
        return addresses
    }

    /// What covers report in addition to their positions, and what shifts belong to: no query reads it.
    var unqueriedStates: [GroupAddress] {
        var addresses: [GroupAddress] = []
        for facet in bindings.facets where facet.read != .never {
            let motion = [facet.motion?.locked, facet.motion?.moving, facet.motion?.movingDown]
            for address in motion.compactMap(\.self) + companionsToRead(facet)
            where table.isReadable(address) && !addresses.contains(address) {
                addresses.append(address)
            }
        }
        return addresses
    }
}
