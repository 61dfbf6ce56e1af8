import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// Set-points that are ordered as a difference (`KNXShift`): their value follows from two reports.

extension BusMachine {
    /// A report of the shift, or of the temperature that it belongs to.
    mutating func handleShift(
        _ payload: Payload,
        at group: GroupAddress,
        _ number: Int,
        _ shift: KNXShift,
        isResponse: Bool,
        at now: Instant
    ) throws(DatapointFault) {
        let facet = profile.bindings.facets[number]
        if group == shift.reference.group {
            _ = try KNXShift.celsius(of: payload)
        } else {
            _ = try shift.kelvin(of: payload, facet.type)
        }
        setPoints.note(payload, at: group, of: facet, now)
        // A device that reports its set-point says nothing more with its shift.
        if case .setPoint(let own) = shift.reference, own != group { return }
        rereads.noteState(of: number, facet, at: now)
        guard let value = setPoints.value(of: facet, at: now) else { return }
        setPoints.noteReported(facet)
        if let address = profile.stateToRead(facet) { reads.note(value, at: address, facet: number) }
        report(facet.facet, value, .state, isResponse: isResponse)
    }

    /// Readings that follow from a report which is too old now.
    mutating func expireSetPoints(at now: Instant) {
        for facet in setPoints.expire(at: now) { report(facet, nil, .outdated) }
    }

    /// The telegram that orders a value. A shift depends on what was reported.
    mutating func telegram(
        for value: Value,
        _ target: Target,
        at now: Instant
    ) throws(SignalFault) -> (address: GroupAddress, payload: Payload) {
        guard value.isState, let facet = profile.facet(target.path, value.type), facet.shift != nil,
            let command = facet.command
        else {
            let (address, payload, _) = try profile.telegram(for: value, path: target.path, name: target.name)
            return (address, payload)
        }
        return (command, try setPoints.order(value, facet, name: target.name, at: now))
    }
}
