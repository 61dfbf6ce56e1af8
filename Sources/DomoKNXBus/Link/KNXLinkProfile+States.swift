import DomoKNX
import DomoKNXHouse
import DomoModel

// The addresses that are read for the state of a facet. Command addresses are never read.

extension KNXLinkProfile {
    /// The address that is read for a facet's state.
    func stateToRead(_ facet: KNXFacet) -> GroupAddress? {
        facet.read == .never ? nil : facet.states.first { table.isReadable($0) }
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
        let reported = [motion?.moving, motion?.direction].compactMap(\.self).filter(table.isReadable)
        return [stateToRead(facet)].compactMap(\.self) + reported
    }

    /// What covers report in addition to their positions: no query reads it.
    var unqueriedStates: [GroupAddress] {
        var addresses: [GroupAddress] = []
        for facet in bindings.facets where facet.read != .never {
            for address in [facet.motion?.locked, facet.motion?.moving].compactMap({ $0 })
            where table.isReadable(address) && !addresses.contains(address) {
                addresses.append(address)
            }
        }
        return addresses
    }
}
